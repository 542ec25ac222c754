import { networkOf } from "@uola/accounts";
import type { Context, Middleware } from "koa";
import type { Site } from "./pages/layout.ts";
import { noticePage } from "./pages/notice-pages.ts";
import { sendPage } from "./pages/send.ts";

const networksRemembered = 50_000;
/** Longer than any honest request; what is asked for is stored while a sign-in is under way. */
const longestUrl = 8192;

/**
 * So much a minute for each network, counted in this process; what was not used is kept for up to a minute.
 * `take` gives how many seconds there are to wait, 0 = go; `giveBack` undoes one.
 */
function createBuckets(perMinute: number, clock: () => number = () => performance.now()) {
  const buckets = new Map<string, { left: number; atMs: number }>();
  const perMs = perMinute / 60_000;

  /** A full bucket says nothing that a missing one does not. */
  function forgetFull(at: number) {
    for (const [network, { left, atMs }] of buckets)
      if (left + (at - atMs) * perMs >= perMinute) buckets.delete(network);
    // more networks than that at once: an attack, and forgetting them all is what costs least
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

/** What stores something for who is not known yet may be asked for only so often: here the beginning of a sign-in. */
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
