/**
 * The toolkit probes the browser with an empty <style> element and takes its nonce from a <meta>. The page's own script has one;
 * passing it on keeps the probe within the policy. Import this before the toolkit.
 */
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
if (nonce) {
  const meta = document.createElement('meta');
  meta.setAttribute('property', 'csp-nonce');
  meta.content = nonce;
  document.head.append(meta);
}
