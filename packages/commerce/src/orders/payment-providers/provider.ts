import { createHash } from "node:crypto";
import type { AttemptState, PaymentProvider, PaymentProviderKeys } from "@uola/contract";
import { Refusal } from "@uola/kernel";
import type { z } from "zod";

/** A payment to be opened at a provider. It contains no children's names. */
export type PaymentRequest = {
  attemptId: string;
  /** Our reference for the attempt at the provider. */
  merchantRef: string;
  /** The order number shown to people. */
  number: string;
  amount: number;
  language: string;
  bank: string | null;
  returnUrl: string;
  buyer: { firstName: string; lastName: string; email?: string | null | undefined };
};
export type PaymentOpened = { providerRef: string; redirectUrl: string; expiresDate: Date };

/** A provider's report about a payment, regardless of how it was received. */
export type PaymentNews = {
  about: "payment";
  providerRef: string;
  /** The new state; undefined for a report that does not change the state. */
  state: AttemptState | undefined;
  /** The amount in hundredths of the currency unit. */
  amount: number | undefined;
  /** The currency as written by the provider, such as "EUR" or "eur". */
  currency: string | null;
  /** Whether it was only a test payment that moved no money. */
  isTrial: boolean;
  message: object;
};
/** A provider's report about a refund, whether requested by us or made on the provider's own pages. */
export type RefundNews = {
  about: "refund";
  /** Of the payment. */
  providerRef: string;
  refundRef: string;
  state: RefundOutcome["state"];
  /** The amount in cents; undefined if the currency is not the euro. */
  amount: number | undefined;
  /** Our idempotency key, for a refund that we requested. */
  key?: string | undefined;
  /** The reason for a failed refund. */
  failure?: string | undefined;
  /**
   * Whether the payer's bank took the amount back because a dispute about part of the payment was
   * lost.
   */
  byBank?: boolean;
  message: object;
};
/**
 * A dispute opened by the payer's bank. A lost dispute is reported as a change of the payment, or
 * as a refund by the bank.
 */
export type DisputeNews = {
  about: "dispute";
  providerRef: string;
  disputeRef: string;
  step: "opened" | "fundsTaken" | "fundsBack" | "won";
  amount: number | undefined;
  message: object;
};
/**
 * The payment changed, but the message does not contain the new state: the provider has to be
 * queried.
 */
export type ChangedNews = { about: "changed"; providerRef: string };
export type ProviderReport = PaymentNews | RefundNews | DisputeNews | ChangedNews;

export type RefundRequest = {
  amount: number;
  /** The idempotency key, which is the same in every request for the same refund. */
  key: string;
  /** The provider's id of the refund, once it is known. */
  refundRef: string | null;
  /**
   * The provider's ids of the other known refunds of the payment. They allow a refund whose
   * response was lost to be found in the provider's list.
   */
  known: readonly string[];
};
export type RefundOutcome = { refundRef: string; state: "DONE" | "SENT" | "REFUSED"; failure?: string };

export type ConnectionTestResult = { works: boolean; banks: number; failure: string | null };

/** The dependencies of a provider. */
export type ProviderParts<Id extends PaymentProvider> = {
  now(): Date;
  /** The owner's keys; undefined unless the provider is switched on and all of them are set. */
  keysIfSet(): Promise<PaymentProviderKeys<Id> | undefined>;
  /**
   * Returns the owner's keys. Rejects with WAY_NOT_OFFERED if the provider is not enabled or keys
   * are missing.
   */
  keysOrRefuse(): Promise<PaymentProviderKeys<Id>>;
  /** The URL of its webhook here. */
  notificationUrl: string;
  /** The URL to call instead of the provider's own one, for tests. */
  url: string | undefined;
};

/** A request that a provider makes to its webhook. The body of a GET request is empty. */
export type Notification = { query: URLSearchParams; headers: Headers; body: string };

export type Webhook = {
  method: "GET" | "POST";
  /**
   * Returns the reports in a notification. Rejects with SIGNATURE_INVALID, MESSAGE_INVALID or
   * INVALID_ARGUMENT.
   */
  read(notification: Notification): Promise<ProviderReport[]>;
  /** The text with which the provider expects a notification to be acknowledged; by default `{}`. */
  acknowledgement?: string;
};

/**
 * A payment provider. Implementations send requests to the provider and verify its messages. They
 * have no access to orders and store no data. A method that a provider does not support is omitted.
 */
export type Provider = {
  /** Returns the banks that can be chosen by name; undefined when the provider is not enabled. */
  banks(): Promise<{ code: string; name: string }[] | undefined>;
  /** Clears caches after a change of the settings. */
  forget?(): void;
  test(): Promise<ConnectionTestResult>;
  start(asked: PaymentRequest): Promise<PaymentOpened>;
  webhook: Webhook;
  /**
   * Parses a token brought back by the browser, if the provider signed it. Rejects with
   * SIGNATURE_INVALID.
   */
  read?(token: string): Promise<ProviderReport[]>;
  /** Queries the state of a payment and its refunds. */
  fetch?(providerRef: string): Promise<ProviderReport[]>;
  /** Closes a payment so that it can no longer be paid. */
  close?(providerRef: string): Promise<void>;
  refund?(providerRef: string, asked: RefundRequest): Promise<RefundOutcome>;
};
export type Providers = Record<PaymentProvider, Provider>;

/**
 * Whether a currency is the euro. All money is in euros; an amount in any other currency pays
 * nothing.
 */
export const isEuros = (currency: string | null): boolean => currency?.toUpperCase() === "EUR";

/**
 * Returns a key that identifies a message by all data that affects its outcome. Messages with any
 * difference in that data get different keys, so that a rejected message never makes the correct
 * one look like a duplicate.
 */
export const messageKey = (facts: Record<string, string | number | boolean | null | undefined>): string =>
  createHash("sha256")
    .update(JSON.stringify(Object.entries(facts).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest("base64url");

/**
 * Encodes a provider's id for use in a URL. Lone surrogates are replaced, because they cannot be
 * encoded.
 */
export const urlSegment = (text: string): string => encodeURIComponent(text.toWellFormed());

const timeoutMs = 10_000;

const unavailable = (message: string) => new Refusal("PROVIDER_UNAVAILABLE", message, 503);
export const notSigned = (name: string) => new Refusal("SIGNATURE_INVALID", `${name} did not sign this.`, 400);
export const unreadable = (name: string) =>
  new Refusal("MESSAGE_INVALID", `${name} signed this, but it cannot be understood.`, 400);
export const switchedOff = (name: string) => new Refusal("WAY_NOT_OFFERED", `${name} is not switched on.`);

export type Ask = ReturnType<typeof providerHttpClient>;

/**
 * Creates an HTTP client for a provider. Every failure becomes a PROVIDER_UNAVAILABLE error that
 * contains the cause.
 */
export function providerHttpClient(name: string, reasonIn: (body: unknown) => string | undefined = () => undefined) {
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

/** Runs a connection test. Returns whether it succeeded and how many payment methods it counted. */
export async function testConnection(count: () => Promise<number>): Promise<ConnectionTestResult> {
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
