import type { contract, Input } from "@uola/contract";
import { newId } from "@uola/database";
import { type AnonymousCall, type Context, type Handlers, Refusal, Violation } from "@uola/kernel";
import { authorizePath, loginPath, toQuery } from "./authorize.ts";
import { clientOf, invalidRedirectUri } from "./clients.ts";
import { endCallerSession, logoutPath } from "./logout.ts";
import { isOwnPage, lifetimes } from "./rules.ts";
import * as store from "./store.ts";

type RedirectInput = Input<typeof contract.tokens.createRedirectSession>;
const kinds = [
  "auth",
  "login",
  "logout",
  "bookingsCheckout",
  "bookingsBook",
  "ecomCheckout",
  "eventsCheckout",
  "paidPlansCheckout",
  "storesProduct",
] as const;
type Kind = (typeof kinds)[number];
/** A page of the platform. Parameters without a value are omitted. */
type Target = { endpoint: string; search?: Record<string, string | null | undefined> };

const urlLengthMax = 2048;

/** Returns the URLs of the platform's pages where an app's users sign in or out, book and pay. */
export function redirects(context: Context): Handlers<typeof contract.tokens>["createRedirectSession"] {
  const { urls, now, tokenSigner } = context;
  const sitePage = (path: string, search: Target["search"]): Target => ({ endpoint: `${urls.site}${path}`, search });

  /**
   * Returns a signed token of the calling visitor. The signature prevents a caller from naming
   * another visitor.
   */
  async function visitorToken({ caller }: AnonymousCall, use: "visit" | "cart"): Promise<string | undefined> {
    if (caller?.kind !== "visitor") return undefined;
    const exp = Math.floor((now().getTime() + lifetimes.authorizationMs) / 1000);
    return tokenSigner.sign({ use, kind: "visitor", subject: caller.id, exp });
  }

  /** Returns the token with which the site takes over the cart and the holds of the calling visitor. */
  const cartTokenOf = async ({ preferences }: RedirectInput, call: AnonymousCall) =>
    preferences?.maintainIdentity === false ? undefined : visitorToken(call, "cart");

  const targets: {
    [Name in Kind]: (
      requested: NonNullable<RedirectInput[Name]>,
      input: RedirectInput,
      call: AnonymousCall,
    ) => Promise<Target>;
  } = {
    async auth({ authRequest, prompt }, input, call) {
      const { redirectUri, responseMode, clientId, sessionToken } = authRequest;
      const { redirectUris } = await clientOf(context, clientId);
      if (redirectUri ? !redirectUris.includes(redirectUri) : responseMode !== "web_message")
        throw invalidRedirectUri();
      const visit = sessionToken ? undefined : await visitorToken(call, "visit");
      const search = toQuery({ ...authRequest, prompt: prompt ?? input.prompt ?? undefined, visit });
      return { endpoint: `${urls.platform}${authorizePath}`, search };
    },

    login: async (_, { prompt, callbacks }, { caller }) => ({
      endpoint: `${urls.platform}${loginPath}`,
      search: { client_id: caller?.clientId, returnTo: callbacks?.postFlowUrl ?? `${urls.site}/account/`, prompt },
    }),

    async logout({ clientId }, { callbacks }, { caller }) {
      await endCallerSession(context, caller);
      const search = { clientId, postLogoutRedirectUri: callbacks?.postFlowUrl };
      return { endpoint: `${urls.platform}${logoutPath}`, search };
    },

    async bookingsCheckout({ slotAvailability, timezone }, input, call) {
      const { serviceId, scheduleId, sessionId, startDate, endDate, resource, ...slot } = slotAvailability?.slot ?? {};
      const service = serviceId
        ? (await store.hasService(context, serviceId)) && serviceId
        : scheduleId && (await store.serviceOfSchedule(context, scheduleId));
      if ((serviceId || scheduleId) && !service) {
        throw new Refusal("SERVICE_NOT_FOUND", "There is no such service.", 404);
      }
      return sitePage("/booking/", {
        service: service || undefined,
        session: sessionId,
        start: startDate,
        end: endDate,
        resource: resource?.id,
        timezone: timezone ?? slot.timezone,
        ...returnParameters(input, call),
      });
    },

    bookingsBook: async ({ resourceId }, input, call) =>
      sitePage("/booking/", { resource: resourceId, ...returnParameters(input, call) }),
    ecomCheckout: async ({ checkoutId }, input, call) =>
      sitePage("/order/", {
        checkout: checkoutId,
        cart: await cartTokenOf(input, call),
        ...returnParameters(input, call, input.callbacks?.thankYouPageUrl),
      }),
    // A reservation is a hold and is paid in the cart. Without a reservation, the person selects
    // the places first.
    eventsCheckout: async ({ eventSlug, reservationId }, input, call) =>
      reservationId
        ? sitePage("/order/", {
            event: eventSlug,
            reservation: reservationId,
            cart: await cartTokenOf(input, call),
            ...returnParameters(input, call),
          })
        : sitePage("/booking/", { service: eventSlug, ...returnParameters(input, call) }),
    paidPlansCheckout: async ({ planId, checkoutData }, input, call) =>
      sitePage("/prices/", { plan: planId, checkoutData, ...returnParameters(input, call) }),
    storesProduct: async ({ productSlug }, input, call) =>
      sitePage("/prices/", { product: productSlug, ...returnParameters(input, call) }),
  };

  /**
   * Returns the page to return to. For a foreign page the client is passed on too, so that the
   * target can check it again.
   */
  function returnParameters({ callbacks }: RedirectInput, { caller }: AnonymousCall, first?: string | null) {
    const returnTo = first ?? callbacks?.postFlowUrl;
    const isForeign = returnTo != null && !isOwnPage(returnTo, [urls.site]);
    return { returnTo, ...(isForeign && { client: caller?.clientId }) };
  }

  /**
   * Requires every return page to belong to the calling client or to the platform's own site.
   * Errors: INVALID_REDIRECT_URI.
   */
  async function checkCallbacks(input: RedirectInput, { caller }: AnonymousCall): Promise<void> {
    const clientId = input.auth?.authRequest.clientId ?? input.logout?.clientId ?? caller?.clientId;
    const own = clientId ? (await clientOf(context, clientId)).redirectUris : [];
    const requested = Object.values(input.callbacks ?? {}).filter((uri) => uri != null);
    if (!requested.every((uri) => isOwnPage(uri, [...own, urls.site]))) throw invalidRedirectUri();
  }

  return async (input, call) => {
    const [kind, another] = kinds.filter((name) => input[name]);
    if (!kind || another)
      throw new Violation([{ field: "", description: `exactly one is needed of: ${kinds.join(", ")}` }]);
    if (!call.caller && kind !== "logout") {
      throw new Refusal("UNAUTHENTICATED", "A valid access token or key is needed.", 401);
    }
    await checkCallbacks(input, call);
    const open = targets[kind] as (requested: unknown, input: RedirectInput, call: AnonymousCall) => Promise<Target>;
    const { endpoint, search = {} } = await open(input[kind], input, call);
    // The platform's parameters come last, so that the caller's parameters cannot override them.
    const searchParams: Record<string, string> = {
      ...(kind !== "logout" && input.preferences?.additionalQueryParameters),
    };
    for (const [name, value] of Object.entries(search)) if (value) searchParams[name] = value;
    const full = new URL(endpoint);
    for (const [name, value] of Object.entries(searchParams)) full.searchParams.set(name, value);
    const fullUrl = Object.keys(searchParams).length > 0 ? full.href : endpoint;
    if (fullUrl.length > urlLengthMax) {
      throw new Violation([{ field: "", description: `makes an address of more than ${urlLengthMax} characters` }]);
    }
    const sessionToken = input.auth?.authRequest.sessionToken;
    const redirectSession = { id: newId(), fullUrl, shortUrl: fullUrl, urlDetails: { endpoint, searchParams } };
    return { redirectSession: sessionToken ? { ...redirectSession, sessionToken } : redirectSession };
  };
}
