import { type Account, AccountRefusal } from "@uola/accounts";
import { errors } from "oidc-provider";
import type { FieldFlaws, Flaw } from "./pages/form-errors.ts";
import { registerPage } from "./pages/register-page.ts";
import { approvalPage, checkMailPage } from "./pages/waiting-page.ts";
import type { Desk, Screen, Visit } from "./screen.ts";

type Given = { email: string; firstName: string; lastName: string };
/** Who waits after registering; without an account of their own, when somebody else has the address. */
type Registered = { accountId?: string; email: string; needsMail: boolean };

/** Registering, and what may have to happen before the first sign-in. */
export function registering(desk: Desk, enter: (visit: Visit, account: Account) => Promise<void>) {
  const { accounts, site, originOf, home, keep, send, flawFrom } = desk;

  const showRegister = (visit: Visit, given: Given, flaw?: Flaw) =>
    send(visit, flaw, registerPage(site, visit, { ...given, flaw }));

  /** In, unless the site lets nobody in before their address is verified or somebody has approved of them. */
  async function welcome(visit: Visit, account: Account) {
    if (account.status !== "PENDING") return enter(visit, account);
    const { id: accountId, email } = account;
    const needsMail = account.statusReasons.includes("PENDING_EMAIL_VERIFICATION_REQUIRED");
    const kept: Registered = { accountId, email, needsMail };
    await keep(visit, { registered: kept });
    return showWaiting(visit, kept);
  }

  /**
   * Where everybody new waits for something, whoever registers a taken address is shown the same as anybody, and its holder
   * is told by mail. Gives whether it is so; where people come in at once, there is no hiding that somebody did not.
   */
  async function pretend(visit: Visit, email: string): Promise<boolean> {
    const { emailVerification, ownerApproval } = await accounts.signUpRules();
    if (!emailVerification && !ownerApproval) return false;
    await remindHolder(visit, email).catch((error: unknown) => {
      if (!(error instanceof AccountRefusal)) throw error;
    });
    const kept: Registered = { email, needsMail: emailVerification };
    await keep(visit, { registered: kept });
    showWaiting(visit, kept);
    return true;
  }

  const remindHolder = (visit: Visit, email: string) =>
    accounts.remindHolder(email, { network: visit.ctx.ip, returnTo: home(visit) });

  function showWaiting(visit: Visit, { email, needsMail }: Registered, flaw?: Flaw, wasSent = false) {
    const page = needsMail ? checkMailPage(site, visit, { email, wasSent, flaw }) : approvalPage(site, visit, email);
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
        const isTaken = error instanceof AccountRefusal && error.code === "EMAIL_TAKEN";
        if (isTaken && (await pretend(visit, email.toLowerCase()))) return;
        // the button pressed twice: the account is there already, and it is theirs
        const own =
          isTaken &&
          !(await accounts.takesWork({ email, ...originOf(visit) })) &&
          (await accounts.authenticate({ email, password, ...originOf(visit) }).catch(() => undefined));
        return own ? welcome(visit, own) : showRegister(visit, given, flaw);
      }
    },
  };

  /** Who registered in this very sign-in: nobody else's mail is sent again from here. */
  function registered({ interaction }: Visit): Registered {
    const kept = interaction.result?.registered as Registered | undefined;
    if (!kept) throw new errors.SessionNotFound("nobody has registered here");
    return kept;
  }

  const mail: Screen = {
    async show(visit) {
      const kept = registered(visit);
      const account = kept.accountId ? await accounts.find(kept.accountId) : undefined;
      if (account && account.status !== "PENDING") visit.ctx.redirect(visit.link("login"));
      else showWaiting(visit, kept);
    },
    async answer(visit) {
      const kept = registered(visit);
      const asking = { network: visit.ctx.ip, returnTo: home(visit) };
      try {
        await (kept.accountId ? accounts.requestVerification(kept.accountId, asking) : remindHolder(visit, kept.email));
        return showWaiting(visit, kept, undefined, true);
      } catch (error) {
        return showWaiting(visit, kept, flawFrom(error));
      }
    },
  };

  return { register, mail };
}
