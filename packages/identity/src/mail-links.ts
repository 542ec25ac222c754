import { AccountRefusal, type Accounts } from "@uola/accounts";
import type { Locale } from "@uola/words";
import type { Context, Middleware } from "koa";
import type { Clients } from "./clients.ts";
import { formProofs } from "./csrf.ts";
import { readForm } from "./forms.ts";
import { localeOf } from "./locale.ts";
import type { FieldFlaws, Flaw } from "./pages/form-errors.ts";
import { flawOf } from "./pages/form-errors.ts";
import type { Site } from "./pages/layout.ts";
import {
  confirmPage,
  deadLinkPage,
  donePage,
  forgotPage,
  type MailLinkPage,
  passwordPage,
  sentPage,
} from "./pages/mail-link-pages.ts";
import { noticePage } from "./pages/notice-pages.ts";
import { sendPage } from "./pages/send.ts";

type Options = { site: Site; accounts: Accounts; clients: Clients; issuer: string; secret: string };
type Field = (name: string) => string;
type Proof = NonNullable<Awaited<ReturnType<Accounts["readProof"]>>>;
/** What each link is for. */
const mailLinkPages = {
  "/password/reset": { purpose: "RESET_PASSWORD", kind: "reset" },
  "/account/activate": { purpose: "ACTIVATE", kind: "activate" },
  "/email/verify": { purpose: "VERIFY_LINK", kind: "verify" },
  "/email/change": { purpose: "CHANGE_EMAIL", kind: "change" },
} as const;
type MailLinkPath = keyof typeof mailLinkPages;

/**
 * The pages behind the links of our mails, and the one that asks for such a mail. Opening a link changes nothing, because
 * programs that look for dangerous links open them too: a button does it.
 */
export function mailLinks({ site, accounts, clients, issuer, secret }: Options): Middleware {
  const { origin } = new URL(issuer);
  const proofs = formProofs(secret, issuer);
  const siteOrigin = new URL(site.url).origin;

  /** Back to where the person came from, when it is an address of ours or of a client; else nowhere. */
  async function safeReturn(address: string | null | undefined): Promise<string | undefined> {
    if (!address || !URL.canParse(address)) return undefined;
    return new URL(address).origin === siteOrigin || (await clients.isListed(address)) ? address : undefined;
  }

  function pageOf(ctx: Context, kept: Record<string, string | undefined>): MailLinkPage {
    const link = (locale: Locale | undefined) => {
      const query = new URLSearchParams();
      for (const [name, value] of Object.entries({ ...kept, lang: locale })) if (value) query.set(name, value);
      return `${ctx.path}${query.size > 0 ? `?${query}` : ""}`;
    };
    return { locale: localeOf(ctx), proof: { ...proofs.give(ctx), action: link(langOf(ctx)) }, link };
  }

  async function forgot(ctx: Context, field: Field | undefined) {
    const returnTo = await safeReturn(one(ctx.query.return_to));
    const page = pageOf(ctx, { return_to: returnTo });
    const shown = (status: number, email: string, flaw?: Flaw) => {
      if (flaw?.retryAfterSeconds) ctx.set("Retry-After", String(flaw.retryAfterSeconds));
      sendPage(ctx, status, forgotPage(site, page, { email, flaw }));
    };
    if (!field) return shown(200, one(ctx.query.login_hint) ?? "");
    const email = field("email").trim();
    if (!email) return shown(400, email, { status: 400, fields: { email: "emailMissing" } });
    try {
      const language = page.locale;
      await accounts.requestPasswordReset(email, { language, network: ctx.ip, ...(returnTo && { returnTo }) });
    } catch (error) {
      if (!(error instanceof AccountRefusal)) throw error;
      const flaw = flawOf(error);
      return shown(flaw.status, email, flaw);
    }
    sendPage(ctx, 200, sentPage(site, page));
  }

  async function open(ctx: Context, path: MailLinkPath, field: Field | undefined) {
    const { purpose, kind } = mailLinkPages[path];
    const token = one(ctx.query.token) ?? "";
    const page = pageOf(ctx, { token });
    const found = /^[\w-]{20,100}$/.test(token) ? await accounts.readProof(token) : undefined;
    const dead = () => sendPage(ctx, 410, deadLinkPage(site, page, kind));
    if (found?.purpose !== purpose) return dead();
    try {
      if (kind === "verify" || kind === "change") {
        if (!field) return sendPage(ctx, 200, confirmPage(site, page, kind, found.email));
        await (kind === "verify" ? accounts.verifyEmailByLink(token) : accounts.confirmEmailChange(token));
      } else {
        const flaw = field && flawOfPassword(found, field("password"));
        if (!field || flaw) return showPassword(ctx, page, kind, found, flaw);
        await accounts[kind === "reset" ? "resetPassword" : "activate"](token, field("password"));
      }
      const onward = (await safeReturn(found.returnTo)) ?? new URL("/account/", site.url).href;
      sendPage(ctx, 200, donePage(site, page, kind, onward));
    } catch (error) {
      if (!(error instanceof AccountRefusal)) throw error;
      // of two who press the button at once, one is too late
      if (error.code === "PROOF_INVALID") return dead();
      if (kind === "reset" || kind === "activate") return showPassword(ctx, page, kind, found, flawOf(error));
      if (error.code !== "EMAIL_TAKEN") return dead();
      sendPage(ctx, 409, confirmPage(site, page, "change", found.email, "emailTakenMeanwhile"));
    }
  }

  function flawOfPassword({ email }: Proof, password: string): Flaw | undefined {
    const fields: FieldFlaws = password
      ? Object.assign({}, ...accounts.flawsOf({ email, password }).map((refusal) => flawOf(refusal).fields))
      : { password: "passwordMissing" };
    return fields.password ? { status: 400, fields: { password: fields.password } } : undefined;
  }

  function showPassword(ctx: Context, page: MailLinkPage, kind: "reset" | "activate", { email }: Proof, flaw?: Flaw) {
    sendPage(ctx, flaw?.status ?? 200, passwordPage(site, page, kind, { email, flaw }));
  }

  return async (ctx, next) => {
    const isLink = Object.hasOwn(mailLinkPages, ctx.path);
    if (!isLink && ctx.path !== "/password/forgot") return next();
    if (ctx.method !== "GET" && ctx.method !== "POST") return next();
    // nobody is told the address, which may open an account; "no-referrer" would take the Origin from the form as well
    ctx.set("Referrer-Policy", "strict-origin");
    let field: Field | undefined;
    if (ctx.method === "POST") {
      field = ctx.get("Origin") === origin ? await readForm(ctx) : undefined;
      if (!field || !proofs.fits(ctx, field("proof"))) return sendPage(ctx, 403, noticePage(site, ctx, "badForm"));
    }
    return isLink ? open(ctx, ctx.path as MailLinkPath, field) : forgot(ctx, field);
  };
}

const one = (value: string | string[] | undefined) => (typeof value === "string" ? value : undefined);

const langOf = ({ query: { lang } }: Context): Locale | undefined =>
  lang === "lt" || lang === "en" ? lang : undefined;
