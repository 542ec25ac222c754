import type { AttemptState } from "@uola/contract";
import { type Context, minuteMs, Refusal, ttlCache } from "@uola/kernel";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { keepMs } from "./order-rules.ts";
import type { PaymentKeys, Settings } from "./settings.ts";

const hosts = {
  live: "https://stargate.montonio.com/api",
  sandbox: "https://sandbox-stargate.montonio.com/api",
};
const timeoutMs = 10_000;
/** Clocks differ; a message may be late by this much. A later one is believed after asking Montonio. */
const toleranceSeconds = 300;

// New fields and values may appear at any time, so that only what is needed is read.
const Money = z.union([z.string(), z.number()]).transform((value) => Math.round(Number(value) * 100));
const Started = z.object({ uuid: z.string(), paymentUrl: z.string() });
const Refunds = z.array(z.object({ uuid: z.string(), status: z.string(), amount: Money }).loose());
const Fetched = z.object({
  ...{
    uuid: z.string(),
    paymentStatus: z.string(),
    grandTotal: Money,
    currency: z.string(),
    merchantReference: z.string(),
  },
  refunds: Refunds.optional(),
});
const OrderToken = z.object({
  ...{ uuid: z.string(), accessKey: z.string(), paymentStatus: z.string(), grandTotal: Money, currency: z.string() },
  merchantReference: z.string(),
});
const RefundToken = z.object({
  ...{ orderUuid: z.string(), refundUuid: z.string(), refundStatus: z.string(), accessKey: z.string().optional() },
});
const Refunded = z.object({ uuid: z.string(), status: z.string() });
const Methods = z.object({
  paymentMethods: z.object({
    paymentInitiation: z
      .object({
        setup: z.record(
          z.string(),
          z.object({ paymentMethods: z.array(z.object({ code: z.string(), name: z.string() })) }),
        ),
      })
      .optional(),
  }),
});

/** How Montonio calls the states of an attempt. PENDING stays as it is: the bank may finish later. */
const states: Record<string, AttemptState> = {
  ...{ PENDING: "OPEN", AUTHORIZED: "PENDING", PAID: "SUCCEEDED", ABANDONED: "EXPIRED", VOIDED: "VOIDED" },
  ...{ PARTIALLY_REFUNDED: "SUCCEEDED", REFUNDED: "SUCCEEDED" },
};

export type AttemptReport = {
  providerRef: string;
  state: AttemptState | undefined;
  amount: number;
  key: string;
  message: object;
};
/** A refund there is news of. What became of it is asked for. */
export type RefundReport = { orderRef: string; refundRef: string };
export type Montonio = ReturnType<typeof createMontonio>;

/** Asks and believes Montonio: signed requests, checked answers. It knows nothing of orders and writes nothing. */
export function createMontonio(
  { urls, now }: Pick<Context, "urls" | "now">,
  settings: Pick<Settings, "montonioKeys">,
  { url }: { url?: string | undefined } = {},
) {
  const base = ({ sandbox }: PaymentKeys) => url ?? (sandbox ? hosts.sandbox : hosts.live);
  const secretOf = ({ secretKey }: PaymentKeys) => new TextEncoder().encode(secretKey);
  const unavailable = (message: string) => new Refusal("PROVIDER_UNAVAILABLE", message, 503);

  const sign = (keys: PaymentKeys, claims: object) =>
    new SignJWT({ ...claims, accessKey: keys.accessKey })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setIssuedAt(now())
      .setExpirationTime(new Date(now().getTime() + 10 * minuteMs))
      .sign(secretOf(keys));

  async function ask<Answer>(
    keys: PaymentKeys,
    shape: z.ZodType<Answer>,
    path: string,
    claims?: object,
  ): Promise<Answer> {
    const token = await sign(keys, claims ?? {});
    const init: RequestInit = claims
      ? { method: "POST", body: JSON.stringify({ data: token }), headers: { "content-type": "application/json" } }
      : { headers: { authorization: `Bearer ${token}` } };
    const response = await fetch(`${base(keys)}${path}`, { ...init, signal: AbortSignal.timeout(timeoutMs) }).catch(
      (error: unknown) => {
        throw unavailable(`Montonio does not answer: ${error instanceof Error ? error.message : String(error)}`);
      },
    );
    const body: unknown = await response.json().catch(() => undefined);
    if (!response.ok) {
      const reason = z.object({ message: z.union([z.string(), z.array(z.string())]) }).safeParse(body).data?.message;
      throw unavailable(`Montonio answers ${response.status}: ${[reason ?? ""].flat().join(", ")}`);
    }
    const answer = shape.safeParse(body);
    if (!answer.success) throw unavailable("Montonio answers something else than it promises.");
    return answer.data;
  }

  const banksOf = async (keys: PaymentKeys) => {
    const { paymentMethods } = await ask(keys, Methods, "/stores/payment-methods");
    return paymentMethods.paymentInitiation?.setup.LT?.paymentMethods.map(({ code, name }) => ({ code, name })) ?? [];
  };
  const cachedBanks = ttlCache(
    async (_: string) => {
      const keys = await settings.montonioKeys();
      // Its own page lists the banks too, so that payments go on without ours.
      return keys && banksOf(keys).catch(() => []);
    },
    { ttlMs: 10 * minuteMs },
  );

  async function keysOrRefuse(): Promise<PaymentKeys> {
    const keys = await settings.montonioKeys();
    if (!keys) throw new Refusal("WAY_NOT_OFFERED", "Montonio is not switched on.");
    return keys;
  }

  const reportOf = (
    { uuid, paymentStatus, grandTotal }: { uuid: string; paymentStatus: string; grandTotal: number },
    message: object,
  ): AttemptReport => ({
    ...{ providerRef: uuid, state: states[paymentStatus], amount: grandTotal, message },
    key: `${uuid} ${paymentStatus}`,
  });

  /** What a token says, if Montonio signed it for us. Refuses with SIGNATURE_INVALID. */
  async function verified<Claims>(token: string, shape: z.ZodType<Claims>): Promise<{ claims: Claims; late: boolean }> {
    const keys = await settings.montonioKeys();
    const wrong = () => new Refusal("SIGNATURE_INVALID", "Montonio did not sign this.", 400);
    if (!keys) throw wrong();
    const options = { algorithms: ["HS256"], currentDate: now(), clockTolerance: toleranceSeconds };
    const read = async (more: object) => (await jwtVerify(token, secretOf(keys), { ...options, ...more })).payload;
    let late = false;
    const payload = await read({}).catch(async (error: unknown) => {
      if (!(error instanceof Error) || !("code" in error) || error.code !== "ERR_JWT_EXPIRED") throw wrong();
      late = true;
      return read({ currentDate: new Date(0) }).catch(() => {
        throw wrong();
      });
    });
    const claims = shape.safeParse(payload);
    if (!claims.success || payload.accessKey !== keys.accessKey) throw wrong();
    return { claims: claims.data, late };
  }

  async function fetchOrder(providerRef: string) {
    const order = await ask(await keysOrRefuse(), Fetched, `/orders/${encodeURIComponent(providerRef)}`);
    return { order, report: reportOf(order, { fetched: order }) };
  }

  return {
    /** The banks by name; undefined where Montonio is not switched on. */
    banks: () => cachedBanks.get("LT"),
    forget: () => cachedBanks.forget(),

    async test(): Promise<{ works: boolean; banks: number; failure: string | null }> {
      const keys = await keysOrRefuse();
      try {
        return { works: true, banks: (await banksOf(keys)).length, failure: null };
      } catch (error) {
        return { works: false, banks: 0, failure: error instanceof Error ? error.message : String(error) };
      }
    },

    /** Opens a payment there. The order's number is what people see; children's names are not sent. */
    async start({
      merchantRef,
      number,
      amount,
      language,
      bank,
      returnUrl,
      buyer,
    }: {
      merchantRef: string;
      number: string;
      amount: number;
      language: string;
      bank: string | null;
      returnUrl: string;
      buyer: { firstName: string; lastName: string; email: string };
    }): Promise<{ providerRef: string; redirectUrl: string; expiresDate: Date }> {
      const euros = amount / 100;
      const order = await ask(await keysOrRefuse(), Started, "/orders", {
        ...{ merchantReference: merchantRef, merchantReferenceDisplay: number, returnUrl },
        notificationUrl: `${urls.platform}/v1/payments/montonio`,
        ...{ grandTotal: euros, currency: "EUR", locale: language, expiresIn: keepMs.online / minuteMs },
        payment: {
          ...{ method: "paymentInitiation", amount: euros, currency: "EUR" },
          methodOptions: {
            ...{ preferredCountry: "LT", preferredLocale: language, paymentDescription: number },
            ...(bank && { preferredProvider: bank }),
          },
        },
        billingAddress: buyer,
      });
      const expiresDate = new Date(now().getTime() + keepMs.online);
      return { providerRef: order.uuid, redirectUrl: order.paymentUrl, expiresDate };
    },

    /** What Montonio says of an order in a message or with the browser. One that is too old is asked about. */
    async read(token: string): Promise<AttemptReport> {
      const { claims, late } = await verified(token, OrderToken);
      return late ? (await fetchOrder(claims.uuid)).report : reportOf(claims, { token: claims });
    },

    async readRefund(token: string): Promise<RefundReport> {
      const { claims } = await verified(token, RefundToken);
      return { orderRef: claims.orderUuid, refundRef: claims.refundUuid };
    },

    fetch: async (providerRef: string): Promise<AttemptReport> => (await fetchOrder(providerRef)).report,

    /**
     * Asks for money to go back, once: a repeated key is refused there. `known` are the refunds that we know, so that one whose
     * answer was lost is found among those that the order has.
     */
    async refund(
      providerRef: string,
      {
        amount,
        key,
        refundRef,
        known,
      }: { amount: number; key: string; refundRef: string | null; known: readonly string[] },
    ): Promise<{ refundRef: string; status: string }> {
      const foundBy = async (is: (refund: { uuid: string; amount: number }) => boolean) => {
        const there = (await fetchOrder(providerRef)).order.refunds?.find(is);
        return there && { refundRef: there.uuid, status: there.status };
      };
      if (refundRef) {
        const there = await foundBy(({ uuid }) => uuid === refundRef);
        if (there) return there;
      }
      const claims = { orderUuid: providerRef, amount: amount / 100, idempotencyKey: key };
      try {
        const made = await ask(await keysOrRefuse(), Refunded, "/refunds", claims);
        return { refundRef: made.uuid, status: made.status };
      } catch (error) {
        const there = await foundBy((refund) => refund.amount === amount && !known.includes(refund.uuid)).catch(
          () => undefined,
        );
        if (there) return there;
        throw error;
      }
    },
  };
}
