import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { newId } from "@uola/database";
import { jwtVerify, SignJWT } from "jose";
import { json, type Notice, type ProviderSimulator } from "../provider-simulator.testing.ts";

export const keys = { accessKey: "AK-of-the-shop", secretKey: "SK-of-the-shop-which-is-long-enough" };

type Status = "PENDING" | "PAID" | "ABANDONED" | "VOIDED" | "AUTHORIZED";
type Refund = { uuid: string; status: string; amount: number; key: string };
type Payment = {
  uuid: string;
  merchantReference: string;
  grandTotal: number;
  currency: string;
  paymentStatus: Status;
  refunds: Refund[];
  claims: Record<string, unknown>;
};

export type Partner = Awaited<ReturnType<typeof startPartner>>;

/**
 * A simulated Montonio. It verifies signatures, stores orders and refunds, and signs its messages.
 * It can be unavailable, and send messages late, twice, in another order or with wrong content. If
 * no port is given, it uses a free port.
 */
export async function startPartner(now: () => Date, port = 0) {
  const secret = new TextEncoder().encode(keys.secretKey);
  const payments = new Map<string, Payment>();
  const world = {
    /** Whether the response to a refund request is lost, although the refund is made. */
    losesRefunds: false,
    /** Whether all requests receive status 500. */
    dead: false,
    /** The outcome of refunds: successful at once, pending, or rejected. */
    refunds: "SUCCESSFUL" as "SUCCESSFUL" | "PENDING" | "REJECTED",
    /** The requests received, in order. */
    asked: [] as string[],
  };

  const claimsOf = async (token: string) => {
    const { payload } = await jwtVerify(token, secret, { algorithms: ["HS256"], currentDate: now() });
    if (payload.accessKey !== keys.accessKey) throw new Error("another access key");
    return payload as Record<string, unknown>;
  };

  const shown = ({ claims: _, grandTotal, ...payment }: Payment) => ({
    ...payment,
    // Montonio returns amounts as text, and more fields than the platform needs.
    grandTotal: (grandTotal / 100).toFixed(2),
    storeName: "Uola",
    availableForRefund: 0,
    refunds: payment.refunds.map(({ key: _key, amount, ...refund }) => ({ ...refund, amount: amount / 100 })),
  });

  async function answer(request: IncomingMessage): Promise<[status: number, body: object]> {
    const path = request.url ?? "";
    world.asked.push(`${request.method} ${path.replace(/[0-9a-f-]{36}/, "{uuid}")}`);
    if (world.dead) return [500, { message: "down", error: "Internal Server Error" }];
    let text = "";
    for await (const part of request) text += part;
    const token = text ? JSON.parse(text).data : (request.headers.authorization ?? "").replace("Bearer ", "");
    const claims = await claimsOf(token).catch(() => undefined);
    if (!claims) return [401, { statusCode: 401, message: ["Invalid JWT"], error: "Unauthorized" }];
    if (path === "/stores/payment-methods") {
      const paymentMethods = [{ code: "HABALT22", name: "Swedbank", logoUrl: "", uiPosition: 1 }];
      return [200, { paymentMethods: { paymentInitiation: { setup: { LT: { paymentMethods } } } } }];
    }
    if (path === "/orders") return [201, open(claims)];
    if (path === "/refunds") return refund(claims);
    const payment = payments.get(path.replace("/orders/", ""));
    return payment ? [200, shown(payment)] : [404, { message: "Order not found" }];
  }

  /** A repeated request with the same reference returns the same order. */
  function open(claims: Record<string, unknown>) {
    const { merchantReference, grandTotal, currency } = claims as {
      merchantReference: string;
      grandTotal: number;
      currency: string;
    };
    const known = [...payments.values()].find((each) => each.merchantReference === merchantReference);
    const payment: Payment = known ?? {
      uuid: newId(),
      merchantReference,
      currency,
      paymentStatus: "PENDING",
      refunds: [],
      grandTotal: Math.round(grandTotal * 100),
      claims,
    };
    payments.set(payment.uuid, payment);
    return { ...shown(payment), paymentUrl: `https://pay.example/${payment.uuid}` };
  }

  function refund(claims: Record<string, unknown>): [number, object] {
    const {
      orderUuid,
      amount,
      idempotencyKey: key,
    } = claims as { orderUuid: string; amount: number; idempotencyKey: string };
    const payment = payments.get(orderUuid);
    if (!payment) return [404, { message: "Order not found" }];
    if (payment.refunds.some((each) => each.key === key)) {
      return [400, { message: "Order already has a refund with same idempotency key" }];
    }
    const made = { uuid: newId(), status: world.refunds, amount: Math.round(amount * 100), key };
    payment.refunds.push(made);
    if (world.losesRefunds) {
      Object.assign(world, { dead: true, losesRefunds: false });
      return [500, { message: "lost" }];
    }
    return [201, { uuid: made.uuid, status: made.status, amount, currency: "EUR", type: "PARTIAL_REFUND" }];
  }

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    answer(request).then(
      ([status, body]) => response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body)),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));

  return {
    world,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    last: () => [...payments.values()].at(-1) as Payment,
    /** The claims of the request that opened the payment. */
    claims: (uuid: string) => (payments.get(uuid) as Payment).claims,
    set(uuid: string, paymentStatus: Status) {
      (payments.get(uuid) as Payment).paymentStatus = paymentStatus;
    },
    refundsOf: (uuid: string): readonly Refund[] => payments.get(uuid)?.refunds ?? [],
    /** Simulates a refund made in Montonio's own panel. */
    refundInPanel(uuid: string, amount: number, status: string): Refund {
      const made = { uuid: newId(), status, amount, key: newId() };
      payments.get(uuid)?.refunds.push(made);
      return made;
    },
    endRefunds(status: string) {
      for (const payment of payments.values()) for (const one of payment.refunds) one.status = status;
    },
    /** The signed message of Montonio about an order, by default in its current state. */
    async token(
      uuid: string,
      {
        secretKey = keys.secretKey,
        at = now(),
        ...claims
      }: Record<string, unknown> & { secretKey?: string; at?: Date } = {},
    ) {
      const { merchantReference, paymentStatus, grandTotal, currency } = payments.get(uuid) as Payment;
      const claimed = {
        uuid,
        merchantReference,
        paymentStatus,
        grandTotal: grandTotal / 100,
        currency,
        accessKey: keys.accessKey,
      };
      return new SignJWT({
        ...claimed,
        merchant_reference: merchantReference,
        paymentProviderName: "Swedbank",
        ...claims,
      })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setIssuedAt(at)
        .setExpirationTime(new Date(at.getTime() + 600_000))
        .sign(new TextEncoder().encode(secretKey));
    },
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

const states = {
  paid: "PAID",
  working: "AUTHORIZED",
  "given up": "ABANDONED",
  "taken back": "VOIDED",
  "other sum": "PAID",
  "other currency": "PAID",
} as const satisfies Record<Notice, string>;

/** Controls the simulated Montonio by the interface that all providers share. */
export const simulateMontonio = (partner: Partner): ProviderSimulator => ({
  way: "MONTONIO",
  settings: { enabled: true, sandbox: true, ...keys },
  paymentAt: (url) => new URL(url).pathname.slice(1),
  returnAddress: (payment) => partner.claims(payment).returnUrl as string,
  pay: (payment) => partner.set(payment, "PAID"),
  async says(payment, what) {
    const orderToken = await partner.token(payment, {
      paymentStatus: states[what],
      ...(what === "other sum" && { grandTotal: 0.01 }),
      ...(what === "other currency" && { currency: "USD" }),
    });
    return { path: "/v1/payments/montonio", method: "POST", headers: json, body: JSON.stringify({ orderToken }) };
  },
  refunds: (payment) => partner.refundsOf(payment).map(({ amount }) => amount),
});
