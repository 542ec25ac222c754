import { createHash } from "node:crypto";
import type { AttemptState, PaymentProvider } from "@uola/contract";
import { Refusal } from "@uola/kernel";
import type { z } from "zod";

/** A payment that is to be opened. Children's names are no part of it. */
export type PaymentAsked = {
  attemptId: string;
  /** What we call the attempt there. */
  merchantRef: string;
  /** The number of the order, which people see. */
  number: string;
  amount: number;
  language: string;
  bank: string | null;
  returnUrl: string;
  buyer: { firstName: string; lastName: string; email?: string | null | undefined };
};
export type PaymentOpened = { providerRef: string; redirectUrl: string; expiresDate: Date };

/** What a provider says of a payment, however it came. */
export type PaymentNews = {
  about: "payment";
  providerRef: string;
  /** Undefined for what changes nothing. */
  state: AttemptState | undefined;
  /** In hundredths of the currency. */
  amount: number | undefined;
  /** As the provider writes it: "EUR", "eur". */
  currency: string | null;
  /** The provider moved no money: it only tried the payment. */
  isTrial: boolean;
  message: object;
};
/** What a provider says of a refund, whether we asked for it or somebody made it on the provider's own pages. */
export type RefundNews = {
  about: "refund";
  /** Of the payment. */
  providerRef: string;
  /** What the provider calls the refund. */
  refundRef: string;
  state: RefundOutcome["state"];
  /** In cents; undefined for money that is not in euros. */
  amount: number | undefined;
  /** Our key, of a refund that we asked for. */
  key?: string | undefined;
  /** Why it came to nothing. */
  failure?: string | undefined;
  /** The payer's bank took it, with a dispute that was lost for a part of the payment. */
  byBank?: boolean;
  message: object;
};
/** The payer's bank disputes a payment. A dispute that is lost is news of the payment, or of a refund by the bank. */
export type DisputeNews = {
  about: "dispute";
  providerRef: string;
  disputeRef: string;
  step: "opened" | "fundsTaken" | "fundsBack" | "won";
  amount: number | undefined;
  message: object;
};
/** The payment changed, but the message does not say how: the provider has to be asked. */
export type ChangedNews = { about: "changed"; providerRef: string };
export type News = PaymentNews | RefundNews | DisputeNews | ChangedNews;

export type RefundAsked = {
  amount: number;
  /** The same refund has the same key, however often it is asked for. */
  key: string;
  /** What the provider calls it, once that is known. */
  refundRef: string | null;
  /** Other refunds of the payment that we know, so that one whose answer was lost is found among those it has. */
  known: readonly string[];
};
export type RefundOutcome = { refundRef: string; state: "DONE" | "SENT" | "REFUSED"; failure?: string };

export type Tested = { works: boolean; banks: number; failure: string | null };

/**
 * Somebody who takes money for us. A provider is asked and believed here; it knows nothing of orders and writes nothing. What it
 * lacks is left out: then nobody asks.
 */
export type Provider = {
  /** The banks to choose from by name; undefined where the provider is not switched on. */
  banks(): Promise<{ code: string; name: string }[] | undefined>;
  /** The settings have changed. */
  forget(): void;
  test(): Promise<Tested>;
  start(asked: PaymentAsked): Promise<PaymentOpened>;
  /** What a browser brings back, if the provider signed it. Refuses with SIGNATURE_INVALID. */
  read?(token: string): Promise<News[]>;
  /** What became of a payment, and which refunds of it there are. */
  fetch?(providerRef: string): Promise<News[]>;
  /** Nobody shall pay this any more. */
  close?(providerRef: string): Promise<void>;
  refund?(providerRef: string, asked: RefundAsked): Promise<RefundOutcome>;
};
export type Providers = Record<PaymentProvider, Provider>;

/** Money is in euros everywhere; an amount in any other currency pays nothing. */
export const isEuros = (currency: string | null): boolean => currency?.toUpperCase() === "EUR";

/**
 * Identifies a message by every fact that decides what it does. Two messages that differ in one of them are two messages, so that
 * one which was refused never makes the right one look like a repetition.
 */
export const messageKey = (facts: Record<string, string | number | boolean | null | undefined>): string =>
  createHash("sha256")
    .update(JSON.stringify(Object.entries(facts).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest("base64url");

/** A provider's name for something as a part of an address. Half a surrogate pair would be no text that can be encoded. */
export const inAddress = (text: string): string => encodeURIComponent(text.toWellFormed());

const timeoutMs = 10_000;

export const unavailable = (message: string) => new Refusal("PROVIDER_UNAVAILABLE", message, 503);
export const notSigned = (name: string) => new Refusal("SIGNATURE_INVALID", `${name} did not sign this.`, 400);
export const unreadable = (name: string) =>
  new Refusal("MESSAGE_INVALID", `${name} signed this, but it cannot be understood.`, 400);
export const switchedOff = (name: string) => new Refusal("WAY_NOT_OFFERED", `${name} is not switched on.`);

export type Ask = ReturnType<typeof asking>;

/** Asks a provider by HTTP. Whatever goes wrong refuses with PROVIDER_UNAVAILABLE, which says what it was. */
export function asking(name: string, reasonIn: (body: unknown) => string | undefined = () => undefined) {
  async function text(url: string, init: RequestInit = {}): Promise<string> {
    const { status, body } = await send(url, init).catch((error: unknown) => {
      throw unavailable(`${name} does not answer: ${messageOf(error)}`);
    });
    if (status < 200 || status > 299) throw unavailable(`${name} answers ${status}: ${reasonIn(jsonOf(body)) ?? ""}`);
    return body;
  }
  return {
    text,
    async json<Answer>(shape: z.ZodType<Answer>, url: string, init?: RequestInit): Promise<Answer> {
      const answer = shape.safeParse(jsonOf(await text(url, init)));
      if (!answer.success) throw unavailable(`${name} answers something else than it promises.`);
      return answer.data;
    },
  };
}

async function send(url: string, init: RequestInit) {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
  return { status: response.status, body: await response.text() };
}

/** Whether a question is answered, and how many ways to pay it counts. */
export async function tested(count: () => Promise<number>): Promise<Tested> {
  try {
    return { works: true, banks: await count(), failure: null };
  } catch (error) {
    return { works: false, banks: 0, failure: messageOf(error) };
  }
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
