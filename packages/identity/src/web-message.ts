import { createHash } from "node:crypto";
import type { KoaContextWithOIDC } from "oidc-provider";

/**
 * Sends the response to the page that opened this popup or frame, and leaves closing the window to
 * that page. If a popup closes itself, it may be detected as closed before its message is read, and
 * then the SDK reports a successful sign-in as cancelled.
 */
const script = `
const { origin, response } = JSON.parse(document.getElementById("answer").textContent);
const asker = window.opener ?? (window.parent === window ? null : window.parent);
asker?.postMessage({ type: "authorization_response", response }, origin);
setTimeout(() => window.close(), 3000);
`;
const scriptHash = createHash("sha256").update(script).digest("base64");

/**
 * Implements the response mode `web_message`. Only the origin of the redirect URI may frame the
 * page or read the message.
 */
export function webMessage(ctx: KoaContextWithOIDC, redirectUri: string, response: Record<string, unknown>): void {
  const { origin } = new URL(redirectUri);
  ctx.status = "error" in response ? 400 : 200;
  ctx.type = "html";
  ctx.set(
    "Content-Security-Policy",
    `default-src 'none'; script-src 'sha256-${scriptHash}'; frame-ancestors ${origin}`,
  );
  ctx.remove("X-Frame-Options");
  const answer = JSON.stringify({ origin, response }).replaceAll("<", "\\u003c");
  ctx.body = `<!doctype html><html lang="lt"><meta charset="utf-8"><title>…</title>
<script type="application/json" id="answer">${answer}</script><script>${script}</script></html>`;
}
