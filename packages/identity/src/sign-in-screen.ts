import { type Account, AccountRefusal } from "@uola/accounts";
import { words } from "@uola/words/identity";
import { credentialIn } from "./forms.ts";
import type { FieldFlaws, Flaw } from "./pages/form-errors.ts";
import { signInPage } from "./pages/sign-in-page.ts";
import { methods } from "./second-factor.ts";
import type { Desk, Screen, Visit } from "./screen.ts";

/** By password or passkey. */
export function signingIn({
  accounts,
  site,
  place,
  proofOfWork,
  originOf,
  remember,
  home,
  finish,
  send,
  flawFrom,
}: Desk) {
  /** Who they are is known: on with the sign-in. */
  async function enter(visit: Visit, { id }: Account, amr: string[] = methods.password) {
    await remember(visit, id);
    return finish(visit, { login: { accountId: id, amr, remember: true } });
  }

  /** Whether a try from here takes work that was not done. It is asked for, and done, whoever has the address. */
  async function lacksWork(visit: Visit, email: string, solution: string): Promise<boolean> {
    const from = originOf(visit);
    if (!proofOfWork || !(await accounts.takesWork({ email, ...from }))) return false;
    return !solution || !(await proofOfWork.verify(solution, from.network));
  }

  /** Where a forgotten password is replaced; from there people go back to the site that sent them. */
  function forgot(visit: Visit, email: string): string {
    const known = { login_hint: email, return_to: home(visit), lang: visit.locale };
    return `/password/forgot?${new URLSearchParams(Object.entries(known).filter(([, value]) => value !== ""))}`;
  }

  /** Given along with the page where the next try will take it, so that it is done while the password is typed. */
  const workFor = async (visit: Visit, email: string): Promise<object | undefined> =>
    proofOfWork && email && (await accounts.takesWork({ email, ...originOf(visit) }))
      ? proofOfWork.challenge()
      : undefined;

  async function showLogin(visit: Visit, flaw?: Flaw, email?: string) {
    const { interaction } = visit;
    const present = interaction.session?.accountId;
    const current = present ? await accounts.find(present) : undefined;
    const hint = interaction.params.login_hint;
    const { reasons } = interaction.prompt;
    const isAgain = reasons.includes("max_age") || reasons.includes("stale");
    const suggested = email ?? (typeof hint === "string" ? hint : isAgain ? current?.email : "") ?? "";
    const notice = isAgain ? "again" : current ? "switch" : undefined;
    const shown = {
      email: suggested,
      current: current?.email,
      notice,
      flaw,
      forgot: forgot(visit, suggested),
      work: await workFor(visit, suggested),
    } as const;
    send(visit, flaw, signInPage(site, visit, shown));
  }

  const login: Screen = {
    show: showLogin,
    async answer(visit, field) {
      const email = field("email").trim();
      const password = field("password");
      const fields: FieldFlaws = {
        ...(!email && { email: "emailMissing" }),
        ...(!password && { password: "passwordMissing" }),
      };
      if (Object.keys(fields).length > 0) return showLogin(visit, { status: 400, fields }, email);
      try {
        if (await lacksWork(visit, email, field("work")))
          return await showLogin(visit, { status: 429, whole: "workNeeded" }, email);
        return await enter(visit, await accounts.authenticate({ email, password, ...originOf(visit) }));
      } catch (error) {
        const flaw = flawFrom(error);
        const isExpired = error instanceof AccountRefusal && error.code === "PASSWORD_EXPIRED";
        const remedy = { href: forgot(visit, email), label: words(visit.locale)("chooseNewPassword") };
        return showLogin(visit, isExpired ? { ...flaw, remedy } : flaw, email);
      }
    },
  };

  const passkey: Screen = {
    show: showLogin,
    passkey: () => accounts.factors.passkeys.signInOptions(place),
    async answer(visit, field) {
      const response = credentialIn<Parameters<typeof accounts.factors.passkeys.signIn>[0]>(field("response"));
      if (!response) return showLogin(visit, { status: 400, whole: "passkeyRefused" });
      try {
        return await enter(visit, await accounts.factors.passkeys.signIn(response, place), methods.passkey);
      } catch (error) {
        return showLogin(visit, flawFrom(error));
      }
    },
  };

  return { login, passkey, enter };
}
