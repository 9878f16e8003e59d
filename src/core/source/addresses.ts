import { type RunState } from '../run/state';

/** The address without what only tracks or points into the page; host in lower case. What two addresses of one page share. */
export function canonicalAddress(address: string): string {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return address;
  }
  url.hash = '';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return url.href;
  const kept = url.search.slice(1).split('&').filter((pair) => pair !== '' && !/^(utm_[a-z]+|fbclid|gclid|mc_cid|mc_eid)=/.test(pair));
  const path = url.pathname.replace(/\/index\.html?$/, '/');
  return `${url.protocol}//${url.host}${path}${kept.length > 0 ? `?${kept.join('&')}` : ''}`;
}

/**
 * May the researcher open this address? Only what came from the user, from a result, or as a link inside an archived source,
 * exactly as it stood there: an address made up by a model could carry text out of the machine.
 */
export function addressOrigin(state: RunState, address: string, links: ReadonlySet<string>): 'user' | 'result' | 'link' | null {
  const options = state.run?.options;
  if (options?.addresses.includes(address)) return 'user';
  if (state.ledger.results.some((result) => result.address === address)) return 'result';
  if (links.has(address)) return 'link';
  return null;
}

/** An address as a researcher sees it: a file of the user's folders by its path inside them, which says nothing of the machine. */
export function shownAddress(address: string, folders: readonly string[]): string {
  if (!address.startsWith('file:')) return address;
  const path = decoded(address.slice('file://'.length));
  const folder = folders.map((given) => given.replaceAll('\\', '/').replace(/\/+$/, '')).find((given) => path.endsWith(given) || path.includes(`${given}/`));
  const inside = folder === undefined ? '' : path.slice(path.indexOf(folder) + folder.length + 1);
  return inside === '' ? path.slice(path.lastIndexOf('/') + 1) : inside;
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** What a source without a title is called: its file's name, as it is encoded where that cannot be undone; of no file, the whole address. */
export function fileNameOf(address: string): string {
  const name = /^file:.*\/([^/]+)$/.exec(address)?.[1];
  if (name === undefined) return address;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
