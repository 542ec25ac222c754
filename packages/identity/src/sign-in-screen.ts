import { type Account, AccountRefusal } from "@uola/accounts";
import { words } from "@uola/words/identity";
import { credentialIn } from "./forms.ts";
import type { FieldErrors, FormError } from "./pages/form-errors.ts";
import { signInPage } from "./pages/sign-in-page.ts";
import type { Screen, ScreenRequest, ScreenTools } from "./screen.ts";
import { methods } from "./second-factor.ts";

/** The screens to sign in with a password or a passkey. */
export function signInScreen({
  accounts,
  site,
  relyingParty,
  proofOfWork,
  originOf,
  remember,
  home,
  finish,
  send,
  formErrorFrom,
}: ScreenTools) {
  /** Continues the sign-in once the account is known. */
  async function completeSignIn(request: ScreenRequest, { id }: Account, amr: string[] = methods.password) {
    await remember(request, id);
    return finish(request, { login: { accountId: id, amr, remember: true } });
  }

  /** Whether a required proof of work is missing. It is required whether or not the address has an account. */
  async function lacksProofOfWork(request: ScreenRequest, email: string, solution: string): Promise<boolean> {
    const from = originOf(request);
    if (!proofOfWork || !(await accounts.requiresProofOfWork({ email, ...from }))) return false;
    return !solution || !(await proofOfWork.verify(solution, from.network));
  }

  /**
   * Returns the URL of the page that replaces a forgotten password; from there users return to the
   * site that sent them.
   */
  function forgot(request: ScreenRequest, email: string): string {
    const known = { login_hint: email, return_to: home(request), lang: request.locale };
    return `/password/forgot?${new URLSearchParams(Object.entries(known).filter(([, value]) => value !== ""))}`;
  }

  /**
   * Returns the proof-of-work challenge if the next attempt will need it. It is sent with the page,
   * so that the browser can solve it while the user types the password.
   */
  const challengeFor = async (request: ScreenRequest, email: string): Promise<object | undefined> =>
    proofOfWork && email && (await accounts.requiresProofOfWork({ email, ...originOf(request) }))
      ? proofOfWork.challenge()
      : undefined;

  async function showLogin(request: ScreenRequest, formError?: FormError, email?: string) {
    const { interaction } = request;
    const currentId = interaction.session?.accountId;
    const current = currentId ? await accounts.find(currentId) : undefined;
    const hint = interaction.params.login_hint;
    const { reasons } = interaction.prompt;
    const isAgain = reasons.includes("max_age") || reasons.includes("stale");
    const suggested = email ?? (typeof hint === "string" ? hint : isAgain ? current?.email : "") ?? "";
    const notice = isAgain ? "again" : current ? "switch" : undefined;
    const shown = {
      email: suggested,
      current: current?.email,
      notice,
      formError,
      forgot: forgot(request, suggested),
      work: await challengeFor(request, suggested),
    } as const;
    send(request, formError, signInPage(site, request, shown));
  }

  const login: Screen = {
    show: showLogin,
    async answer(request, field) {
      const email = field("email").trim();
      const password = field("password");
      const fields: FieldErrors = {
        ...(!email && { email: "emailMissing" }),
        ...(!password && { password: "passwordMissing" }),
      };
      if (Object.keys(fields).length > 0) return showLogin(request, { status: 400, fields }, email);
      try {
        if (await lacksProofOfWork(request, email, field("work")))
          return await showLogin(request, { status: 429, formMessage: "workNeeded" }, email);
        return await completeSignIn(request, await accounts.authenticate({ email, password, ...originOf(request) }));
      } catch (error) {
        const formError = formErrorFrom(error);
        const isExpired = error instanceof AccountRefusal && error.code === "PASSWORD_EXPIRED";
        const action = { href: forgot(request, email), label: words(request.locale)("chooseNewPassword") };
        return showLogin(request, isExpired ? { ...formError, action } : formError, email);
      }
    },
  };

  const passkey: Screen = {
    show: showLogin,
    passkey: () => accounts.factors.passkeys.signInOptions(relyingParty),
    async answer(request, field) {
      const response = credentialIn<Parameters<typeof accounts.factors.passkeys.signIn>[0]>(field("response"));
      if (!response) return showLogin(request, { status: 400, formMessage: "passkeyRefused" });
      try {
        return await completeSignIn(
          request,
          await accounts.factors.passkeys.signIn(response, relyingParty),
          methods.passkey,
        );
      } catch (error) {
        return showLogin(request, formErrorFrom(error));
      }
    },
  };

  return { login, passkey, enter: completeSignIn };
}
