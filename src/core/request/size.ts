/** Tokens that a request may take, whatever the run's length; the output is not counted. */
export const requestTokens = 32_000;
/** Shares of them: for the exchanges, and for the lists that grow in the state of now. Tools, instructions, scope, plan and claims have the rest. */
export const exchangeShare = 0.58;
export const listShare = 0.13;
/** Exchanges that a request shows at most, however short they are. */
export const mostExchanges = 10;

/** UTF-16 code units a token when no server has said anything yet: low, so that an estimate errs on the safe side. Scripts without spaces take about a token a character. */
const assumed = { spaced: 3.2, unspaced: 1 };
const unspacedLanguages = /^(?:zh|ja|ko|th|lo|km|my)\b/i;

/** UTF-16 code units a token by the server's own figures, with a tenth of air; the assumption for the run's language until there are any. */
export function unitsPerToken(measured: { units: number; tokens: number }, language: string): number {
  if (measured.tokens < 500) return unspacedLanguages.test(language) ? assumed.unspaced : assumed.spaced;
  return Math.min(6, Math.max(0.5, measured.units / measured.tokens)) * 0.9;
}

/**
 * Where the window over growing exchanges begins: when they pass their limit, by size or by number, it moves on until half of it
 * is left. It so moves in big steps, and between them two requests share everything but what was appended. The limit of a
 * turn is what held when it was answered: a later estimate moves nothing that stands.
 */
export function windowStart(turns: readonly { size: number; limit: number }[], most: number): number {
  let start = 0;
  let held = 0;
  turns.forEach(({ size, limit }, at) => {
    held += size;
    const full = (): number => Math.max(held / limit, (at - start + 1) / most);
    if (full() <= 1) return;
    while (full() > 0.5 && start < at) held -= turns[start++]?.size ?? 0;
  });
  return start;
}
