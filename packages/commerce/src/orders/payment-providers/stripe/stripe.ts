import { createHmac, timingSafeEqual } from "node:crypto";
import type { AttemptState } from "@uola/contract";
import { minuteMs } from "@uola/kernel";
import { z } from "zod";
import { keepMs } from "../../order-rules.ts";
import {
  type DisputeNews,
  isEuros,
  jsonOf,
  notSigned,
  type PaymentNews,
  type Provider,
  type ProviderParts,
  type ProviderReport,
  providerHttpClient,
  type RefundNews,
  type RefundOutcome,
  testConnection,
  unreadable,
  urlSegment,
} from "../provider.ts";

const name = "Stripe";
const host = "https://api.stripe.com";
/**
 * The API version whose responses are parsed in this file. The webhook endpoint uses the same
 * version.
 */
const version = "2026-10-28.endive";
/** The maximum age of a message. An older one could be a replay by an attacker. */
const toleranceSeconds = 300;
/**
 * Stripe sessions must remain open for at least 30 minutes. The extra minute is needed if Stripe's
 * clock is ahead of ours.
 */
const openMs = keepMs.online + minuteMs;

const Session = z.object({
  id: z.string(),
  status: z.enum(["open", "complete", "expired"]).nullable(),
  payment_status: z.string(),
  amount_total: z.int().nullable(),
  currency: z.string().nullable(),
  payment_intent: z.string().nullish(),
});
type Session = z.infer<typeof Session>;
const Opened = Session.extend({ url: z.string() });
const Sessions = z.object({ data: z.array(Session) });
const Refund = z.object({
  id: z.string(),
  amount: z.int().optional(),
  currency: z.string().nullish(),
  payment_intent: z.string().nullish(),
  status: z.string().nullable(),
  failure_reason: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
});
const Refunds = z.object({ data: z.array(Refund) });
const Charge = z.object({ payment_intent: z.string().nullish() });
const Dispute = z.object({
  id: z.string(),
  status: z.string(),
  payment_intent: z.string().nullish(),
  amount: z.int().optional(),
  currency: z.string().nullish(),
});
const Event = z.object({ id: z.string(), type: z.string(), data: z.object({ object: z.unknown() }) });
const Failed = z.object({ error: z.object({ message: z.string() }) });

const refundStates = new Map<string | null, RefundOutcome["state"]>(
  Object.entries({ succeeded: "DONE", failed: "REFUSED", canceled: "REFUSED" }),
);

/** The types of events that contain a refund. */
const refundEvents = new Set(["refund.created", "refund.updated", "refund.failed", "charge.refund.updated"]);
const disputeSteps = new Map<string, DisputeNews["step"]>([
  ["charge.dispute.created", "opened"],
  ["charge.dispute.funds_withdrawn", "fundsTaken"],
  ["charge.dispute.funds_reinstated", "fundsBack"],
]);

/**
 * Stripe Checkout: card payments on a page at Stripe, one session per payment. Requests are
 * form-encoded; messages are signed with a separate webhook secret.
 */
export function createStripe({ now, keysIfSet, keysOrRefuse, url = host }: ProviderParts<"STRIPE">): Provider {
  const http = providerHttpClient(name, (body) => Failed.safeParse(body).data?.error.message);

  type Asked = { form?: Record<string, string>; once?: string };
  async function ask<Answer>(shape: z.ZodType<Answer>, path: string, { form, once }: Asked = {}): Promise<Answer> {
    const { secretKey } = await keysOrRefuse();
    return http.json(shape, `${url}/v1/${path}`, {
      method: form ? "POST" : "GET",
      ...(form && { body: new URLSearchParams(form) }),
      headers: {
        authorization: `Bearer ${secretKey}`,
        "stripe-version": version,
        ...(once && { "idempotency-key": once }),
      },
    });
  }

  const sessionAt = (id: string) => ask(Session, `checkout/sessions/${urlSegment(id)}`);

  return {
    banks: async () => ((await keysIfSet()) ? [] : undefined),

    async test() {
      await keysOrRefuse();
      return testConnection(async () => {
        await ask(Sessions, "checkout/sessions?limit=1");
        return 1;
      });
    },

    async start({ attemptId, number, amount, language, returnUrl, buyer }) {
      const expiresDate = new Date(now().getTime() + openMs);
      const session = await ask(Opened, "checkout/sessions", {
        once: attemptId,
        form: {
          mode: "payment",
          client_reference_id: attemptId,
          success_url: returnUrl,
          cancel_url: returnUrl,
          locale: language,
          ...(buyer.email && { customer_email: buyer.email }),
          "payment_method_types[0]": "card",
          expires_at: String(Math.floor(expiresDate.getTime() / 1000)),
          // A single amount in euros: discounts, vouchers and VAT are calculated here, and payment
          // in another currency is disabled.
          "line_items[0][quantity]": "1",
          "line_items[0][price_data][currency]": "eur",
          "line_items[0][price_data][unit_amount]": String(amount),
          "line_items[0][price_data][product_data][name]": number,
          "adaptive_pricing[enabled]": "false",
          "payment_intent_data[description]": number,
          "payment_intent_data[metadata][attempt]": attemptId,
        },
      });
      return { providerRef: session.id, redirectUrl: session.url, expiresDate };
    },

    fetch: async (providerRef) => [newsOf(await sessionAt(providerRef))],

    async close(providerRef) {
      // Only an open session can be expired; the outcome of a paid or closed one is queried next.
      const path = `checkout/sessions/${urlSegment(providerRef)}`;
      if ((await sessionAt(providerRef)).status === "open") await ask(Session, `${path}/expire`, { form: {} });
    },

    async refund(providerRef, { amount, key, refundRef }) {
      if (refundRef) return outcomeOf(await ask(Refund, `refunds/${urlSegment(refundRef)}`));
      const { payment_intent: intent } = await sessionAt(providerRef);
      if (!intent) return { refundRef: providerRef, state: "REFUSED", failure: "The session has no payment." };
      // Stripe forgets idempotency keys after a day, so a refund whose response was lost is
      // searched for first.
      const { data } = await ask(Refunds, `refunds?payment_intent=${urlSegment(intent)}&limit=100`);
      const made = data.find(({ metadata }) => metadata?.refund === key);
      const form = { payment_intent: intent, amount: String(amount), "metadata[refund]": key };
      return outcomeOf(made ?? (await ask(Refund, "refunds", { form, once: key })));
    },

    webhook: {
      method: "POST",
      async read({ body, headers }) {
        const keys = await keysIfSet();
        const signature = headers.get("stripe-signature") ?? "";
        if (!keys || !isSigned(body, { signature, secret: keys.webhookSecret, at: now() })) throw notSigned(name);
        const event = Event.safeParse(jsonOf(body)).data;
        if (!event) throw unreadable(name);
        const { type, data } = event;
        if (type.startsWith("checkout.session.")) return sessionNews(type, data.object);
        if (refundEvents.has(type)) return refundNews(Refund.safeParse(data.object).data);
        if (type === "charge.refunded") return chargeNews(data.object);
        if (type.startsWith("charge.dispute.")) return disputeNews(type, data.object);
        return [];
      },
    },
  };

  /** Returns the session in which a payment was made; undefined for payments made elsewhere. */
  async function sessionOf(intent: string | null | undefined): Promise<Session | undefined> {
    if (!intent) return undefined;
    return (await ask(Sessions, `checkout/sessions?payment_intent=${urlSegment(intent)}`)).data[0];
  }

  async function refundNews(...refunds: (z.infer<typeof Refund> | undefined)[]): Promise<RefundNews[]> {
    const session = await sessionOf(refunds[0]?.payment_intent);
    if (!session) return [];
    return refunds.flatMap((refund) => {
      if (!refund) return [];
      const { refundRef, state, failure } = outcomeOf(refund);
      const key = z.guid().safeParse(refund.metadata?.refund).data;
      const amount = isEuros(refund.currency ?? null) ? refund.amount : undefined;
      return [
        {
          about: "refund" as const,
          providerRef: session.id,
          refundRef,
          state,
          failure,
          key,
          amount,
          message: { refund },
        },
      ];
    });
  }

  /** A charge event reports that part of the charge was refunded, but does not list the refunds. */
  async function chargeNews(object: unknown): Promise<RefundNews[]> {
    const intent = Charge.safeParse(object).data?.payment_intent;
    if (!intent || !(await sessionOf(intent))) return [];
    return refundNews(...(await ask(Refunds, `refunds?payment_intent=${urlSegment(intent)}&limit=100`)).data);
  }

  async function disputeNews(type: string, object: unknown): Promise<ProviderReport[]> {
    const dispute = Dispute.safeParse(object).data;
    const session = await sessionOf(dispute?.payment_intent);
    if (!dispute || !session) return [];
    const { id: disputeRef, status, amount, currency } = dispute;
    const about = { providerRef: session.id, message: { dispute } };
    const isClosed = type === "charge.dispute.closed";
    if (isClosed && status === "lost") {
      const isPart = amount !== undefined && session.amount_total !== null && amount < session.amount_total;
      if (!isPart) return [{ ...newsOf(session), state: "VOIDED", message: { dispute } }];
      const sum = isEuros(currency ?? null) ? amount : undefined;
      return [{ ...about, about: "refund", refundRef: disputeRef, state: "DONE", amount: sum, byBank: true }];
    }
    const step = isClosed ? "won" : disputeSteps.get(type);
    return step ? [{ ...about, about: "dispute", disputeRef, step, amount }] : [];
  }
}

function stateOf({ status, payment_status: paid }: Session): AttemptState {
  if (status === "expired") return "EXPIRED";
  if (status !== "complete") return "OPEN";
  // Payment methods that take days are "unpaid" at first. Any other state, including future ones,
  // is not a payment either.
  return paid === "paid" ? "SUCCEEDED" : "PENDING";
}

function newsOf(session: Session, state = stateOf(session)): PaymentNews {
  const { id, amount_total: amount, currency } = session;
  return {
    about: "payment",
    providerRef: id,
    state,
    message: { session },
    isTrial: false,
    amount: amount ?? undefined,
    currency,
  };
}

function sessionNews(type: string, object: unknown): PaymentNews[] {
  const session = Session.safeParse(object).data;
  return session ? [newsOf(session, type === "checkout.session.async_payment_failed" ? "FAILED" : undefined)] : [];
}

const reasonOf = ({ failure_reason: reason, status }: z.infer<typeof Refund>): string => reason ?? status ?? "failed";

const outcomeOf = (refund: z.infer<typeof Refund>): RefundOutcome => ({
  refundRef: refund.id,
  state: refundStates.get(refund.status) ?? "SENT",
  failure: reasonOf(refund),
});

/**
 * Returns whether a signature header such as "t=1700000000,v1=…" matches the body and is recent.
 * After a change of the secret, the header contains two signatures for a day.
 */
export function isSigned(
  body: string,
  { signature, secret, at }: { signature: string; secret: string; at: Date },
): boolean {
  const parts = signature.split(",").map((part) => part.trim().split("=", 2) as [string, string?]);
  const time = parts.find(([name]) => name === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(time) || Math.abs(at.getTime() / 1000 - Number(time)) > toleranceSeconds) return false;
  const expected = createHmac("sha256", secret).update(`${time}.${body}`).digest();
  return parts.some(([name, hex = ""]) => {
    const given = name === "v1" ? Buffer.from(hex, "hex") : Buffer.alloc(0);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
