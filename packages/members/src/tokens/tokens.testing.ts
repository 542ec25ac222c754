import { newId } from "@uola/database";
import { issueSecret } from "@uola/kernel";
import type { TestPlatform } from "../testing.ts";

/** The verifier and challenge of RFC 7636, appendix B. */
export const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
export const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/** The path of a call that every caller may make. */
export const anyCall = "/v1/captcha";

export const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString());

/**
 * Helpers for calling the token endpoint. The platform is passed as a function because it is only
 * opened before the first test runs.
 */
export function tokenCalls(platform: () => TestPlatform) {
  const grant = (input: object, token?: string) =>
    platform().ask("/oauth2/token", { body: JSON.stringify(input), ...(token && { token }) });
  return {
    grant,
    anonymous: async () => (await grant({ grantType: "anonymous", clientId: platform().clientId })).body,
    me: (token: string) => platform().ask("/v1/members/me", { method: "GET", token }),

    /** Advances the clock of the platform. */
    later(seconds: number) {
      const { clock } = platform();
      clock.now = new Date(clock.now.getTime() + seconds * 1000);
    },

    /** Creates a sign-in code for this member, valid for a minute. */
    codeFor(memberId: string, more: object = {}): Promise<string> {
      const { db, siteId, clientId, clock } = platform();
      const payload = { memberId, clientId, codeChallenge: challenge, session: newId(), ...more };
      const expires = new Date(clock.now.getTime() + 60_000);
      return issueSecret(db, { siteId, purpose: "sign_in_code" }, payload, expires);
    },
    redeem: (code: string, more: object = {}) =>
      grant({
        grantType: "authorization_code",
        clientId: platform().clientId,
        code,
        codeVerifier: verifier,
        ...more,
      }),
    renew: (refreshToken: string) => grant({ grantType: "refresh_token", refreshToken }),
  };
}
