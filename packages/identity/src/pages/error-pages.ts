import type { Configuration } from "oidc-provider";
import { errors } from "oidc-provider";
import type { Site } from "./layout.ts";
import { type Notice, noticePage } from "./notice-pages.ts";
import { sendPage } from "./send.ts";

type Render = NonNullable<Configuration["renderError"]>;

/**
 * Renders an error that must not be sent back to the site. Browsers get a page; programs get the
 * plain response.
 */
export const renderError =
  (site: Site): Render =>
  (ctx, out, error) => {
    if (ctx.accepts("html", "json") === "json") {
      ctx.body = out;
      return;
    }
    const code = [out.error, out.error_description].filter(Boolean).join(": ");
    sendPage(ctx, ctx.status, noticePage(site, ctx, noticeOf(error, ctx.status), { code }));
  };

function noticeOf(error: Error, status: number): Notice {
  if (error instanceof errors.SessionNotFound) return "expired";
  if (error instanceof errors.InvalidClient) return "unknownClient";
  if (error instanceof errors.InvalidRedirectUri) return "badReturn";
  return status >= 500 ? "failed" : "badRequest";
}
