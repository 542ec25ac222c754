import { AccountRefusal, type Accounts, type Origin } from "@uola/accounts";
import type { Locale } from "@uola/words";
import type { Context } from "koa";
import type Provider from "oidc-provider";
import type { InteractionResults } from "oidc-provider";
import { browserCookie } from "./browser-cookie.ts";
import type { Field as Fields } from "./forms.ts";
import { type FormError, formErrorOf } from "./pages/form-errors.ts";
import { homeOf, type Site } from "./pages/layout.ts";
import type { Markup } from "./pages/markup.ts";
import { sendPage } from "./pages/send.ts";

export type Interaction = Awaited<ReturnType<Provider["interactionDetails"]>>;
export type ScreenName = "login" | "register" | "mail" | "account" | "code" | "enrol" | "passkey" | "consent";

/** A request for a screen of a sign-in, with the data that every screen needs. */
export type ScreenRequest = {
  ctx: Context;
  interaction: Interaction;
  locale: Locale;
  /**
   * Returns the path of another screen of this sign-in, in the same language, or of the passkey
   * options that its script requests.
   */
  link(screen: ScreenName, to?: Locale | "options"): string;
};

/** A page of a sign-in. */
export type Screen = {
  show(request: ScreenRequest, formError?: FormError): Promise<void> | void;
  answer(request: ScreenRequest, field: Fields): Promise<void> | void;
  /** Returns the options for the browser's passkey request. Undefined if no passkey can be used here. */
  passkey?(request: ScreenRequest): Promise<object | undefined>;
};

/** Tools shared by all screens. */
export type ScreenTools = ReturnType<typeof createScreenTools>;

export function createScreenTools({ provider, site, accounts, issuer, proofOfWork }: Options) {
  const { origin, hostname } = new URL(issuer);
  const cookie = browserCookie(issuer);

  /** Stores the result of a step and returns the URL to which the browser is redirected. */
  async function saveStep(
    { ctx }: ScreenRequest,
    result: InteractionResults,
    discardEarlierResults = false,
  ): Promise<string> {
    return provider.interactionResult(ctx.req, ctx.res, result, { mergeWithLastSubmission: !discardEarlierResults });
  }

  async function redirectTo({ ctx }: ScreenRequest, to: string) {
    ctx.status = 303;
    ctx.redirect(to);
  }

  const siteOf = ({ interaction }: ScreenRequest) => URL.parse(String(interaction.params.redirect_uri))?.origin;
  /**
   * Returns every origin to which a form's response redirects: browsers apply `form-action` to
   * redirects too.
   */
  const targetsOf = (request: ScreenRequest) => {
    const landsAt = URL.parse(String(request.interaction.params.lands_at))?.origin;
    return [siteOf(request), landsAt].filter((origin) => origin && origin !== "null").join(" ");
  };

  return {
    provider,
    site,
    accounts,
    /** The domain and origin of our passkeys. */
    relyingParty: { rpId: hostname, origin },
    saveStep,
    proofOfWork,

    /** Returns the network and browser of a sign-in attempt, for the lockout. */
    originOf: ({ ctx }: ScreenRequest): Origin => ({ network: ctx.ip, browser: cookie.of(ctx) }),
    /** Marks the origin as familiar after the person has authenticated. */
    async remember({ ctx }: ScreenRequest, accountId: string): Promise<void> {
      await accounts.rememberOrigin(accountId, { network: ctx.ip, browser: cookie.issue(ctx) });
    },

    finish: async (request: ScreenRequest, result: InteractionResults) =>
      redirectTo(request, await saveStep(request, result)),

    /**
     * Returns the front page of the site that sent this person; for our own site, in the person's
     * language.
     */
    home(request: ScreenRequest): string {
      const from = siteOf(request);
      return from && from !== new URL(site.url).origin ? `${from}/` : homeOf(site, request.locale);
    },

    /** Discards the results of this sign-in and asks for the account again. */
    askAgain: async (request: ScreenRequest) =>
      redirectTo(request, await saveStep(request, { select_account: {}, another: {} }, true)),

    send(request: ScreenRequest, formError: FormError | undefined, page: Markup) {
      const { ctx } = request;
      if (formError?.retryAfterSeconds) ctx.set("Retry-After", String(formError.retryAfterSeconds));
      sendPage(ctx, formError?.status ?? 200, page, targetsOf(request));
    },

    /** Converts a refusal to a form error. Rethrows any other error. */
    formErrorFrom(error: unknown): FormError {
      if (error instanceof AccountRefusal) return formErrorOf(error);
      throw error;
    },
  };
}

/**
 * A proof of work that makes guessing passwords expensive. It is provided by the server that
 * creates the identity provider.
 */
export type ProofOfWork = {
  /** Returns the task for the browser, sent as JSON. */
  challenge(): Promise<object>;
  /** Whether a solution is correct. Each solution is accepted once. */
  verify(solution: string, network: string | undefined): Promise<boolean>;
};

export type Options = {
  provider: Provider;
  site: Site;
  accounts: Accounts;
  issuer: string;
  proofOfWork: ProofOfWork | undefined;
};
