import { SaidError, say } from '../../core/run/said';

const printable = /^[\x21-\x7e]+$/;

/**
 * A model's server as it may be asked and named: its address stands in messages and in the log, so nothing secret may stand in it. An
 * address or key that nothing could be sent with is refused before anything is. Throws SaidError.
 */
export function modelServerAt(address: string, key: string | undefined): { baseURL: string; apiKey: string | null } {
  const baseURL = address.trim();
  const url = URL.canParse(baseURL) ? new URL(baseURL) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new SaidError(say('The address of the model server is no address of the web. Write one such as https://api.openai.com/v1.'));
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') throw new SaidError(say('The address of the model server holds a user name, a password or a query, which would stand in every record. Take it out, and give the key by OPENAI_API_KEY, or in the editor by “Research Ledger: Set API Key”.'));
  const apiKey = key?.trim() ?? '';
  if (apiKey === '') return { baseURL, apiKey: null };
  if (!printable.test(apiKey)) throw new SaidError(say('The key for {0} holds a character that no key has, such as a line end or a letter outside ASCII. Set it again.', baseURL));
  return { baseURL, apiKey };
}
