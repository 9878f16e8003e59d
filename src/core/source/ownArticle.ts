import { addressesIn } from './spanAddress';

/** How an article says who wrote it; the run's id follows. The same in every language, because it is read again. */
export const articleSignature = 'Research Ledger:';

/**
 * Whether a text is written from research: it is an article of ours or has parts of one (the signature, citation markers), or it cites
 * what a run archived, as a memo with inserted findings does. Such a text reposts what it cites, and whoever took it as evidence would
 * confirm a run by itself.
 */
export const isFromResearch = (text: string): boolean => /\bResearch Ledger: run-[A-Za-z0-9]|\[\[cite:\s*E\d+\s*\]\]/.test(text) || addressesIn(text).length > 0;
