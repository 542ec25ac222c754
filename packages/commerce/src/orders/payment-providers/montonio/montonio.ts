import type { AttemptState, PaymentProviderKeys } from "@uola/contract";
import { minuteMs, readJson, toViolations, ttlCache } from "@uola/kernel";
import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { keepMs } from "../../order-rules.ts";
import {
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

const hosts = {
  live: "https://stargate.montonio.com/api",
  sandbox: "https://sandbox-stargate.montonio.com/api",
};
const name = "Montonio";
type Keys = PaymentProviderKeys<"MONTONIO">;
/**
 * The allowed difference between the clocks, including the delay of a message. A message older than
 * that is accepted only after querying Montonio.
 */
const toleranceSeconds = 300;

// New fields and values may appear at any time, so only the needed ones are parsed.
const Money = z
  .union([z.string().regex(/^\d{1,9}(\.\d{1,2})?$/), z.number().min(0).max(1e9)])
  .transform((value) => Math.round(Number(value) * 100));
const Failed = z.object({ message: z.union([z.string(), z.array(z.string())]) });
const Started = z.object({ uuid: z.string(), paymentUrl: z.string() });
const Refunds = z.array(z.object({ uuid: z.string(), status: z.string(), amount: Money }).loose());
const Fetched = z.object({
  uuid: z.string(),
  paymentStatus: z.string(),
  grandTotal: Money,
  currency: z.string(),
  merchantReference: z.string(),
  refunds: Refunds.optional(),
});
/** The body of a message. */
const Tokens = z.object({ orderToken: z.string().max(8000).nullish(), refundToken: z.string().max(8000).nullish() });
const OrderToken = z.object({
  uuid: z.string(),
  accessKey: z.string(),
  paymentStatus: z.string(),
  grandTotal: Money,
  currency: z.string(),
  merchantReference: z.string(),
});
const RefundToken = z.object({
  orderUuid: z.string(),
  refundUuid: z.string(),
  refundStatus: z.string(),
  accessKey: z.string().optional(),
  refundAmount: Money.optional(),
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

/**
 * Maps Montonio's payment states to attempt states. PENDING leaves an attempt open: the bank may
 * finish later.
 */
const states = new Map<string, AttemptState>(
  Object.entries({
    PENDING: "OPEN",
    AUTHORIZED: "PENDING",
    PAID: "SUCCEEDED",
    ABANDONED: "EXPIRED",
    VOIDED: "VOIDED",
    PARTIALLY_REFUNDED: "SUCCEEDED",
    REFUNDED: "SUCCEEDED",
  }),
);

const refundStates = new Map<string, RefundOutcome["state"]>(
  Object.entries({ SUCCESSFUL: "DONE", REJECTED: "REFUSED", CANCELED: "REFUSED" }),
);

/** Montonio: payments by bank links. Requests and messages are tokens signed with its secret key. */
export function createMontonio({
  now,
  keysIfSet,
  keysOrRefuse,
  notificationUrl,
  url,
}: ProviderParts<"MONTONIO">): Provider {
  const http = providerHttpClient(name, (body) => {
    const message = Failed.safeParse(body).data?.message;
    return message && [message].flat().join(", ");
  });
  const base = ({ sandbox }: Keys) => url ?? (sandbox ? hosts.sandbox : hosts.live);
  const secretOf = ({ secretKey }: Keys) => new TextEncoder().encode(secretKey);

  const sign = (keys: Keys, claims: object) =>
    new SignJWT({ ...claims, accessKey: keys.accessKey })
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .setIssuedAt(now())
      .setExpirationTime(new Date(now().getTime() + 10 * minuteMs))
      .sign(secretOf(keys));

  async function ask<Answer>(keys: Keys, shape: z.ZodType<Answer>, path: string, claims?: object): Promise<Answer> {
    const token = await sign(keys, claims ?? {});
    const init: RequestInit = claims
      ? { method: "POST", body: JSON.stringify({ data: token }), headers: { "content-type": "application/json" } }
      : { headers: { authorization: `Bearer ${token}` } };
    return http.json(shape, `${base(keys)}${path}`, init);
  }

  const banksOf = async (keys: Keys) => {
    const { paymentMethods } = await ask(keys, Methods, "/stores/payment-methods");
    return paymentMethods.paymentInitiation?.setup.LT?.paymentMethods.map(({ code, name }) => ({ code, name })) ?? [];
  };
  const cachedBanks = ttlCache(
    async (_: string) => {
      const keys = await keysIfSet();
      // Montonio's page also lists the banks, so payments are possible without our list.
      return keys && banksOf(keys).catch(() => []);
    },
    { ttlMs: 10 * minuteMs },
  );

  const newsOf = (
    { uuid, paymentStatus, grandTotal, currency }: z.infer<typeof OrderToken> | z.infer<typeof Fetched>,
    message: object,
  ): PaymentNews => ({
    about: "payment",
    providerRef: uuid,
    state: states.get(paymentStatus),
    message,
    amount: grandTotal,
    currency,
    isTrial: false,
  });

  /**
   * Returns the claims of a token that Montonio signed for this shop. Rejects with
   * SIGNATURE_INVALID or MESSAGE_INVALID.
   */
  async function verified<Claims>(token: string, shape: z.ZodType<Claims>): Promise<{ claims: Claims; late: boolean }> {
    const keys = await keysIfSet();
    if (!keys) throw notSigned(name);
    const options = { algorithms: ["HS256"], currentDate: now(), clockTolerance: toleranceSeconds };
    const read = async (more: object) => (await jwtVerify(token, secretOf(keys), { ...options, ...more })).payload;
    let late = false;
    const payload = await read({}).catch(async (error: unknown) => {
      if (!(error instanceof Error) || !("code" in error) || error.code !== "ERR_JWT_EXPIRED") throw notSigned(name);
      late = true;
      return read({ currentDate: new Date(0) }).catch(() => {
        throw notSigned(name);
      });
    });
    const claims = shape.safeParse(payload);
    if (payload.accessKey !== keys.accessKey) throw notSigned(name);
    if (!claims.success) throw unreadable(name);
    return { claims: claims.data, late };
  }

  async function fetchOrder(providerRef: string) {
    const order = await ask(await keysOrRefuse(), Fetched, `/orders/${urlSegment(providerRef)}`);
    const refunds = order.refunds?.map((refund) => refundNews(providerRef, refund)) ?? [];
    return { order, news: [newsOf(order, { fetched: order }), ...refunds] };
  }

  function refundNews(providerRef: string, refund: { uuid: string; status: string; amount: number }): RefundNews {
    const { refundRef, state, failure } = outcomeOf(refund.uuid, refund.status);
    return { about: "refund", providerRef, refundRef, state, failure, amount: refund.amount, message: { refund } };
  }

  const outcomeOf = (refundRef: string, status: string): RefundOutcome => ({
    refundRef,
    state: refundStates.get(status) ?? "SENT",
    failure: status,
  });

  /**
   * Parses Montonio's report about an order, from a message or from the browser. For one that is too
   * old, the state is queried instead.
   */
  async function orderNews(token: string): Promise<ProviderReport[]> {
    const { claims, late } = await verified(token, OrderToken);
    // The message reports that there are refunds, but not which ones.
    const isAsked = late || claims.paymentStatus === "PARTIALLY_REFUNDED" || claims.paymentStatus === "REFUNDED";
    return isAsked ? [{ about: "changed", providerRef: claims.uuid }] : [newsOf(claims, { token: claims })];
  }

  async function refundNewsIn(token: string): Promise<ProviderReport[]> {
    const { claims, late } = await verified(token, RefundToken);
    const { orderUuid, refundUuid: uuid, refundStatus: status, refundAmount: amount } = claims;
    if (late || amount === undefined) return [{ about: "changed", providerRef: orderUuid }];
    return [refundNews(orderUuid, { uuid, status, amount })];
  }

  return {
    banks: () => cachedBanks.get("LT"),
    forget: () => cachedBanks.forget(),

    async test() {
      const keys = await keysOrRefuse();
      return testConnection(async () => (await banksOf(keys)).length);
    },

    /** The order number is the reference shown to people. */
    async start({ merchantRef, number, amount, language, bank, returnUrl, buyer }) {
      const euros = amount / 100;
      const order = await ask(await keysOrRefuse(), Started, "/orders", {
        merchantReference: merchantRef,
        merchantReferenceDisplay: number,
        returnUrl,
        notificationUrl,
        grandTotal: euros,
        currency: "EUR",
        locale: language,
        expiresIn: keepMs.online / minuteMs,
        payment: {
          method: "paymentInitiation",
          amount: euros,
          currency: "EUR",
          methodOptions: {
            preferredCountry: "LT",
            preferredLocale: language,
            paymentDescription: number,
            ...(bank && { preferredProvider: bank }),
          },
        },
        billingAddress: buyer,
      });
      const expiresDate = new Date(now().getTime() + keepMs.online);
      return { providerRef: order.uuid, redirectUrl: order.paymentUrl, expiresDate };
    },

    webhook: {
      method: "POST",
      async read({ body }) {
        const tokens = Tokens.safeParse(readJson(body));
        if (!tokens.success) throw toViolations(tokens.error.issues);
        const { orderToken, refundToken } = tokens.data;
        return [
          ...(orderToken ? await orderNews(orderToken) : []),
          ...(refundToken ? await refundNewsIn(refundToken) : []),
        ];
      },
    },
    read: orderNews,

    fetch: async (providerRef) => (await fetchOrder(providerRef)).news,

    /** Montonio rejects a known idempotency key, so a refund whose response was lost is looked up. */
    async refund(providerRef, { amount, key, refundRef, known }) {
      const foundBy = async (is: (refund: { uuid: string; amount: number }) => boolean) => {
        const there = (await fetchOrder(providerRef)).order.refunds?.find(is);
        return there && outcomeOf(there.uuid, there.status);
      };
      if (refundRef) {
        const there = await foundBy(({ uuid }) => uuid === refundRef);
        if (there) return there;
      }
      const claims = { orderUuid: providerRef, amount: amount / 100, idempotencyKey: key };
      try {
        const made = await ask(await keysOrRefuse(), Refunded, "/refunds", claims);
        return outcomeOf(made.uuid, made.status);
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
