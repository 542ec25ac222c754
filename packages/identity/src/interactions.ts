import { type Account, AccountRefusal, type Accounts } from "@uola/accounts";
import type { Locale } from "@uola/words";
import type { Context, Middleware } from "koa";
import type Provider from "oidc-provider";
import { errors, type InteractionResults } from "oidc-provider";
import { readForm } from "./forms.ts";
import { localeOf } from "./locale.ts";
import { consentPage } from "./pages/consent-page.ts";
import { type FieldFlaws, type Flaw, flawOf } from "./pages/flaws.ts";
import type { Site } from "./pages/layout.ts";
import { noticePage } from "./pages/notice-pages.ts";
import { registerPage } from "./pages/register-page.ts";
import { sendPage } from "./pages/send.ts";
import { signInPage } from "./pages/sign-in-page.ts";

type Options = { provider: Provider; site: Site; accounts: Accounts; issuer: string };
type Interaction = Awaited<ReturnType<Provider["interactionDetails"]>>;
/** One page of one sign-in: what every screen needs to know. */
export type Visit = {
  ctx: Context;
  interaction: Interaction;
  locale: Locale;
  /** The same sign-in's page of this name, in the language it is read in. */
  link(screen: "login" | "register" | "consent", locale?: Locale): string;
};

const path = /^\/interaction\/([\w-]{1,64})(?:\/(login|register|consent))?$/;

/** The pages between `/authorize` and the way back: sign in, register, consent. */
export function interactions({ provider, site, accounts, issuer }: Options): Middleware {
  const { origin } = new URL(issuer);

  async function open(ctx: Context, uid: string): Promise<Visit> {
    const interaction = await provider.interactionDetails(ctx.req, ctx.res);
    if (interaction.uid !== uid) throw new errors.SessionNotFound("another sign-in");
    const locale = localeOf(ctx, interaction.params.ui_locales);
    const lang = typeof ctx.query.lang === "string" ? ctx.query.lang : undefined;
    const link: Visit["link"] = (screen, to) => {
      const language = to ?? (lang === undefined ? undefined : locale);
      return `/interaction/${uid}/${screen}${language ? `?lang=${language}` : ""}`;
    };
    return { ctx, interaction, locale, link };
  }

  async function finish({ ctx }: Visit, result: InteractionResults) {
    const returnTo = await provider.interactionResult(ctx.req, ctx.res, result);
    ctx.status = 303;
    ctx.redirect(returnTo);
  }

  const signedIn = (visit: Visit, account: Account) =>
    finish(visit, { login: { accountId: account.id, amr: ["pwd"], remember: true } });

  async function showSignIn(visit: Visit, email?: string, flaw?: Flaw) {
    const { interaction } = visit;
    const present = interaction.session?.accountId;
    const current = present ? await accounts.find(present) : undefined;
    const hint = interaction.params.login_hint;
    const isAgain = interaction.prompt.reasons.includes("max_age");
    const suggested = email ?? (typeof hint === "string" ? hint : isAgain ? current?.email : "") ?? "";
    const notice = isAgain ? "again" : current ? "switch" : undefined;
    sendForm(visit, flaw, signInPage(site, visit, { email: suggested, current: current?.email, notice, flaw }));
  }

  function sendForm({ ctx, interaction }: Visit, flaw: Flaw | undefined, page: ReturnType<typeof signInPage>) {
    if (flaw?.retryAfterSeconds) ctx.set("Retry-After", String(flaw.retryAfterSeconds));
    // the browser follows the redirects after a form, so the site's origin has to be among the form's targets
    const back = URL.parse(String(interaction.params.redirect_uri))?.origin;
    sendPage(ctx, flaw?.status ?? 200, page, back);
  }

  async function signIn(visit: Visit, field: (name: string) => string) {
    const email = field("email").trim();
    const password = field("password");
    const fields: FieldFlaws = {
      ...(!email && { email: "emailMissing" }),
      ...(!password && { password: "passwordMissing" }),
    };
    if (Object.keys(fields).length > 0) return showSignIn(visit, email, { status: 400, fields });
    try {
      return await signedIn(visit, await accounts.authenticate({ email, password, network: visit.ctx.ip }));
    } catch (error) {
      if (!(error instanceof AccountRefusal)) throw error;
      return showSignIn(visit, email, flawOf(error));
    }
  }

  function showRegister(visit: Visit, given: { email: string; firstName: string; lastName: string }, flaw?: Flaw) {
    sendForm(visit, flaw, registerPage(site, visit, { ...given, flaw }));
  }

  async function register(visit: Visit, field: (name: string) => string) {
    const [email, firstName, lastName] = [field("email").trim(), field("firstName").trim(), field("lastName").trim()];
    const given = { email, firstName, lastName };
    const password = field("password");
    const fields: FieldFlaws = {
      ...(!firstName && { firstName: "firstNameMissing" }),
      ...Object.assign({}, ...accounts.flawsOf({ email, password }).map((refusal) => flawOf(refusal).fields)),
      ...(!email && { email: "emailMissing" }),
      ...(!password && { password: "passwordMissing" }),
    };
    if (Object.keys(fields).length > 0) return showRegister(visit, given, { status: 400, fields });
    const network = visit.ctx.ip;
    try {
      const account = await accounts.register({ ...given, password, language: visit.locale, network });
      return await signedIn(visit, account);
    } catch (error) {
      if (!(error instanceof AccountRefusal)) throw error;
      // the button pressed twice: the account is there already, and it is theirs
      const own =
        error.code === "EMAIL_TAKEN" &&
        (await accounts.authenticate({ email, password, network }).catch(() => undefined));
      return own ? signedIn(visit, own) : showRegister(visit, given, flawOf(error));
    }
  }

  async function consent(visit: Visit, field: (name: string) => string) {
    const { interaction } = visit;
    if (field("answer") !== "allow") return finish(visit, { error: "access_denied", error_description: "refused" });
    const clientId = String(interaction.params.client_id);
    const accountId = interaction.session?.accountId;
    if (!accountId) throw new errors.SessionNotFound("nobody to consent");
    const known = interaction.grantId ? await provider.Grant.find(interaction.grantId) : undefined;
    const grant = known ?? new provider.Grant({ accountId, clientId });
    const { missingOIDCScope, missingResourceScopes } = interaction.prompt.details as {
      missingOIDCScope?: string[];
      missingResourceScopes?: Record<string, string[]>;
    };
    if (missingOIDCScope) grant.addOIDCScope(missingOIDCScope.join(" "));
    for (const [resource, scopes] of Object.entries(missingResourceScopes ?? {})) {
      grant.addResourceScope(resource, scopes.join(" "));
    }
    return finish(visit, { consent: { grantId: await grant.save() } });
  }

  async function show(visit: Visit, screen: string) {
    if (screen === "register") {
      const hint = visit.interaction.params.login_hint;
      const email = typeof hint === "string" ? hint : "";
      return showRegister(visit, { email, firstName: "", lastName: "" });
    }
    if (screen === "login") return showSignIn(visit);
    const client = await provider.Client.find(String(visit.interaction.params.client_id));
    sendForm(visit, undefined, consentPage(site, visit, client?.clientName ?? ""));
  }

  /** The screen asked for, or the one that fits: consent is never offered for sign-in or the other way round. */
  function screenOf({ prompt, params }: Interaction, asked: string | undefined): string {
    if (prompt.name === "consent") return "consent";
    if (asked === "login" || asked === "register") return asked;
    return params.screen_hint === "signup" ? "register" : "login";
  }

  return async (ctx, next) => {
    const [, uid, asked] = path.exec(ctx.path) ?? [];
    if (!uid || (ctx.method !== "GET" && ctx.method !== "POST")) return next();
    try {
      const visit = await open(ctx, uid);
      const screen = screenOf(visit.interaction, asked);
      if (ctx.method === "GET") return await show(visit, screen);
      // besides the cookie, which no foreign page's form carries
      const from = ctx.get("Origin");
      const field = !from || from === origin ? await readForm(ctx) : undefined;
      if (!field || (asked ?? screen) !== screen) return sendPage(ctx, 400, noticePage(site, ctx, "badRequest"));
      const answer = { login: signIn, register, consent }[screen];
      return await answer?.(visit, field);
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error;
      return sendPage(ctx, 400, noticePage(site, ctx, "expired"));
    }
  };
}
