import { isBusy } from "@uola/database";
import type { Context, Middleware } from "koa";
import type { Site } from "./pages/layout.ts";
import { type Notice, noticePage } from "./pages/notice-pages.ts";
import { sendPage } from "./pages/send.ts";

/** The part of a pino logger that is used here. */
type Write = (values: object, message: string) => void;
export type Log = { error: Write; info: Write; debug: Write };

/**
 * Logs a request error. Requests that cannot be parsed, or whose connection the client has closed,
 * are not our errors: anybody can send one, so they are logged at debug level.
 */
export function logRequestError(log: Log, error: unknown, message: string, ctx?: Pick<Context, "path" | "req">): void {
  const isClients = isClientError(error) || (error instanceof Error && error === ctx?.req.socket.errored);
  log[isClients ? "debug" : "error"]({ err: error, ...(ctx && { path: ctx.path }) }, message);
}

/** Whether the error comes from Node's HTTP parser or from a request body that ends early. */
function isClientError(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code !== "string") return false;
  return code.startsWith("HPE_") || code === "ECONNABORTED" || (code === "ECONNRESET" && message === "aborted");
}

type Options = { site: Site; log: Log; isAlive(): Promise<boolean> };

/**
 * Adds security headers to every response, error pages for unknown paths and failures, and
 * `/health`. It sets no Cross-Origin-Opener-Policy, which would separate a popup from the page that
 * waits for its response.
 */
export function baseMiddleware({ site, log, isAlive }: Options): Middleware {
  return async (ctx, next) => {
    // "no-referrer" would also drop the Origin header from our own forms.
    ctx.set("Referrer-Policy", "same-origin");

    const fail = (status: number, notice: Notice) => {
      if (ctx.accepts("html", "json") === "html") return sendPage(ctx, status, noticePage(site, ctx, notice));
      ctx.status = status;
      ctx.body = { error: status >= 500 ? "server_error" : "invalid_request" };
    };

    if (ctx.path === "/health") {
      const alive = await isAlive();
      ctx.status = alive ? 200 : 503;
      ctx.body = { status: alive ? "ok" : "down" };
      return;
    }
    if (ctx.path === "/") return ctx.redirect(site.url);
    // No valid parameter contains NUL, and PostgreSQL cannot store it.
    if (/%00/.test(ctx.url)) return fail(400, "badRequest");
    try {
      await next();
      if (ctx.status === 404 && !ctx.body) fail(404, "notFound");
      // The library renders some pages itself, such as the one that switches accounts.
      if (ctx.type === "text/html" && !ctx.response.get("Content-Security-Policy"))
        ctx.set("Content-Security-Policy", "frame-ancestors 'none'");
    } catch (error) {
      const status = statusOf(error);
      if (status === 503) ctx.set("Retry-After", retryAfterSeconds);
      if (status >= 500) logRequestError(log, error, "identity: unexpected", ctx);
      fail(status, status >= 500 ? "failed" : "badRequest");
    }
  };
}

/** How long a client should wait while the server is busy, in seconds. */
const retryAfterSeconds = "2";

/** Changes the library's own error response to 503 if the database was busy. */
export function respondBusy(ctx: Pick<Context, "status" | "set">, error: unknown): void {
  if (!isBusy(error)) return;
  ctx.status = 503;
  ctx.set("Retry-After", retryAfterSeconds);
}

/** Koa's own errors have a status and may be shown. */
function statusOf(error: unknown): number {
  const { status, expose } = error as { status?: unknown; expose?: unknown };
  if (expose === true && typeof status === "number") return status;
  return isBusy(error) ? 503 : 500;
}
