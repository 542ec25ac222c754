import { randomUUID } from "node:crypto";
import type { ProviderSimulators } from "@uola/commerce/provider-simulators";
import type { LoadRequest } from "./load.ts";
import type { Bookable } from "./sessions.ts";

/**
 * A buyer with a separate token, on one of many networks, since the number of places held per
 * network is limited.
 */
export type Buyer = { token: string; from: string };
export const buyersOf = (tokens: readonly string[]): Buyer[] =>
  tokens.map((token, index) => ({
    token,
    from: `127.0.${1 + Math.floor(index / 6_000)}.${1 + (Math.floor(index / 30) % 250)}`,
  }));

const post = (path: string, { token, from }: Buyer, body: object): LoadRequest => ({
  path,
  method: "POST",
  from,
  body: JSON.stringify(body),
  headers: { "content-type": "application/json", authorization: token, "idempotency-key": randomUUID() },
});

/**
 * Retries a request that got a 503 or no response. An overloaded server has not processed it; a
 * killed one may have.
 */
export const untilAnswered = (request: LoadRequest): LoadRequest => ({
  ...request,
  next: (status, text) => (status === 503 || status === 0 ? untilAnswered(request) : request.next?.(status, text)),
});

/** Adds a place, with its hold, to the cart. */
export const addToCart = ({ id: sessionId, serviceId, scheduleId }: Bookable, buyer: Buyer): LoadRequest =>
  post("/v1/cart/lines", buyer, { booking: { slot: { sessionId, serviceId, scheduleId }, totalParticipants: 1 } });

/** Orders the content of the cart; `filled` is the response that contains the cart. */
export function order(filled: string, buyer: Buyer): LoadRequest {
  const { cart } = JSON.parse(filled) as { cart: { toPay: number } };
  return post("/v1/orders", buyer, {
    requestId: randomUUID(),
    way: "MONTONIO",
    language: "lt",
    expectedToPay: cart.toPay,
    buyer: { firstName: "Pirkėja", lastName: "Rytinė", email: `${randomUUID()}@uola.example` },
    consents: [{ kind: "TERMS", version: "2026-09" }],
  });
}

/**
 * Starts the payment, which redirects the buyer to the partner's bank; `ordered` is the response
 * that contains the order.
 */
export const start = (ordered: string, buyer: Buyer): LoadRequest =>
  post("/v1/payments/start", buyer, { key: (JSON.parse(ordered) as { key: string }).key, way: "MONTONIO" });

/** Returns the partner's id for the payment; `started` is the response that contains the redirect URL. */
export const paymentOf = ({ of: { MONTONIO } }: ProviderSimulators, started: string): string =>
  MONTONIO.paymentAt((JSON.parse(started) as { redirectUrl: string }).redirectUrl);

/** Pays as the buyer, and returns the partner's notification to the platform. */
export async function pay(banks: ProviderSimulators, started: string): Promise<LoadRequest> {
  const payment = paymentOf(banks, started);
  banks.of.MONTONIO.pay(payment);
  return says(banks, payment, "paid");
}

export async function says(
  { of: { MONTONIO } }: ProviderSimulators,
  payment: string,
  what: "paid" | "working",
): Promise<LoadRequest> {
  const message = await MONTONIO.says(payment, what);
  if (!message) throw new Error("The partner says nothing.");
  return message;
}

/** Chains requests: each is created from the previous response, until one is rejected. */
export const chainRequests = (
  request: LoadRequest,
  following?: (answer: string) => LoadRequest | Promise<LoadRequest | undefined> | undefined,
): LoadRequest =>
  untilAnswered({ ...request, next: (status, text) => (status === 200 ? following?.(text) : undefined) });
