import type { Context } from "koa";
import type { Markup } from "./markup.ts";

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "script-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * Sends a page that no other page may frame, that runs no script but our own files and whose forms are sent to nobody else.
 * `formTarget` are the origins a form's answer leads on to: the browser holds redirects against `form-action` too.
 */
export function sendPage(
  ctx: Pick<Context, "set" | "status" | "type" | "body">,
  status: number,
  page: Markup,
  formTarget?: string,
) {
  ctx.status = status;
  ctx.type = "html";
  ctx.set("Content-Security-Policy", `${policy}; form-action 'self'${formTarget ? ` ${formTarget}` : ""}`);
  ctx.set("X-Frame-Options", "DENY");
  ctx.set("Cache-Control", "no-store");
  ctx.body = String(page);
}
