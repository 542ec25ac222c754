import { errors, type InteractionResults } from "oidc-provider";
import { credentialIn } from "./forms.ts";
import { accountPage } from "./pages/account-page.ts";
import { enrolPage, recoveryCodesPage } from "./pages/enrol-page.ts";
import type { Flaw } from "./pages/form-errors.ts";
import { suggestedName } from "./pages/passkey-form.ts";
import { secondFactorPage } from "./pages/second-factor-page.ts";
import { methods, proved } from "./second-factor.ts";
import type { Desk, Screen, Visit } from "./screen.ts";

type App = { secret: string; address: string };

/** Whose sign-in it is, once somebody is signed in. */
export function present({ interaction }: Visit): string {
  const accountId = interaction.session?.accountId;
  if (!accountId) throw new errors.SessionNotFound("nobody is signed in");
  return accountId;
}

/** That it is truly them: which of the accounts, the second factor, and having one. */
export function proving({ provider, accounts, site, place, keep, finish, askAgain, send, flawFrom }: Desk) {
  const { factors } = accounts;

  /** The sign-in with what was proved added to it; when it began stays as it was. */
  async function signIn(visit: Visit, more: readonly string[]): Promise<InteractionResults> {
    const accountId = present(visit);
    const session = await provider.Session.findByUid(visit.interaction.session?.uid ?? "");
    if (session?.accountId !== accountId) throw new errors.SessionNotFound("another session");
    const amr = proved(session.amr, more);
    return { login: { accountId, amr, remember: true, ...(session.loginTs && { ts: session.loginTs }) } };
  }

  /** Who has a second factor must show it; only who has none may choose one here. */
  async function hasNone(visit: Visit): Promise<boolean> {
    const { authenticator, passkeys } = await factors.of(present(visit));
    return !authenticator.isOn && passkeys.length === 0;
  }
  const mayEnrol = async (visit: Visit) => visit.interaction.prompt.name === "enrol" || (await hasNone(visit));

  async function showCode(visit: Visit, flaw?: Flaw): Promise<void> {
    const { authenticator, passkeys } = await factors.of(present(visit));
    const [hasApp, hasPasskey] = [authenticator.isOn, passkeys.length > 0];
    if (!hasApp && !hasPasskey) return showEnrol(visit, flaw);
    send(visit, flaw, secondFactorPage(site, visit, { hasApp, hasPasskey, flaw }));
  }

  const code: Screen = {
    show: showCode,
    async answer(visit, field) {
      if (field("another")) return askAgain(visit);
      const name = field("recoveryCode") ? "recoveryCode" : "code";
      const given = field(name).trim();
      if (!given) return showCode(visit, { status: 400, fields: { code: "codeMissing" } });
      const wrong = name === "code" ? { code: "codeWrong" as const } : { recoveryCode: "recoveryCodeWrong" as const };
      try {
        const fits = await factors.checkCode(present(visit), given);
        return fits
          ? await finish(visit, await signIn(visit, methods.code))
          : await showCode(visit, { status: 400, fields: wrong });
      } catch (error) {
        return showCode(visit, flawFrom(error));
      }
    },
  };

  async function showEnrol(visit: Visit, flaw?: Flaw, app?: App): Promise<void> {
    if (!(await mayEnrol(visit))) return showCode(visit, flaw);
    const { secret, address } = app ?? (await factors.beginAuthenticator(present(visit)));
    const isRequired = visit.interaction.prompt.name === "mfa";
    const passkey = isRequired ? suggestedName(visit.ctx.get("User-Agent")) : undefined;
    send(visit, flaw, await enrolPage(site, visit, { secret, address, isRequired, passkey, flaw }));
  }

  const enrol: Screen = {
    show: showEnrol,
    async answer(visit, field) {
      if (field("another")) return askAgain(visit);
      const isAsked = visit.interaction.prompt.name === "enrol";
      if (field("later") && isAsked) return finish(visit, { enrol: { isOn: false } });
      if (!(await mayEnrol(visit))) return showCode(visit);
      const given = field("code").trim();
      const app = appIn(field("secret"), field("address"));
      if (!given) return showEnrol(visit, { status: 400, fields: { code: "codeMissing" } }, app);
      let codes: string[];
      try {
        codes = await factors.confirmAuthenticator(present(visit), given);
      } catch (error) {
        return showEnrol(visit, flawFrom(error), app);
      }
      // kept before they are shown: the page only has to lead on
      const to = await keep(visit, {
        ...(await signIn(visit, methods.code)),
        ...(isAsked && { enrol: { isOn: true } }),
      });
      send(visit, undefined, recoveryCodesPage(site, visit, codes, to));
    },
  };

  /** A passkey is shown, or, by who has nothing yet, made. */
  const passkeyForCode: Screen = {
    show: showCode,
    passkey: async (visit) =>
      (await hasNone(visit))
        ? factors.passkeys.registrationOptions(present(visit), place)
        : factors.passkeys.signInOptions(place),
    async answer(visit, field) {
      const refused: Flaw = { status: 400, whole: "passkeyRefused" };
      const { passkeys } = factors;
      const isNew = await hasNone(visit);
      const made = isNew ? credentialIn<Parameters<typeof passkeys.register>[1]>(field("response")) : undefined;
      const used = isNew ? undefined : credentialIn<Parameters<typeof passkeys.signIn>[0]>(field("response"));
      try {
        if (made) await passkeys.register(present(visit), made, { ...place, name: field("passkeyName") });
        else if (!used || (await passkeys.signIn(used, place)).id !== present(visit))
          return await showCode(visit, refused);
      } catch (error) {
        return showCode(visit, flawFrom(error));
      }
      return finish(visit, { ...(await signIn(visit, methods.passkey)), ...(isNew && { passkey: { isMade: true } }) });
    },
  };

  const account: Screen = {
    async show(visit) {
      const current = await accounts.find(present(visit));
      if (!current) throw new errors.SessionNotFound("nobody to choose");
      send(visit, undefined, accountPage(site, visit, current));
    },
    answer: (visit, field) => (field("another") ? askAgain(visit) : finish(visit, { select_account: {} })),
  };

  return { account, code, enrol, passkeyForCode };
}

/** The secret a form brought back: it was shown, and is only shown again. */
function appIn(secret: string, address: string): App | undefined {
  return /^[A-Z2-7]{16,64}$/.test(secret) && address.startsWith("otpauth://totp/") && address.length < 1000
    ? { secret, address }
    : undefined;
}
