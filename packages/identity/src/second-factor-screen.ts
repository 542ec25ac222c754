import { errors, type InteractionResults } from "oidc-provider";
import { credentialIn } from "./forms.ts";
import { accountPage } from "./pages/account-page.ts";
import { enrolPage, recoveryCodesPage } from "./pages/enrol-page.ts";
import type { FormError } from "./pages/form-errors.ts";
import { suggestedName } from "./pages/passkey-form.ts";
import { secondFactorPage } from "./pages/second-factor-page.ts";
import type { Screen, ScreenRequest, ScreenTools } from "./screen.ts";
import { methods, withMethods } from "./second-factor.ts";

type App = { secret: string; address: string };

/** Returns the account id of this sign-in. Throws if nobody is signed in yet. */
export function signedInAccountId({ interaction }: ScreenRequest): string {
  const accountId = interaction.session?.accountId;
  if (!accountId) throw new errors.SessionNotFound("nobody is signed in");
  return accountId;
}

/** The screens that choose the account, ask for the second factor, and set one up. */
export function secondFactorScreen({
  provider,
  accounts,
  site,
  relyingParty,
  saveStep,
  finish,
  askAgain,
  send,
  formErrorFrom,
}: ScreenTools) {
  const { factors } = accounts;

  /** Adds authentication methods to the sign-in. The time of the sign-in does not change. */
  async function signIn(request: ScreenRequest, more: readonly string[]): Promise<InteractionResults> {
    const accountId = signedInAccountId(request);
    const session = await provider.Session.findByUid(request.interaction.session?.uid ?? "");
    if (session?.accountId !== accountId) throw new errors.SessionNotFound("another session");
    const amr = withMethods(session.amr, more);
    return { login: { accountId, amr, remember: true, ...(session.loginTs && { ts: session.loginTs }) } };
  }

  /**
   * Whether the person has no second factor yet. A person who has one must use it and cannot set up
   * another one here.
   */
  async function hasNoSecondFactor(request: ScreenRequest): Promise<boolean> {
    const { authenticator, passkeys } = await factors.of(signedInAccountId(request));
    return !authenticator.isOn && passkeys.length === 0;
  }
  const mayEnrol = async (request: ScreenRequest) =>
    request.interaction.prompt.name === "enrol" || (await hasNoSecondFactor(request));

  async function showCode(request: ScreenRequest, formError?: FormError): Promise<void> {
    const { authenticator, passkeys } = await factors.of(signedInAccountId(request));
    const [hasApp, hasPasskey] = [authenticator.isOn, passkeys.length > 0];
    if (!hasApp && !hasPasskey) return showEnrol(request, formError);
    send(request, formError, secondFactorPage(site, request, { hasApp, hasPasskey, formError }));
  }

  const code: Screen = {
    show: showCode,
    async answer(request, field) {
      if (field("another")) return askAgain(request);
      const name = field("recoveryCode") ? "recoveryCode" : "code";
      const entered = field(name).trim();
      if (!entered) return showCode(request, { status: 400, fields: { code: "codeMissing" } });
      const wrong = name === "code" ? { code: "codeWrong" as const } : { recoveryCode: "recoveryCodeWrong" as const };
      try {
        const fits = await factors.checkCode(signedInAccountId(request), entered);
        return fits
          ? await finish(request, await signIn(request, methods.code))
          : await showCode(request, { status: 400, fields: wrong });
      } catch (error) {
        return showCode(request, formErrorFrom(error));
      }
    },
  };

  async function showEnrol(request: ScreenRequest, formError?: FormError, app?: App): Promise<void> {
    if (!(await mayEnrol(request))) return showCode(request, formError);
    const { secret, address } = app ?? (await factors.beginAuthenticator(signedInAccountId(request)));
    const isRequired = request.interaction.prompt.name === "mfa";
    const passkey = isRequired ? suggestedName(request.ctx.get("User-Agent")) : undefined;
    send(request, formError, await enrolPage(site, request, { secret, address, isRequired, passkey, formError }));
  }

  const enrol: Screen = {
    show: showEnrol,
    async answer(request, field) {
      if (field("another")) return askAgain(request);
      const isAsked = request.interaction.prompt.name === "enrol";
      if (field("later") && isAsked) return finish(request, { enrol: { isOn: false } });
      if (!(await mayEnrol(request))) return showCode(request);
      const entered = field("code").trim();
      const app = authenticatorIn(field("secret"), field("address"));
      if (!entered) return showEnrol(request, { status: 400, fields: { code: "codeMissing" } }, app);
      let codes: string[];
      try {
        codes = await factors.confirmAuthenticator(signedInAccountId(request), entered);
      } catch (error) {
        return showEnrol(request, formErrorFrom(error), app);
      }
      // The step is saved before the recovery codes are shown, so that the page only has to link to
      // the next step.
      const to = await saveStep(request, {
        ...(await signIn(request, methods.code)),
        ...(isAsked && { enrol: { isOn: true } }),
      });
      send(request, undefined, recoveryCodesPage(site, request, codes, to));
    },
  };

  /** Uses a passkey, or creates one for a person who has no second factor yet. */
  const passkeyForCode: Screen = {
    show: showCode,
    passkey: async (request) =>
      (await hasNoSecondFactor(request))
        ? factors.passkeys.registrationOptions(signedInAccountId(request), relyingParty)
        : factors.passkeys.signInOptions(relyingParty),
    async answer(request, field) {
      const refused: FormError = { status: 400, formMessage: "passkeyRefused" };
      const { passkeys } = factors;
      const isNew = await hasNoSecondFactor(request);
      const made = isNew ? credentialIn<Parameters<typeof passkeys.register>[1]>(field("response")) : undefined;
      const used = isNew ? undefined : credentialIn<Parameters<typeof passkeys.signIn>[0]>(field("response"));
      try {
        if (made)
          await passkeys.register(signedInAccountId(request), made, { ...relyingParty, name: field("passkeyName") });
        else if (!used || (await passkeys.signIn(used, relyingParty)).id !== signedInAccountId(request))
          return await showCode(request, refused);
      } catch (error) {
        return showCode(request, formErrorFrom(error));
      }
      return finish(request, {
        ...(await signIn(request, methods.passkey)),
        ...(isNew && { passkey: { isMade: true } }),
      });
    },
  };

  const account: Screen = {
    async show(request) {
      const current = await accounts.find(signedInAccountId(request));
      if (!current) throw new errors.SessionNotFound("nobody to choose");
      send(request, undefined, accountPage(site, request, current));
    },
    answer: (request, field) => (field("another") ? askAgain(request) : finish(request, { select_account: {} })),
  };

  return { account, code, enrol, passkeyForCode };
}

/**
 * Returns the authenticator secret that the form sent back, which is used only to show the same
 * secret again.
 */
function authenticatorIn(secret: string, address: string): App | undefined {
  return /^[A-Z2-7]{16,64}$/.test(secret) && address.startsWith("otpauth://totp/") && address.length < 1000
    ? { secret, address }
    : undefined;
}
