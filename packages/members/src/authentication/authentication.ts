import type { contract, IdentityProfile, Input, StateMachineResponse } from "@uola/contract";
import { type Call, type Context, type Handlers, Refusal, Violation } from "@uola/kernel";
import type { CaptchaGate } from "../captcha/captcha.ts";
import { asRefusal, toStoredProfile, withRefusals } from "../members/members.ts";
import { idpSignIn } from "./idp-sign-in.ts";
import { reauthentication } from "./reauthentication.ts";
import { createSignInFlow } from "./sign-in-result.ts";

export { reauthentication } from "./reauthentication.ts";
export { createSignInFlow, type SignInFlow } from "./sign-in-result.ts";

type RegisterInput = {
  email: string;
  password: string | null | undefined;
  profile: IdentityProfile | null | undefined;
  captchaTokens: Input<typeof contract.authentication.registerV2>["captchaTokens"];
  fields: { email: string; password: string };
};

/**
 * Handlers for registration and for sign-in with a password, an identity provider's token or the
 * owner's API key.
 */
export function authentication(
  context: Context,
  { gate, logout }: { gate: CaptchaGate; logout: Handlers<typeof contract.authentication>["logout"] },
): Handlers<typeof contract.authentication> {
  const { accounts, callerResolver, now } = context;
  const signInFlow = createSignInFlow(context);
  const proof = reauthentication(context);

  async function register(input: RegisterInput, call: Call): Promise<StateMachineResponse> {
    const { email, fields, captchaTokens: tokens } = input;
    const { network } = call.from;
    const password = input.password ?? "";
    const violations = accounts.credentialRefusals({ email, password }).flatMap((error) => {
      const refusal = asRefusal(error, fields);
      return refusal instanceof Violation ? refusal.errors : [];
    });
    if (violations.length > 0) throw new Violation(violations);
    await gate.registration({ email, network, tokens });
    // A person who must verify the address immediately enters a code on screen. Other people can
    // follow a link later.
    const verifyBy = (await accounts.signUpRules()).emailVerification ? ("code" as const) : ("link" as const);
    const profile = { language: call.caller.language, ...toStoredProfile(input.profile ?? {}) };
    const person = { email, password, network, ...profile, verifyBy };
    const account = await withRefusals(accounts.register(person), fields);
    return signInFlow.enter(account, { methods: ["pwd"], provedDate: now() }, { call });
  }

  async function login(
    email: string,
    password: string,
    tokens: RegisterInput["captchaTokens"],
    call: Call,
  ): Promise<StateMachineResponse> {
    const { network } = call.from;
    // Text that cannot be an e-mail address reveals nothing about any account and does not count as
    // a failed attempt.
    if (accounts.credentialRefusals({ email, password }).some(({ code }) => code === "EMAIL_INVALID"))
      throw emailRequired();
    await gate.signIn({ email, network, tokens });
    const browser = call.caller.visitorId;
    const account = await withRefusals(accounts.authenticate({ email, password, network, browser }));
    return signInFlow.enter(account, { methods: ["pwd"], provedDate: now() }, { call, mails: true });
  }

  return {
    register({ identity, inputs, captchaTokens }, call) {
      const { identifiers, identityProfile: profile, email } = identity;
      const position = identifiers?.findIndex((each) => each.email ?? each.userName) ?? -1;
      const identifier = identifiers?.[position];
      const found = identifier
        ? {
            email: (identifier.email ?? identifier.userName) as string,
            field: `identity.identifiers.${position}.${identifier.email ? "email" : "userName"}`,
          }
        : { email: email?.address ?? "", field: "identity.email.address" };
      const fields = { email: found.field, password: "inputs.password" };
      return register({ email: found.email, password: inputs?.password, profile, captchaTokens, fields }, call);
    },
    registerV2: ({ loginId: { email }, password, profile, captchaTokens }, call) =>
      register(
        { email, password, profile, captchaTokens, fields: { email: "loginId.email", password: "password" } },
        call,
      ),

    login({ identifier, loginId, inputs, captchaTokens }, call) {
      const email = loginId?.email ?? identifier?.email ?? identifier?.userName ?? "";
      return login(email, inputs?.password ?? "", captchaTokens, call);
    },
    loginV2: ({ loginId, password, captchaTokens }, call) =>
      login(loginId.email ?? "", password ?? "", captchaTokens, call),

    loginWithIdpToken: idpSignIn(context, signInFlow),

    async proceed({ stateToken }, call) {
      const { account, waiting } = await signInFlow.resume(stateToken);
      // Until the code is entered nothing is proven, so not even the existence of the account may
      // be revealed.
      if (waiting.link) return { state: "REQUIRE_EMAIL_VERIFICATION", stateToken };
      return signInFlow.enter(account, waiting, { call, stateToken });
    },

    async signOn({ loginId: { email }, profile, verifyEmail, mergeExistingContact }, call) {
      const { caller } = call;
      const fields = { email: "loginId.email" };
      let account = await accounts.findByEmail(email);
      const given = toStoredProfile(profile ?? {});
      if (!account) {
        const input = { email, ...given, emailVerified: verifyEmail ?? false };
        account = await withRefusals(accounts.create(input, caller), fields);
      } else {
        // The owner vouches for the address, so credentials set by a person who registered it
        // unverified are deleted.
        if (verifyEmail && !account.emailVerified)
          account = await withRefusals(accounts.claimEmail(account.id, caller));
        if (mergeExistingContact) account = await accounts.updateProfile(account.id, given, { actor: caller });
      }
      return signInFlow.enter(account, { methods: ["user"], vouched: true }, { call, mails: true });
    },

    async changePassword({ newPassword, currentPassword }, { caller, from: { network } }) {
      const { memberId, sessionId } = caller;
      if (!memberId || !sessionId) throw new Refusal("PERMISSION_DENIED", "A key has no password.", 403);
      await withRefusals(proof.passwordOrSignIn({ memberId, sessionId }, { currentPassword, network }));
      await withRefusals(accounts.setPassword(memberId, newPassword, caller, sessionId), { password: "newPassword" });
      callerResolver.forget();
      return {};
    },

    logout,

    async captcha({ kind, purpose }) {
      const { provider, invisibleSiteKey, visibleSiteKey, challenge } =
        purpose === "BOOKING" ? gate.work : gate.captcha;
      const keys = { provider, invisibleSiteKey, visibleSiteKey };
      return challenge ? { ...keys, challenge: await challenge(kind ?? "INVISIBLE") } : keys;
    },
  };
}

const emailRequired = () => new Refusal("EMAIL_INVALID", "This is not the form of an e-mail address.", 400);
