import { networkOf } from "@uola/accounts";
import type { Context, Middleware } from "koa";
import type { Site } from "./pages/layout.ts";
import { noticePage } from "./pages/notice-pages.ts";
import { sendPage } from "./pages/send.ts";

const networksRemembered = 50_000;
/** Longer than any legitimate request. The parameters are stored while a sign-in is in progress. */
const longestUrl = 8192;

/**
 * A token bucket per network, in this process. Unused requests accumulate for up to a minute.
 * `take` returns the number of seconds to wait, 0 if allowed; `giveBack` reverts one `take`.
 */
function createBuckets(perMinute: number, clock: () => number = () => performance.now()) {
  const buckets = new Map<string, { left: number; atMs: number }>();
  const perMs = perMinute / 60_000;

  /** A full bucket is equivalent to a missing one. */
  function forgetFull(at: number) {
    for (const [network, { left, atMs }] of buckets)
      if (left + (at - atMs) * perMs >= perMinute) buckets.delete(network);
    // This many networks at once indicate an attack, and removing all buckets is the cheapest
    // response.
    if (buckets.size > networksRemembered) buckets.clear();
  }

  return {
    take(address: string): number {
      const at = clock();
      const network = networkOf(address);
      const { left, atMs } = buckets.get(network) ?? { left: perMinute, atMs: at };
      const now = Math.min(perMinute, left + (at - atMs) * perMs);
      if (now < 1) return Math.ceil((1 - now) / perMs / 1000);
      buckets.set(network, { left: now - 1, atMs: at });
      if (buckets.size > networksRemembered) forgetFull(at);
      return 0;
    },
    giveBack(address: string): void {
      const bucket = buckets.get(networkOf(address));
      if (bucket) bucket.left += 1;
    },
  };
}

/**
 * Limits the sign-ins started per network, because each one stores data for an unauthenticated
 * person.
 */
export function limitSignIns({ site, perMinute }: { site: Site; perMinute: number }): Middleware {
  const buckets = createBuckets(perMinute);
  return async (ctx, next) => {
    if (ctx.url.length > longestUrl) return refuse(site, ctx, 414, "badRequest");
    if (ctx.path !== "/authorize" || ctx.query.prompt === "none") return next();
    const seconds = buckets.take(ctx.ip);
    if (seconds > 0) {
      ctx.set("Retry-After", String(seconds));
      return refuse(site, ctx, 429, "tooMany");
    }
    await next();
    const hasBegun = String(ctx.response.get("Location")).startsWith("/interaction/");
    if (!hasBegun) buckets.giveBack(ctx.ip);
  };
}

function refuse(site: Site, ctx: Context, status: 414 | 429, notice: "badRequest" | "tooMany") {
  if (ctx.accepts("html", "json") === "html") return sendPage(ctx, status, noticePage(site, ctx, notice));
  ctx.status = status;
  ctx.body =
    status === 429
      ? { error: "temporarily_unavailable", error_description: "too many sign-ins begun from this network" }
      : { error: "invalid_request", error_description: "the address is too long" };
}
