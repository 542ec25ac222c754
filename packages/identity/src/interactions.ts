import { html } from "hono/html";
import type { Middleware } from "koa";
import { errors } from "oidc-provider";
import { addPasskeyScreen } from "./add-passkey-screen.ts";
import { consentScreen } from "./consent-screen.ts";
import { readForm } from "./forms.ts";
import { localeOf } from "./locale.ts";
import { noticePage } from "./pages/notice-pages.ts";
import { sendPage } from "./pages/send.ts";
import { registerScreen } from "./register-screen.ts";
import {
  createScreenTools,
  type Interaction,
  type Options,
  type Screen,
  type ScreenName,
  type ScreenRequest,
} from "./screen.ts";
import { secondFactorScreen } from "./second-factor-screen.ts";
import { signInScreen } from "./sign-in-screen.ts";

const path =
  /^\/interaction\/([\w-]{1,64})(?:\/(login|register|mail|account|code|enrol|passkey|consent)(\/options)?)?$/;

/** The screens of each step, the default one first. A screen that belongs to another step is rejected. */
const screensOf: Record<string, readonly ScreenName[]> = {
  select_account: ["account"],
  login: ["login", "register", "mail", "passkey"],
  mfa: ["code", "enrol", "passkey"],
  passkey: ["passkey"],
  enrol: ["enrol"],
  consent: ["consent"],
};

/** Serves the pages between `/authorize` and the redirect back to the site. */
export function interactions(options: Options): Middleware {
  const { provider, site } = options;
  const tools = createScreenTools(options);
  const { origin } = tools.relyingParty;
  const signIn = signInScreen(tools);
  const { account, code, enrol, passkeyForCode } = secondFactorScreen(tools);
  const { register, mail } = registerScreen(tools, signIn.enter);
  const { addPasskey } = addPasskeyScreen(tools);
  // The current step determines whether a passkey is used or created.
  const passkeys: Record<string, Screen> = { login: signIn.passkey, mfa: passkeyForCode, passkey: addPasskey };
  const screens = { login: signIn.login, register, mail, account, code, enrol, consent: consentScreen(tools).consent };

  async function open(...[ctx, uid]: [ScreenRequest["ctx"], string]): Promise<ScreenRequest> {
    const interaction = await provider.interactionDetails(ctx.req, ctx.res);
    if (interaction.uid !== uid) throw new errors.SessionNotFound("another sign-in");
    const locale = localeOf(ctx, interaction.params.ui_locales);
    const lang = typeof ctx.query.lang === "string" ? ctx.query.lang : undefined;
    const link: ScreenRequest["link"] = (screen, to) => {
      if (to === "options") return `/interaction/${uid}/${screen}/options`;
      const language = to ?? (lang === undefined ? undefined : locale);
      return `/interaction/${uid}/${screen}${language ? `?lang=${language}` : ""}`;
    };
    return { ctx, interaction, locale, link };
  }

  const screenOf = ({ prompt }: Interaction, name: ScreenName): Screen | undefined =>
    name === "passkey" ? passkeys[prompt.name] : screens[name];

  return async (ctx, next) => {
    const [, uid, requested, isForOptions] = path.exec(ctx.path) ?? [];
    if (!uid || !["GET", "HEAD", "POST"].includes(ctx.method)) return next();
    try {
      const request = await open(ctx, uid);
      // HEAD must not change anything, but showing a screen may finish the sign-in, for example the
      // screen that waits for the e-mail address to be confirmed.
      if (ctx.method === "HEAD" && !isForOptions) return sendPage(ctx, 200, html``);
      const { interaction } = request;
      const [first = "login", ...others] = screensOf[interaction.prompt.name] ?? [];
      const defaultScreen = first === "login" && interaction.params.screen_hint === "signup" ? "register" : first;
      const isOfStep = requested === undefined || [first, ...others].some((name) => name === requested);
      const screen = screenOf(interaction, isOfStep && requested ? (requested as ScreenName) : defaultScreen);
      if (ctx.method === "GET" && !isForOptions) return await screen?.show(request);
      // This check complements the cookie, which another site's form cannot send.
      const from = ctx.get("Origin");
      const isOurs = ctx.method === "POST" && isOfStep && (!from || from === origin);
      if (isForOptions) {
        const passkey = isOurs ? await screen?.passkey?.(request) : undefined;
        ctx.status = passkey ? 200 : 400;
        ctx.set("Cache-Control", "no-store");
        ctx.body = passkey ?? { error: "invalid_request" };
        return;
      }
      const field = isOurs ? await readForm(ctx) : undefined;
      if (!field) return sendPage(ctx, 400, noticePage(site, ctx, "badRequest", { locale: request.locale }));
      return await screen?.answer(request, field);
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error;
      return sendPage(ctx, 400, noticePage(site, ctx, "expired"));
    }
  };
}
