import type { Middleware } from "koa";
import { errors } from "oidc-provider";
import { changingSignIn } from "./add-passkey-screen.ts";
import { consenting } from "./consent-screen.ts";
import { readForm } from "./forms.ts";
import { localeOf } from "./locale.ts";
import { noticePage } from "./pages/notice-pages.ts";
import { sendPage } from "./pages/send.ts";
import { proving } from "./second-factor-screen.ts";
import { registering } from "./register-screen.ts";
import { signingIn } from "./sign-in-screen.ts";
import { createDesk, type Interaction, type Options, type Screen, type ScreenName, type Visit } from "./screen.ts";

const path =
  /^\/interaction\/([\w-]{1,64})(?:\/(login|register|mail|account|code|enrol|passkey|consent)(\/options)?)?$/;

/** Which screens each step has; the first one is shown when none is asked for. Nothing of one step is done in another. */
const screensOf: Record<string, readonly ScreenName[]> = {
  select_account: ["account"],
  login: ["login", "register", "mail", "passkey"],
  mfa: ["code", "enrol", "passkey"],
  passkey: ["passkey"],
  enrol: ["enrol"],
  consent: ["consent"],
};

/** The pages between `/authorize` and the way back. */
export function interactions(options: Options): Middleware {
  const { provider, site } = options;
  const desk = createDesk(options);
  const { origin } = desk.place;
  const signIn = signingIn(desk);
  const { account, code, enrol, passkeyForCode } = proving(desk);
  const { register, mail } = registering(desk, signIn.enter);
  const { addPasskey } = changingSignIn(desk);
  // a passkey is used, or made, by what the step is about
  const passkeys: Record<string, Screen> = { login: signIn.passkey, mfa: passkeyForCode, passkey: addPasskey };
  const screens = { login: signIn.login, register, mail, account, code, enrol, consent: consenting(desk).consent };

  async function open(...[ctx, uid]: [Visit["ctx"], string]): Promise<Visit> {
    const interaction = await provider.interactionDetails(ctx.req, ctx.res);
    if (interaction.uid !== uid) throw new errors.SessionNotFound("another sign-in");
    const locale = localeOf(ctx, interaction.params.ui_locales);
    const lang = typeof ctx.query.lang === "string" ? ctx.query.lang : undefined;
    const link: Visit["link"] = (screen, to) => {
      if (to === "options") return `/interaction/${uid}/${screen}/options`;
      const language = to ?? (lang === undefined ? undefined : locale);
      return `/interaction/${uid}/${screen}${language ? `?lang=${language}` : ""}`;
    };
    return { ctx, interaction, locale, link };
  }

  const screenOf = ({ prompt }: Interaction, name: ScreenName): Screen | undefined =>
    name === "passkey" ? passkeys[prompt.name] : screens[name];

  return async (ctx, next) => {
    const [, uid, asked, wantsOptions] = path.exec(ctx.path) ?? [];
    if (!uid || (ctx.method !== "GET" && ctx.method !== "POST")) return next();
    try {
      const visit = await open(ctx, uid);
      const { interaction } = visit;
      const [first = "login", ...others] = screensOf[interaction.prompt.name] ?? [];
      const usual = first === "login" && interaction.params.screen_hint === "signup" ? "register" : first;
      const isOfStep = asked === undefined || [first, ...others].some((name) => name === asked);
      const screen = screenOf(interaction, isOfStep && asked ? (asked as ScreenName) : usual);
      if (ctx.method === "GET" && !wantsOptions) return await screen?.show(visit);
      // besides the cookie, which no foreign page's form carries
      const from = ctx.get("Origin");
      const isOurs = ctx.method === "POST" && isOfStep && (!from || from === origin);
      if (wantsOptions) {
        const passkey = isOurs ? await screen?.passkey?.(visit) : undefined;
        ctx.status = passkey ? 200 : 400;
        ctx.set("Cache-Control", "no-store");
        ctx.body = passkey ?? { error: "invalid_request" };
        return;
      }
      const field = isOurs ? await readForm(ctx) : undefined;
      if (!field) return sendPage(ctx, 400, noticePage(site, ctx, "badRequest"));
      return await screen?.answer(visit, field);
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error;
      return sendPage(ctx, 400, noticePage(site, ctx, "expired"));
    }
  };
}
