/**
 * The domain that an organisation registers, such as `example.co.uk` of `https://news.example.co.uk/a`; null for an address
 * without a host name. By the shape of public suffixes, not by their list: a wrong guess joins or parts two sources, says so in
 * the edge, and a person can take the edge away.
 */
export function domainOf(address: string): string | null {
  let host: string;
  try {
    host = new URL(address).hostname.toLowerCase();
  } catch {
    return null;
  }
  const labels = host.split('.').filter((label) => label !== '');
  if (labels.length < 2 || /^\d+$/.test(labels.at(-1) ?? '')) return null;
  const suffix = labels.slice(-2).join('.');
  const two = labels.length > 2 && (sharedHosts.has(suffix) || (secondLevel.has(labels.at(-2) ?? '') && labels.at(-1)?.length === 2));
  return labels.slice(two ? -3 : -2).join('.');
}

/** Second-level labels under which a country registers: `co.uk`, `com.cn`, `ac.jp`. */
const secondLevel = new Set(['co', 'com', 'org', 'net', 'gov', 'gob', 'edu', 'ac', 'or', 'ne', 'go', 'ltd', 'plc', 'nhs']);

/** Hosts whose subdomains belong to others. */
const sharedHosts = new Set(['github.io', 'gitlab.io', 'blogspot.com', 'wordpress.com', 'substack.com', 'medium.com', 'readthedocs.io', 'netlify.app', 'vercel.app', 'pages.dev', 'web.app', 'tumblr.com']);
