import type { Accounts } from "@uola/accounts";
import type { Middleware } from "koa";
import type { KoaContextWithOIDC } from "oidc-provider";

const maxDeviceLength = 300;

/** Records every completed sign-in with its browser, so that people can see where they are signed in. */
export const recordSignIns =
  ({ sessions }: Accounts): Middleware =>
  async (ctx, next) => {
    await next();
    const { oidc } = ctx as unknown as Partial<KoaContextWithOIDC>;
    const session = oidc?.session;
    if (oidc?.route !== "resume" || !oidc.entities.AuthorizationCode || !session?.accountId) return;
    await sessions.recordIdentitySession({
      uid: session.uid,
      accountId: session.accountId,
      device: ctx.get("User-Agent").slice(0, maxDeviceLength) || undefined,
      network: ctx.ip,
      methods: session.amr ?? [],
    });
  };
