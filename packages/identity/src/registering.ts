import { type Account, AccountRefusal } from "@uola/accounts";
import { errors } from "oidc-provider";
import type { FieldFlaws, Flaw } from "./pages/flaws.ts";
import { registerPage } from "./pages/register-page.ts";
import { approvalPage, checkMailPage } from "./pages/waiting-page.ts";
import type { Desk, Screen, Visit } from "./visit.ts";

type Given = { email: string; firstName: string; lastName: string };

/** Registering, and what may have to happen before the first sign-in. */
export function registering(desk: Desk, enter: (visit: Visit, account: Account) => Promise<void>) {
  const { accounts, site, originOf, home, keep, send, flawFrom } = desk;

  const showRegister = (visit: Visit, given: Given, flaw?: Flaw) =>
    send(visit, flaw, registerPage(site, visit, { ...given, flaw }));

  /** In, unless the site lets nobody in before their address is verified or somebody has approved of them. */
  async function welcome(visit: Visit, account: Account) {
    if (account.status !== "PENDING") return enter(visit, account);
    await keep(visit, { registered: { accountId: account.id } });
    return showWaiting(visit, account);
  }

  function showWaiting(visit: Visit, account: Account, flaw?: Flaw, wasSent = false) {
    const needsMail = account.statusReasons.includes("PENDING_EMAIL_VERIFICATION_REQUIRED");
    const page = needsMail
      ? checkMailPage(site, visit, { account, wasSent, flaw })
      : approvalPage(site, visit, account.email);
    send(visit, flaw, page);
  }

  const register: Screen = {
    show(visit) {
      const hint = visit.interaction.params.login_hint;
      const email = typeof hint === "string" ? hint : "";
      return showRegister(visit, { email, firstName: "", lastName: "" });
    },
    async answer(visit, field) {
      const [email, firstName, lastName] = [field("email").trim(), field("firstName").trim(), field("lastName").trim()];
      const given = { email, firstName, lastName };
      const password = field("password");
      const fields: FieldFlaws = {
        ...(!firstName && { firstName: "firstNameMissing" }),
        ...Object.assign({}, ...accounts.flawsOf({ email, password }).map((refusal) => flawFrom(refusal).fields)),
        ...(!email && { email: "emailMissing" }),
        ...(!password && { password: "passwordMissing" }),
      };
      if (Object.keys(fields).length > 0) return showRegister(visit, given, { status: 400, fields });
      const network = visit.ctx.ip;
      try {
        const wish = { ...given, password, language: visit.locale, network };
        return await welcome(visit, await accounts.register({ ...wish, verifyBy: "link", returnTo: home(visit) }));
      } catch (error) {
        const flaw = flawFrom(error);
        // the button pressed twice: the account is there already, and it is theirs
        const own =
          error instanceof AccountRefusal &&
          error.code === "EMAIL_TAKEN" &&
          (await accounts.authenticate({ email, password, ...originOf(visit) }).catch(() => undefined));
        return own ? welcome(visit, own) : showRegister(visit, given, flaw);
      }
    },
  };

  /** Who registered in this very sign-in: nobody else's mail is sent again from here. */
  async function registered({ interaction }: Visit): Promise<Account> {
    const kept = interaction.result?.registered as { accountId: string } | undefined;
    const account = kept && (await accounts.find(kept.accountId));
    if (!account) throw new errors.SessionNotFound("nobody has registered here");
    return account;
  }

  const mail: Screen = {
    async show(visit) {
      const account = await registered(visit);
      if (account.status === "PENDING") return showWaiting(visit, account);
      visit.ctx.redirect(visit.link("login"));
    },
    async answer(visit) {
      const account = await registered(visit);
      try {
        await accounts.requestVerification(account.id, { network: visit.ctx.ip, returnTo: home(visit) });
        return showWaiting(visit, account, undefined, true);
      } catch (error) {
        return showWaiting(visit, account, flawFrom(error));
      }
    },
  };

  return { register, mail };
}
