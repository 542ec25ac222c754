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
 * Sends a page that cannot be framed, that runs only our own scripts, and whose forms can be
 * submitted only to us. `formTarget` are the origins to which a form's response redirects: browsers
 * apply `form-action` to redirects too.
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
