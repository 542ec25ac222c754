import { createHash } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";
import { dayMs, hourMs } from "@uola/kernel";

export const lifetimes = {
  accessSeconds: 14_400,
  visitorRefreshSeconds: 365 * 24 * 3600,
  /** A replaced refresh token keeps working for this long, for other tabs and for lost responses. */
  replacedMs: 60_000,
  codeMs: 60_000,
  /** Time for a person to sign in at the identity provider. */
  authorizationMs: 3600_000,
  /** Minimum time between two records of a session's last use. */
  usedWithinMs: 5 * 60_000,
};

/**
 * Maximum duration of a login session in total and without use. Staff have more permissions, so
 * they have to sign in again sooner.
 */
const sessionLifetimes = {
  staff: { mostMs: 7 * dayMs, unusedMs: 12 * hourMs },
  members: { mostMs: 30 * dayMs, unusedMs: 7 * dayMs },
};

/**
 * Returns when a session that is used now ends: at `expires` without further use, at `until` in any
 * case.
 */
export function sessionExpiry(role: string, createdDate: Date, usedDate: Date): { expires: Date; until: Date } {
  const { mostMs, unusedMs } = role === "member" ? sessionLifetimes.members : sessionLifetimes.staff;
  const until = new Date(createdDate.getTime() + mostMs);
  return { until, expires: new Date(Math.min(until.getTime(), usedDate.getTime() + unusedMs)) };
}

/** Whether a PKCE verifier matches its challenge (RFC 7636, S256). */
export const matchesChallenge = (verifier: string, challenge: string): boolean =>
  /^[\w\-.~]{43,128}$/.test(verifier) && createHash("sha256").update(verifier).digest("base64url") === challenge;

/**
 * Shortens a network address so that it cannot be used to track a person: IPv4 to /24, IPv6 to /48.
 * Returns null for anything else.
 */
export function coarseNetwork(network: string | undefined): string | null {
  const address = network?.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*/, "") ?? "";
  if (isIPv4(address)) return `${address.split(".").slice(0, 3).join(".")}.0`;
  if (!isIPv6(address)) return null;
  const [left = [], right] = address.split("::").map((half) => half.split(":").filter(Boolean));
  const all = right ? [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right] : left;
  return `${all
    .slice(0, 3)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(":")}::`;
}

export const originsOf = (uris: readonly string[]): string[] => [...new Set(uris.map((uri) => new URL(uri).origin))];

/**
 * Whether a page has the origin of one of these URLs. URLs that parsers interpret differently are
 * rejected: browsers treat a backslash as a slash and drop tabs and line breaks, and a user name
 * before @ may look like a host.
 */
export function isOwnPage(uri: string, redirectUris: readonly string[]): boolean {
  const url = /[\\\s\p{Cc}]/u.test(uri) ? null : URL.parse(uri);
  return url !== null && !url.username && !url.password && originsOf(redirectUris).includes(url.origin);
}

/** Adds the response's parameters to the query or the fragment of a URL. */
export function withResponse(uri: string, answer: Record<string, string>, mode: "query" | "fragment"): string {
  const url = new URL(uri);
  const parameters = mode === "query" ? url.searchParams : new URLSearchParams(url.hash.slice(1));
  for (const [name, value] of Object.entries(answer)) parameters.set(name, value);
  if (mode === "fragment") url.hash = parameters.toString();
  return url.href;
}
