import { AccountRefusal, type Accounts, type Origin } from "@uola/accounts";
import type { Locale } from "@uola/words";
import type { Context } from "koa";
import type Provider from "oidc-provider";
import type { InteractionResults } from "oidc-provider";
import { browserMark } from "./browser-cookie.ts";
import type { Field as Fields } from "./forms.ts";
import { type Flaw, flawOf } from "./pages/form-errors.ts";
import type { Site } from "./pages/layout.ts";
import type { Markup } from "./pages/markup.ts";
import { sendPage } from "./pages/send.ts";

export type Interaction = Awaited<ReturnType<Provider["interactionDetails"]>>;
export type ScreenName = "login" | "register" | "mail" | "account" | "code" | "enrol" | "passkey" | "consent";

/** One page of one sign-in: what every screen needs to know. */
export type Visit = {
  ctx: Context;
  interaction: Interaction;
  locale: Locale;
  /** The same sign-in's page of this name, in the language it is read in, or what its script asks for. */
  link(screen: ScreenName, to?: Locale | "options"): string;
};

/** A page of a sign-in. */
export type Screen = {
  show(visit: Visit, flaw?: Flaw): Promise<void> | void;
  answer(visit: Visit, field: Fields): Promise<void> | void;
  /** What a browser needs for a passkey here; undefined where there is nothing to be done with one. */
  passkey?(visit: Visit): Promise<object | undefined>;
};

/** What the screens work with. */
export type Desk = ReturnType<typeof createDesk>;

export function createDesk({ provider, site, accounts, issuer, proofOfWork }: Options) {
  const { origin, hostname } = new URL(issuer);
  const mark = browserMark(issuer);

  /** Where the browser goes once this step is done. */
  async function keep({ ctx }: Visit, result: InteractionResults, isAnew = false): Promise<string> {
    return provider.interactionResult(ctx.req, ctx.res, result, { mergeWithLastSubmission: !isAnew });
  }

  async function goOn({ ctx }: Visit, to: string) {
    ctx.status = 303;
    ctx.redirect(to);
  }

  const siteOf = ({ interaction }: Visit) => URL.parse(String(interaction.params.redirect_uri))?.origin;
  /** Every origin the redirects after a form go through: the browser holds them against `form-action`. */
  const targetsOf = (visit: Visit) => {
    const landsAt = URL.parse(String(visit.interaction.params.lands_at))?.origin;
    return [siteOf(visit), landsAt].filter((origin) => origin && origin !== "null").join(" ");
  };

  return {
    provider,
    site,
    accounts,
    /** Where passkeys of ours are used. */
    place: { rpId: hostname, origin },
    keep,
    proofOfWork,

    /** Where somebody comes from, for guesses to be counted. */
    originOf: ({ ctx }: Visit): Origin => ({ network: ctx.ip, browser: mark.of(ctx) }),
    /** The same for who has just shown who they are: from here they are familiar. */
    async remember({ ctx }: Visit, accountId: string): Promise<void> {
      await accounts.rememberOrigin(accountId, { network: ctx.ip, browser: mark.give(ctx) });
    },

    finish: async (visit: Visit, result: InteractionResults) => goOn(visit, await keep(visit, result)),

    /** The front page of the site that sent this person. */
    home: (visit: Visit): string => `${siteOf(visit) ?? new URL(site.url).origin}/`,

    /** Forgets what was said in this sign-in, and asks who it is. */
    askAgain: async (visit: Visit) => goOn(visit, await keep(visit, { select_account: {}, another: {} }, true)),

    send(visit: Visit, flaw: Flaw | undefined, page: Markup) {
      const { ctx } = visit;
      if (flaw?.retryAfterSeconds) ctx.set("Retry-After", String(flaw.retryAfterSeconds));
      sendPage(ctx, flaw?.status ?? 200, page, targetsOf(visit));
    },

    /** What was refused, for the page to say. Errors: what is no refusal. */
    flawFrom(error: unknown): Flaw {
      if (error instanceof AccountRefusal) return flawOf(error);
      throw error;
    },
  };
}

/** Work that makes trying passwords dear, set and checked by whoever opens the provider. */
export type ProofOfWork = {
  /** What the browser has to solve; made known to it as JSON. */
  challenge(): Promise<object>;
  /** Whether a solution is right; each is good once. */
  verify(solution: string, network: string | undefined): Promise<boolean>;
};

export type Options = {
  provider: Provider;
  site: Site;
  accounts: Accounts;
  issuer: string;
  proofOfWork: ProofOfWork | undefined;
};
