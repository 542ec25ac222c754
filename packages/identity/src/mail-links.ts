import { AccountRefusal, type Accounts } from "@uola/accounts";
import type { Locale } from "@uola/words";
import { pathIn } from "@uola/words/language";
import type { Context, Middleware } from "koa";
import type { Clients } from "./clients.ts";
import { csrfTokens } from "./csrf.ts";
import { readForm } from "./forms.ts";
import { localeOf } from "./locale.ts";
import type { FieldErrors, FormError } from "./pages/form-errors.ts";
import { formErrorOf } from "./pages/form-errors.ts";
import type { Site } from "./pages/layout.ts";
import {
  confirmPage,
  donePage,
  expiredLinkPage,
  forgotPage,
  type MailLinkPage,
  passwordPage,
  sentPage,
} from "./pages/mail-link-pages.ts";
import { noticePage } from "./pages/notice-pages.ts";
import { sendPage } from "./pages/send.ts";

type Options = { site: Site; accounts: Accounts; clients: Clients; issuer: string; secret: string };
type Field = (name: string) => string;
type Verification = NonNullable<Awaited<ReturnType<Accounts["readVerification"]>>>;
/** The purpose of each mailed link. */
const mailLinkPages = {
  "/password/reset": { purpose: "RESET_PASSWORD", kind: "reset" },
  "/account/activate": { purpose: "ACTIVATE", kind: "activate" },
  "/email/verify": { purpose: "VERIFY_LINK", kind: "verify" },
  "/email/change": { purpose: "CHANGE_EMAIL", kind: "change" },
} as const;
type MailLinkPath = keyof typeof mailLinkPages;

/**
 * Serves the pages opened by links in e-mails, and the page on which people request such an e-mail.
 * Opening a link changes nothing, because security scanners open links too; the change happens when
 * the user presses the button.
 */
export function mailLinks({ site, accounts, clients, issuer, secret }: Options): Middleware {
  const { origin } = new URL(issuer);
  const csrf = csrfTokens(secret, issuer);
  const siteOrigin = new URL(site.url).origin;

  /**
   * Returns the URL the person came from if it belongs to our site or to a client; otherwise
   * undefined.
   */
  async function safeReturn(address: string | null | undefined): Promise<string | undefined> {
    if (!address || !URL.canParse(address)) return undefined;
    return new URL(address).origin === siteOrigin || (await clients.isListed(address)) ? address : undefined;
  }

  function pageOf(ctx: Context, parameters: Record<string, string | undefined>): MailLinkPage {
    const link = (locale: Locale | undefined) => {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries({ ...parameters, lang: locale })) if (value) query.set(name, value);
      return `${ctx.path}${query.size > 0 ? `?${query}` : ""}`;
    };
    return { locale: localeOf(ctx), csrf: { ...csrf.give(ctx), action: link(langOf(ctx)) }, link };
  }

  async function forgot(ctx: Context, field: Field | undefined) {
    const returnTo = await safeReturn(one(ctx.query.return_to));
    const page = pageOf(ctx, { return_to: returnTo });
    const shown = (status: number, email: string, formError?: FormError) => {
      if (formError?.retryAfterSeconds) ctx.set("Retry-After", String(formError.retryAfterSeconds));
      sendPage(ctx, status, forgotPage(site, page, { email, formError }));
    };
    if (!field) return shown(200, one(ctx.query.login_hint) ?? "");
    const email = field("email").trim();
    if (!email) return shown(400, email, { status: 400, fields: { email: "emailMissing" } });
    try {
      const language = page.locale;
      await accounts.requestPasswordReset(email, { language, network: ctx.ip, ...(returnTo && { returnTo }) });
    } catch (error) {
      if (!(error instanceof AccountRefusal)) throw error;
      const formError = formErrorOf(error);
      return shown(formError.status, email, formError);
    }
    sendPage(ctx, 200, sentPage(site, page));
  }

  async function open(ctx: Context, path: MailLinkPath, field: Field | undefined) {
    const { purpose, kind } = mailLinkPages[path];
    const token = one(ctx.query.token) ?? "";
    const page = pageOf(ctx, { token });
    const found = /^[\w-]{20,100}$/.test(token) ? await accounts.readVerification(token) : undefined;
    const dead = () => sendPage(ctx, 410, expiredLinkPage(site, page, kind));
    if (found?.purpose !== purpose) return dead();
    try {
      if (kind === "verify" || kind === "change") {
        if (!field) return sendPage(ctx, 200, confirmPage(site, page, kind, found.email));
        await (kind === "verify" ? accounts.verifyEmailByLink(token) : accounts.confirmEmailChange(token));
      } else {
        const formError = field && passwordErrorOf(found, field("password"));
        if (!field || formError) return showPassword(ctx, page, kind, found, formError);
        await accounts[kind === "reset" ? "resetPassword" : "activate"](token, field("password"));
      }
      const onward = (await safeReturn(found.returnTo)) ?? new URL(pathIn(page.locale, "/account/"), site.url).href;
      sendPage(ctx, 200, donePage(site, page, kind, onward));
    } catch (error) {
      if (!(error instanceof AccountRefusal)) throw error;
      // If the button is clicked twice at the same time, the second request fails.
      if (error.code === "PROOF_INVALID") return dead();
      if (kind === "reset" || kind === "activate") return showPassword(ctx, page, kind, found, formErrorOf(error));
      if (error.code !== "EMAIL_TAKEN") return dead();
      sendPage(ctx, 409, confirmPage(site, page, "change", found.email, "emailTakenMeanwhile"));
    }
  }

  function passwordErrorOf({ email }: Verification, password: string): FormError | undefined {
    const fields: FieldErrors = password
      ? Object.assign(
          {},
          ...accounts.credentialRefusals({ email, password }).map((refusal) => formErrorOf(refusal).fields),
        )
      : { password: "passwordMissing" };
    return fields.password ? { status: 400, fields: { password: fields.password } } : undefined;
  }

  function showPassword(
    ctx: Context,
    page: MailLinkPage,
    kind: "reset" | "activate",
    { email }: Verification,
    formError?: FormError,
  ) {
    sendPage(ctx, formError?.status ?? 200, passwordPage(site, page, kind, { email, formError }));
  }

  return async (ctx, next) => {
    const isLink = Object.hasOwn(mailLinkPages, ctx.path);
    if (!isLink && ctx.path !== "/password/forgot") return next();
    // HEAD responds as GET does; Koa omits the body. Neither uses up the link.
    if (!["GET", "HEAD", "POST"].includes(ctx.method)) return next();
    // The URL may give access to an account, so it must not be sent to other sites as a referrer.
    // "no-referrer" would also drop the Origin header of the form.
    ctx.set("Referrer-Policy", "strict-origin");
    let field: Field | undefined;
    if (ctx.method === "POST") {
      field = ctx.get("Origin") === origin ? await readForm(ctx) : undefined;
      if (!field || !csrf.fits(ctx, field("proof"))) return sendPage(ctx, 403, noticePage(site, ctx, "badForm"));
    }
    return isLink ? open(ctx, ctx.path as MailLinkPath, field) : forgot(ctx, field);
  };
}

const one = (value: string | string[] | undefined) => (typeof value === "string" ? value : undefined);

const langOf = ({ query: { lang } }: Context): Locale | undefined =>
  lang === "lt" || lang === "en" ? lang : undefined;
