import type { Context, PlatformHandlers, PlatformPart } from "@uola/kernel";
import { authentication } from "./authentication/authentication.ts";
import { type CaptchaGate, type CaptchaSettings, createCaptchaGate } from "./captcha/captcha.ts";
import { apiKeys } from "./keys/keys.ts";
import { members } from "./members/members.ts";
import { recovery, verification } from "./recovery/recovery.ts";
import { security } from "./security/security.ts";
import { authorizePages, logout, logoutPages, tokenCleanupTask, tokens } from "./tokens/tokens.ts";

export { authentication } from "./authentication/authentication.ts";
export {
  type CaptchaGate,
  type CaptchaKind,
  type CaptchaSettings,
  type CaptchaTokens,
  captchaRequired,
  createCaptchaGate,
} from "./captcha/captcha.ts";
export { proofOfWork } from "./captcha/proof-of-work.ts";
export { languageChosen, type VisitorSignIn, visitorSignedIn } from "./events.ts";
export { addApiKey, hashOf, listApiKeys, newApiKey, revokeApiKey } from "./keys/keys.ts";
export { type Actor, actorOf, members, namesOf } from "./members/members.ts";
export { recovery, verification } from "./recovery/recovery.ts";
export { security } from "./security/security.ts";
export { logout, platformClient, tokens } from "./tokens/tokens.ts";

export type MembersOptions = {
  /** Default: the built-in proof of work. */
  captcha?: CaptchaSettings | undefined;
};

/**
 * Creates the members package: identity and permissions. Other packages use `captchaGate` to
 * require a proof of work.
 */
export function createMembers(context: Context, { captcha }: MembersOptions = {}) {
  const captchaGate = createCaptchaGate(context, captcha);
  return {
    captchaGate,
    handlers: {
      tokens: tokens(context),
      members: members(context),
      authentication: authentication(context, { gate: captchaGate, logout: logout(context) }),
      recovery: recovery(context),
      verification: verification(context),
      security: security(context),
      apiKeys: apiKeys(context),
    },
    pages: { ...authorizePages(context), ...logoutPages(context) },
    tasks: [tokenCleanupTask(context)],
  } satisfies PlatformPart & { captchaGate: CaptchaGate; handlers: Partial<PlatformHandlers> };
}
