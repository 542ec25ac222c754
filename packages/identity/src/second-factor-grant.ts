import { createHash, randomBytes } from "node:crypto";
import { AccountRefusal, type Accounts, createSealer } from "@uola/accounts";
import type { Database } from "@uola/database";
import type { Context, Middleware } from "koa";
import { sql } from "kysely";
import type Provider from "oidc-provider";
import type { KoaContextWithOIDC } from "oidc-provider";
import { readText, setBody } from "./json-bodies.ts";
import { mayRead } from "./origins.ts";

type Options = { db: Database; siteId: string; accounts: Accounts; provider: Provider; now: () => Date };
type StoredGrant = { sealed: string; accountId: string; clientId: string; tries: number };

const codeIn: Record<string, string> = {
  "http://auth0.com/oauth/grant-type/mfa-otp": "otp",
  "http://auth0.com/oauth/grant-type/mfa-recovery-code": "recovery_code",
};
const purpose = "mfa_token";
const lifeMs = 10 * 60_000;
const maxTries = 5;
const bodyLimitBytes = 56 * 1024;

/**
 * Handles token renewals that lack a second factor: the response is the error `mfa_required` with
 * an `mfa_token`. With that token and a code the client repeats the renewal, under a separate grant
 * type. The refresh token is not consumed meanwhile. It is stored encrypted with the `mfa_token`;
 * of the `mfa_token` only a hash is stored.
 */
export function secondFactorGrant({ db, siteId, accounts, provider, now }: Options): Middleware {
  const row = (token: string) =>
    db
      .updateTable("oneTimeSecret")
      .where("siteId", "=", siteId)
      .where("purpose", "=", purpose)
      .where("hash", "=", sha256(token))
      .where("usedDate", "is", null);

  async function storeRefreshToken(refreshToken: string, accountId: string, clientId: string): Promise<string> {
    const token = randomBytes(32).toString("base64url");
    const payload: StoredGrant = {
      sealed: sealedBy(token, siteId).close(refreshToken).toString("base64"),
      accountId,
      clientId,
      tries: 0,
    };
    const expiresDate = new Date(now().getTime() + lifeMs);
    const key = { siteId, purpose, hash: sha256(token) };
    await db
      .insertInto("oneTimeSecret")
      .values({ ...key, payload: JSON.stringify(payload), expiresDate })
      .execute();
    return token;
  }

  /** Uses up one attempt. Returns undefined if none is left. */
  async function take(token: string): Promise<StoredGrant | undefined> {
    const tries = sql<number>`(payload->>'tries')::int`;
    const tried = await row(token)
      .where("expiresDate", ">", now())
      .where(tries, "<", maxTries)
      .set({ payload: sql`jsonb_set(payload, '{tries}', to_jsonb(${tries} + 1))` })
      .returning("payload")
      .executeTakeFirst();
    return tried?.payload as StoredGrant | undefined;
  }

  /** Returns the refresh token that the code unlocks, or the reason for the refusal. */
  async function redeem(token: string, clientId: string, code: string): Promise<string | Refused> {
    const stored = await take(token);
    if (stored?.clientId !== clientId) return { status: 403, error: "expired_token", why: "mfa_token is expired" };
    try {
      if (!(await accounts.factors.checkCode(stored.accountId, code)))
        return { status: 403, error: "invalid_grant", why: "Invalid otp_code." };
    } catch (error) {
      if (!(error instanceof AccountRefusal) || error.code !== "PAUSED") throw error;
      return { status: 429, error: "too_many_attempts", why: error.message, wait: error.retryAfterSeconds };
    }
    await row(token).set({ usedDate: now() }).execute();
    return sealedBy(token, siteId).open(Buffer.from(stored.sealed, "base64"));
  }

  return async (ctx, next) => {
    if (ctx.method !== "POST" || ctx.path !== "/oauth/token") return next();
    const form = await formOf(ctx);
    const field = codeIn[form?.get("grant_type") ?? ""];
    const client = field && form ? await provider.Client.find(form.get("client_id") ?? "") : undefined;
    if (form && field && client) {
      const opened = await redeem(form.get("mfa_token") ?? "", client.clientId, form.get(field) ?? "");
      if (typeof opened !== "string") {
        if (mayRead(client, ctx.get("Origin"))) ctx.set("Access-Control-Allow-Origin", ctx.get("Origin"));
        ctx.vary("Origin");
        return refuse(ctx, opened);
      }
      const renewal = { grant_type: "refresh_token", client_id: client.clientId, refresh_token: opened };
      setBody(ctx, String(new URLSearchParams(renewal)));
      ctx.state.secondFactor = true;
    }
    await next();
    if ((ctx.body as { error?: string } | undefined)?.error === "mfa_required") await explain(ctx);
  };

  async function explain(ctx: Context) {
    const { params, entities } = (ctx as unknown as KoaContextWithOIDC).oidc;
    const { accountId, clientId } = entities.RefreshToken ?? {};
    if (!accountId || !clientId) return;
    const { authenticator } = await accounts.factors.of(accountId);
    ctx.status = 403;
    ctx.body = {
      error: "mfa_required",
      error_description: "Multifactor authentication required",
      mfa_token: await storeRefreshToken(String(params?.refresh_token), accountId, clientId),
      mfa_requirements: authenticator.isOn ? { challenge: [{ type: "otp" }] } : { enroll: [{ type: "otp" }] },
    };
  }
}

type Refused = { status: number; error: string; why: string; wait?: number | undefined };

function refuse(ctx: Context, { status, error, why, wait }: Refused) {
  ctx.set("Cache-Control", "no-store");
  if (wait) ctx.set("Retry-After", String(wait));
  ctx.status = status;
  ctx.body = { error, error_description: why };
}

/**
 * Reads the form and passes the body on to the library unchanged. JSON has already been converted
 * to a form.
 */
async function formOf(ctx: Context): Promise<URLSearchParams | undefined> {
  // The library rejects a body that is too long or has no content length.
  const isShort = (ctx.request.length ?? Number.POSITIVE_INFINITY) <= bodyLimitBytes;
  if (!isShort || !ctx.is("application/x-www-form-urlencoded")) return undefined;
  const text = (await readText(ctx.req, bodyLimitBytes)) ?? "";
  setBody(ctx, text);
  return new URLSearchParams(text);
}

const sha256 = (text: string) => createHash("sha256").update(text).digest();
/** Encrypts stored data with the token, so that only the holder of the token can read the data. */
const sealedBy = (token: string, siteId: string) => createSealer(token, siteId, "uola mfa_token");
