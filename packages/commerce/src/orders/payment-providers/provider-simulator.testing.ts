import type { PaymentProvider } from "@uola/contract";
import type { PageHandlers } from "@uola/kernel";

/** A message from a payment provider to the platform. */
export type Message = {
  path: `/v1/payments/${string}`;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
};
/** Delivers a message to the webhook of a process that serves no HTTP. */
export async function deliver(pages: PageHandlers, { path, ...init }: Message): Promise<void> {
  const url = new URL(path, "http://localhost:3001");
  const webhook = pages[`${init.method} ${url.pathname}` as keyof PageHandlers];
  if (!webhook) throw new Error(`Nothing is served at ${init.method} ${url.pathname}.`);
  await webhook(new Request(url, init), {});
}

/** The state of a payment that a message reports; not every provider reports all of them. */
export type Notice = "paid" | "working" | "given up" | "taken back" | "other sum" | "other currency";

/**
 * Common interface of the simulated payment providers. Payments are identified by the provider's
 * own ids.
 */
export type ProviderSimulator = {
  way: PaymentProvider;
  /** The settings that the shop uses for the provider. */
  settings: { enabled: true; [field: string]: string | boolean };
  /** Returns the provider's id of the payment whose payer was sent to this URL. */
  paymentAt(redirectUrl: string): string;
  /** Returns the URL to which the provider redirects the payer after the payment. */
  returnAddress(payment: string): string;
  /** Marks a payment as paid at the provider. */
  pay(payment: string): void;
  /**
   * Returns the message that reports a state of a payment, whatever its actual state; undefined if
   * the provider never reports that state.
   */
  says(payment: string, what: Notice, more?: Record<string, string>): Promise<Message | undefined>;
  /** The amounts, in cents, of the refunds requested for a payment. */
  refunds(payment: string): number[];
};

/** The headers of a message in JSON. */
export const json = { "content-type": "application/json" };
