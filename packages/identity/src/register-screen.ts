import { type Account, AccountRefusal } from "@uola/accounts";
import { errors } from "oidc-provider";
import type { FieldErrors, FormError } from "./pages/form-errors.ts";
import { registerPage } from "./pages/register-page.ts";
import { approvalPage, checkMailPage } from "./pages/waiting-page.ts";
import type { Screen, ScreenRequest, ScreenTools } from "./screen.ts";

type RegisterInput = { email: string; firstName: string; lastName: string };
/**
 * A new registration that waits for verification or approval. It has no account id if the e-mail
 * address belongs to another person.
 */
type RegisteredAccount = { accountId?: string; email: string; needsMail: boolean };

/** The registration screen, and the steps that may be required before the first sign-in. */
export function registerScreen(tools: ScreenTools, enter: (request: ScreenRequest, account: Account) => Promise<void>) {
  const { accounts, site, originOf, home, saveStep, send, formErrorFrom } = tools;

  const showRegister = (request: ScreenRequest, input: RegisterInput, formError?: FormError) =>
    send(request, formError, registerPage(site, request, { ...input, formError }));

  /** Signs the person in, unless the address must be verified first or an owner must approve. */
  async function enterOrWait(request: ScreenRequest, account: Account) {
    if (account.status !== "PENDING") return enter(request, account);
    const { id: accountId, email } = account;
    const needsMail = account.statusReasons.includes("PENDING_EMAIL_VERIFICATION_REQUIRED");
    const registration: RegisteredAccount = { accountId, email, needsMail };
    await saveStep(request, { registered: registration });
    return showWaiting(request, registration);
  }

  /**
   * If every new account has to wait, a person who registers a taken address sees the same page as
   * everybody else, and the holder of the address is notified by e-mail. Returns false if new
   * accounts are signed in at once, because then a taken address cannot be hidden.
   */
  async function hideTakenAddress(request: ScreenRequest, email: string): Promise<boolean> {
    const { emailVerification, ownerApproval } = await accounts.signUpRules();
    if (!emailVerification && !ownerApproval) return false;
    await remindHolder(request, email).catch((error: unknown) => {
      if (!(error instanceof AccountRefusal)) throw error;
    });
    const registration: RegisteredAccount = { email, needsMail: emailVerification };
    await saveStep(request, { registered: registration });
    showWaiting(request, registration);
    return true;
  }

  const remindHolder = (request: ScreenRequest, email: string) =>
    accounts.notifyRegisteredOwner(email, { network: request.ctx.ip, returnTo: home(request) });

  function showWaiting(
    request: ScreenRequest,
    { email, needsMail }: RegisteredAccount,
    formError?: FormError,
    wasSent = false,
  ) {
    const page = needsMail
      ? checkMailPage(site, request, { email, wasSent, formError })
      : approvalPage(site, request, email);
    send(request, formError, page);
  }

  const register: Screen = {
    show(request) {
      const hint = request.interaction.params.login_hint;
      const email = typeof hint === "string" ? hint : "";
      return showRegister(request, { email, firstName: "", lastName: "" });
    },
    async answer(request, field) {
      const [email, firstName, lastName] = [field("email").trim(), field("firstName").trim(), field("lastName").trim()];
      const input = { email, firstName, lastName };
      const password = field("password");
      const fields: FieldErrors = {
        ...(!firstName && { firstName: "firstNameMissing" }),
        ...Object.assign(
          {},
          ...accounts.credentialRefusals({ email, password }).map((refusal) => formErrorFrom(refusal).fields),
        ),
        ...(!email && { email: "emailMissing" }),
        ...(!password && { password: "passwordMissing" }),
      };
      if (Object.keys(fields).length > 0) return showRegister(request, input, { status: 400, fields });
      const network = request.ctx.ip;
      try {
        const registration = { ...input, password, language: request.locale, network };
        return await enterOrWait(
          request,
          await accounts.register({ ...registration, verifyBy: "link", returnTo: home(request) }),
        );
      } catch (error) {
        const formError = formErrorFrom(error);
        const isTaken = error instanceof AccountRefusal && error.code === "EMAIL_TAKEN";
        if (isTaken && (await hideTakenAddress(request, email.toLowerCase()))) return;
        // The button was pressed twice: the account already exists and belongs to this person.
        const own =
          isTaken &&
          !(await accounts.requiresProofOfWork({ email, ...originOf(request) })) &&
          (await accounts.authenticate({ email, password, ...originOf(request) }).catch(() => undefined));
        return own ? enterOrWait(request, own) : showRegister(request, input, formError);
      }
    },
  };

  /**
   * Returns the account registered in this sign-in. E-mails for other accounts cannot be requested
   * here.
   */
  function registered({ interaction }: ScreenRequest): RegisteredAccount {
    const registration = interaction.result?.registered as RegisteredAccount | undefined;
    if (!registration) throw new errors.SessionNotFound("nobody has registered here");
    return registration;
  }

  const mail: Screen = {
    async show(request) {
      const registration = registered(request);
      const account = registration.accountId ? await accounts.find(registration.accountId) : undefined;
      if (account && account.status !== "PENDING") request.ctx.redirect(request.link("login"));
      else showWaiting(request, registration);
    },
    async answer(request) {
      const registration = registered(request);
      const asking = { network: request.ctx.ip, returnTo: home(request) };
      try {
        await (registration.accountId
          ? accounts.requestVerification(registration.accountId, asking)
          : remindHolder(request, registration.email));
        return showWaiting(request, registration, undefined, true);
      } catch (error) {
        return showWaiting(request, registration, formErrorFrom(error));
      }
    },
  };

  return { register, mail };
}
