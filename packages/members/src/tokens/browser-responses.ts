const privacyHeaders = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/**
 * Redirects a browser without a referrer, so that the secrets in the current URL are not passed to
 * another site.
 */
export const redirect = (location: string, more: Record<string, string> = {}, status: 302 | 303 = 303) =>
  new Response(null, { status, headers: { ...privacyHeaders, location, ...more } });

/**
 * Returns a page that posts the response to the window that opened or framed it, if that window has
 * one of these origins.
 */
export function postMessagePage(answer: Record<string, string>, origins: readonly string[]): Response {
  const nonce = crypto.randomUUID();
  const literal = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");
  const script = `const to = window.opener ?? window.parent;
for (const origin of ${literal(origins)}) to.postMessage(${literal(answer)}, origin);`;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    `frame-ancestors ${origins.length > 0 ? origins.join(" ") : "'none'"}`,
  ].join("; ");
  const html = `<!doctype html><html lang="lt"><meta charset="utf-8"><title>…</title><script nonce="${nonce}">${script}</script></html>`;
  return new Response(html, {
    headers: { ...privacyHeaders, "content-type": "text/html; charset=utf-8", "content-security-policy": policy },
  });
}
