import { randomUUID } from "node:crypto";
import type { Banks } from "@uola/commerce/banks";
import type { LoadRequest } from "./load.ts";
import type { Bookable } from "./sessions.ts";

/** Somebody who buys: with a token of their own, from one of many networks, since a network may hold only so many places. */
export type Buyer = { token: string; from: string };
export const buyersOf = (tokens: readonly string[]): Buyer[] =>
  tokens.map((token, index) => ({
    token,
    from: `127.0.${1 + Math.floor(index / 6_000)}.${1 + (Math.floor(index / 30) % 250)}`,
  }));

const post = (path: string, { token, from }: Buyer, body: object): LoadRequest => ({
  ...{ path, method: "POST", from, body: JSON.stringify(body) },
  headers: { "content-type": "application/json", authorization: token, "idempotency-key": randomUUID() },
});

/** A server that is too busy has decided nothing, and one that was killed may have: whoever got no answer asks again. */
export const untilAnswered = (request: LoadRequest): LoadRequest => ({
  ...request,
  next: (status, text) => (status === 503 || status === 0 ? untilAnswered(request) : request.next?.(status, text)),
});

/** A place goes into the cart, with its hold. */
export const fill = ({ id: sessionId, serviceId, scheduleId }: Bookable, buyer: Buyer): LoadRequest =>
  post("/v1/cart/lines", buyer, { booking: { slot: { sessionId, serviceId, scheduleId }, totalParticipants: 1 } });

/** What is in the cart is ordered; `filled`: the answer that has it. */
export function order(filled: string, buyer: Buyer): LoadRequest {
  const { cart } = JSON.parse(filled) as { cart: { toPay: number } };
  return post("/v1/orders", buyer, {
    ...{ requestId: randomUUID(), way: "MONTONIO", language: "lt", expectedToPay: cart.toPay },
    buyer: { firstName: "Pirkėja", lastName: "Rytinė", email: `${randomUUID()}@uola.example` },
    consents: [{ kind: "TERMS", version: "2026-09" }],
  });
}

/** Its buyer is led to the partner's bank; `ordered`: the answer that has the order. */
export const start = (ordered: string, buyer: Buyer): LoadRequest =>
  post("/v1/payments/start", buyer, { key: (JSON.parse(ordered) as { key: string }).key, way: "MONTONIO" });

/** What the partner calls the payment; `started`: the answer with the address that leads there. */
export const paymentOf = ({ of: { MONTONIO } }: Banks, started: string): string =>
  MONTONIO.paymentAt((JSON.parse(started) as { redirectUrl: string }).redirectUrl);

/** The buyer pays, and the partner tells the platform. */
export async function pay(banks: Banks, started: string): Promise<LoadRequest> {
  const payment = paymentOf(banks, started);
  banks.of.MONTONIO.pay(payment);
  return says(banks, payment, "paid");
}

export async function says(
  { of: { MONTONIO } }: Banks,
  payment: string,
  what: "paid" | "working",
): Promise<LoadRequest> {
  const message = await MONTONIO.says(payment, what);
  if (!message) throw new Error("The partner says nothing.");
  return message;
}

/** One request after the other, each made of the answer before it, until one is refused. */
export const inTurn = (
  request: LoadRequest,
  following?: (answer: string) => LoadRequest | Promise<LoadRequest | undefined> | undefined,
): LoadRequest =>
  untilAnswered({ ...request, next: (status, text) => (status === 200 ? following?.(text) : undefined) });
