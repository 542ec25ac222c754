import { AccountRefusal } from "@uola/accounts";
import type { contract, Input } from "@uola/contract";
import { type Caller, type Context, type Handlers, Refusal, Violation } from "@uola/kernel";
import { createSignInFlow } from "../authentication/authentication.ts";
import { withRefusals } from "../members/members.ts";
import { isPageOfClient } from "../tokens/tokens.ts";

type Redirect = Input<typeof contract.recovery.sendRecoveryEmail>["redirect"];

/** Handlers for forgotten passwords and for the first passwords of invited people. */
export function recovery(context: Context): Handlers<typeof contract.recovery> {
  const { accounts } = context;
  const signInFlow = createSignInFlow(context);

  /**
   * Returns the page to return to: a page of the client's registered sites or of the platform's own
   * site. Errors: INVALID_REDIRECT_URI.
   */
  async function returnTo(redirect: Redirect, caller: Caller): Promise<string | undefined> {
    if (!redirect?.url) return undefined;
    if (await isPageOfClient(context, redirect.url, redirect.clientId ?? caller.clientId)) return redirect.url;
    throw new Refusal("INVALID_REDIRECT_URI", "redirect.url must be a page of the client's own site.", 400);
  }

  return {
    async sendRecoveryEmail({ email, language, redirect }, { caller, from: { network } }) {
      const page = await returnTo(redirect, caller);
      const options = { language: language ?? caller.language, returnTo: page, network };
      await withRefusals(accounts.requestPasswordReset(email, options), { email: "email" });
      return {};
    },

    async sendActivationEmail({ identityId, emailOptions }, { caller }) {
      const page = await returnTo(emailOptions?.redirect, caller);
      const options = { language: emailOptions?.language ?? undefined, returnTo: page };
      await withRefusals(accounts.sendActivation(identityId, options, caller));
      return {};
    },

    async recover({ recoveryToken, password }, call) {
      if (!password) throw new Violation([{ field: "password", description: "is needed", data: { type: "PASSWORD" } }]);
      const isFirst = (await accounts.readVerification(recoveryToken))?.purpose === "ACTIVATE";
      const chosen = isFirst
        ? accounts.activate(recoveryToken, password)
        : accounts.resetPassword(recoveryToken, password);
      const account = await withRefusals(chosen).catch((error: unknown) => {
        if (!(error instanceof AccountRefusal && error.code === "PROOF_INVALID")) throw error;
        throw new Refusal("INVALID_RECOVERY_TOKEN", "This link is not good (any more).", 400);
      });
      if (account.status === "ACTIVE" && (await accounts.factors.areRequiredFor(account.id))) {
        // The password is set. The second factor is required at the next sign-in.
        return { state: "STATUS_CHECK", additionalData: { reason: { strValue: "SECOND_FACTOR_REQUIRED" } } };
      }
      return signInFlow.enter(account, { methods: ["otp"], provedDate: context.now() }, { call });
    },
  };
}

/** Handlers for mailed codes that verify an address. */
export function verification(context: Context): Handlers<typeof contract.verification> {
  const { accounts } = context;
  const signInFlow = createSignInFlow(context);

  const mailCode = (id: string) => withRefusals(accounts.startVerification(id, { by: "code" }));

  return {
    async start({ identityId }, { caller }) {
      // Otherwise a visitor could make the platform send mail to anyone.
      const isOwn = caller.memberId !== undefined && (identityId ?? caller.memberId) === caller.memberId;
      if (!isOwn && caller.role !== "owner") {
        throw new Refusal("PERMISSION_DENIED", "Only for one's own address, or as the owner.", 403);
      }
      const id = identityId ?? caller.memberId;
      if (!id) throw new Violation([{ field: "identityId", description: "is needed, as a key is no person" }]);
      return { verificationId: await mailCode(id) };
    },

    async verifyDuringAuthentication({ code, stateToken }, call) {
      return signInFlow.verify({ ...(await signInFlow.resume(stateToken)), stateToken, code, call });
    },

    async resendDuringAuthentication({ stateToken }) {
      const { account, waiting } = await signInFlow.resume(stateToken);
      const waits = waiting.link !== undefined || account.statusReasons.includes("PENDING_EMAIL_VERIFICATION_REQUIRED");
      if (!waits) throw new Refusal("INVALID_STATE_TOKEN", "This sign-in waits for no code.", 400);
      if (account.status !== "BLOCKED") await mailCode(account.id);
      return { state: "REQUIRE_EMAIL_VERIFICATION", stateToken };
    },
  };
}
