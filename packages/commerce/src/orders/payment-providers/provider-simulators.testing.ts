import type { Client } from "@uola/client";
import type { PaymentProvider } from "@uola/contract";
import type { ProviderUrls } from "../../index.ts";
import { keys as montonioKeys, startPartner as startMontonio } from "./montonio/montonio.testing.ts";
import { keys as payseraKeys, startFakePaysera as startPaysera } from "./paysera/paysera.testing.ts";
import { startFakeStripe as startStripe, keys as stripeKeys } from "./stripe/stripe.testing.ts";

/** A message from a payment provider to the platform. */
export type Message = {
  path: `/v1/payments/${string}`;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
};
/** The state of a payment that a message reports; not every provider reports all of them. */
export type Notice = "paid" | "working" | "given up" | "taken back" | "other sum" | "other currency";

/**
 * Common interface of the simulated payment providers. Payments are identified by the provider's
 * own ids.
 */
export type ProviderSimulator = {
  way: PaymentProvider;
  /** Returns the provider's id of the payment whose payer was sent to this URL. */
  paymentAt(redirectUrl: string): string;
  /** The address to which the provider sends the payer back. */
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

export type ProviderSimulators = Awaited<ReturnType<typeof startProviderSimulators>>;

/**
 * Starts the simulated servers of all providers behind one interface, for tests that apply to any
 * provider.
 */
export async function startProviderSimulators(now: () => Date, ports: Partial<Record<PaymentProvider, number>> = {}) {
  const [montonio, paysera, stripe] = await Promise.all([
    startMontonio(now, ports.MONTONIO),
    startPaysera(ports.PAYSERA),
    startStripe(now, ports.STRIPE),
  ]);
  const json = { "content-type": "application/json" };
  const opened = new Map<string, Record<string, string>>();

  const montonioStates = {
    paid: "PAID",
    working: "AUTHORIZED",
    "given up": "ABANDONED",
    "taken back": "VOIDED",
    "other sum": "PAID",
    "other currency": "PAID",
  } as const satisfies Record<Notice, string>;
  const payseraStates = { paid: 1, working: 2, "given up": 0, "other sum": 1, "other currency": 1 } as const;
  const sessions = {
    paid: { status: "complete", payment_status: "paid" },
    working: { status: "complete", payment_status: "unpaid" },
    "given up": { status: "expired", payment_status: "unpaid" },
  } as const;

  const stripeMessage = (body: string): Message => ({
    path: "/v1/payments/stripe",
    method: "POST",
    body,
    headers: { ...json, "stripe-signature": stripe.sign(body) },
  });

  const of: Record<PaymentProvider, ProviderSimulator> = {
    MONTONIO: {
      way: "MONTONIO",
      paymentAt: (url) => new URL(url).pathname.slice(1),
      returnAddress: (payment) => montonio.claims(payment).returnUrl as string,
      pay: (payment) => montonio.set(payment, "PAID"),
      async says(payment, what) {
        const paymentStatus = montonioStates[what];
        const orderToken = await montonio.token(payment, {
          paymentStatus,
          ...(what === "other sum" && { grandTotal: 0.01 }),
          ...(what === "other currency" && { currency: "USD" }),
        });
        return { path: "/v1/payments/montonio", method: "POST", headers: json, body: JSON.stringify({ orderToken }) };
      },
      refunds: (payment) => montonio.refundsOf(payment).map(({ amount }) => amount),
    },
    PAYSERA: {
      way: "PAYSERA",
      paymentAt(url) {
        const fields = paysera.opened(url);
        opened.set(fields.orderid ?? "", fields);
        return fields.orderid ?? "";
      },
      returnAddress: (payment) => opened.get(payment)?.accepturl ?? "",
      // Paysera cannot be queried: only its messages report that a payment is paid.
      pay: () => {},
      async says(payment, what, more = {}) {
        if (what === "taken back") return undefined;
        const notice = paysera.notice(opened.get(payment) ?? {}, payseraStates[what], {
          ...(what === "other sum" && { amount: "1" }),
          ...(what === "other currency" && { currency: "USD" }),
          ...more,
        });
        return { path: `/v1/payments/paysera?${notice}`, method: "GET", headers: {} };
      },
      refunds: () => [],
    },
    STRIPE: {
      way: "STRIPE",
      paymentAt: (url) => new URL(url).pathname.slice(1),
      returnAddress: (payment) => stripe.session(payment).form.success_url ?? "",
      pay: (payment) => stripe.pay(payment),
      async says(payment, what) {
        if (what === "other sum") {
          return stripeMessage(stripe.event(payment, "completed", { ...sessions.paid, amount_total: 1 }));
        }
        if (what === "other currency") {
          return stripeMessage(stripe.event(payment, "completed", { ...sessions.paid, currency: "usd" }));
        }
        if (what !== "taken back") {
          return stripeMessage(stripe.event(payment, what === "given up" ? "expired" : "completed", sessions[what]));
        }
        const { payment_intent } = stripe.session(payment);
        if (!payment_intent) return undefined;
        return stripeMessage(
          stripe.eventAbout("charge.dispute.closed", { id: `du_${payment}`, status: "lost", payment_intent }),
        );
      },
      refunds: (payment) => {
        const { payment_intent } = stripe.session(payment);
        return stripe.refunds.filter((refund) => refund.payment_intent === payment_intent).map(({ amount }) => amount);
      },
    },
  };

  return {
    of,
    montonio,
    paysera,
    stripe,
    providerUrls: { MONTONIO: montonio.url, PAYSERA: paysera.url, STRIPE: stripe.url } satisfies ProviderUrls,
    /** Enables all providers in the shop. */
    async switchOn(owner: Client) {
      await settle(owner, () => ({
        montonio: { enabled: true, sandbox: true, ...montonioKeys },
        paysera: { enabled: true, sandbox: false, ...payseraKeys },
        stripe: { enabled: true, ...stripeKeys },
      }));
    },
    /** Disables all providers in the shop. */
    async switchOff(owner: Client) {
      await settle(owner, ({ montonio, paysera, stripe }) => ({
        montonio: { ...montonio, enabled: false },
        paysera: { ...paysera, enabled: false },
        stripe: { ...stripe, enabled: false },
      }));
    },
    close: () => Promise.all([montonio.close(), paysera.close(), stripe.close()]),
  };
}

type Settings = Awaited<ReturnType<Client["payments"]["settings"]>>["settings"];
type Changes = Pick<Parameters<Client["payments"]["updateSettings"]>[0]["settings"], "montonio" | "paysera" | "stripe">;

async function settle(owner: Client, changes: (settings: Settings) => Changes) {
  const { settings } = await owner.payments.settings({});
  const { revision, ...rest } = settings;
  await owner.payments.updateSettings({ revision, settings: { ...rest, ...changes(settings) } });
}
