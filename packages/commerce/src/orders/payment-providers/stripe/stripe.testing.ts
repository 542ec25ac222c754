import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { json, type Message, type ProviderSimulator } from "../provider-simulator.testing.ts";

export const keys = { secretKey: "sk_test_of_the_shop", webhookSecret: "whsec_of_the_shop" };

type Refund = {
  id: string;
  object: "refund";
  amount: number;
  payment_intent: string;
  status: string;
  failure_reason: string | null;
  metadata: Record<string, string>;
  currency: string;
};
type Session = {
  id: string;
  object: "checkout.session";
  status: "open" | "complete" | "expired";
  payment_status: "paid" | "unpaid";
  amount_total: number;
  currency: string;
  client_reference_id: string | undefined;
  payment_intent: string | null;
  url: string;
  /** The fields of the request that opened the session. */
  form: Record<string, string>;
};
type Answer = [status: number, body: object];

export type Partner = Awaited<ReturnType<typeof startFakeStripe>>;

const idOf = (kind: string) => `${kind}_test_${randomBytes(8).toString("hex")}`;
const error = (status: number, type: string, message: string): Answer => [status, { error: { type, message } }];

/**
 * A fake of Stripe's shop-facing API. It checks its key, stores sessions, refunds and requests by
 * idempotency key, and signs its messages. It can be set to fail, to lose a response, and to send
 * outdated or wrong messages. Listens on a free port unless one is given.
 */
export async function startFakeStripe(now: () => Date, port = 0) {
  const sessions = new Map<string, Session>();
  const refunds: Refund[] = [];
  const once = new Map<string, { asked: string; answer: Answer }>();
  const behavior = {
    /** Whether all requests receive status 500. */
    dead: false,
    /** Whether the response to a refund request is lost, although the refund is made. */
    losesRefunds: false,
    /** Whether used idempotency keys are forgotten, as Stripe does after a day. */
    forgetsKeys: false,
    /** The outcome of refunds: immediate, delayed or failed. */
    refunds: "succeeded" as "succeeded" | "pending" | "failed",
    /** The received requests, in order. */
    asked: [] as string[],
  };

  const shown = ({ form: _, ...session }: Session) => ({ ...session, livemode: false, payment_method_types: ["card"] });

  function answer({ method = "", url = "", headers }: IncomingMessage, text: string): Answer {
    const { pathname, searchParams } = new URL(url, "http://stripe.test");
    const path = pathname.replace("/v1/", "");
    behavior.asked.push(`${method} ${path.replace(/_test_\w+/, "_…")}`);
    if (behavior.dead) return error(500, "api_error", "down");
    if (headers.authorization !== `Bearer ${keys.secretKey}`) {
      return error(401, "invalid_request_error", "Invalid API Key provided");
    }
    if (!headers["stripe-version"]) return error(400, "invalid_request_error", "No version");
    const form = Object.fromEntries(new URLSearchParams(text));
    const key = headers["idempotency-key"];
    if (method !== "POST" || typeof key !== "string") return route(method, path, searchParams, form);
    const asked = `${path} ${text}`;
    const known = behavior.forgetsKeys ? undefined : once.get(key);
    if (known && known.asked !== asked) {
      return error(400, "idempotency_error", "Keys for idempotent requests can only be used with the same parameters");
    }
    const answer = known?.answer ?? route(method, path, searchParams, form);
    once.set(key, { asked, answer });
    return answer;
  }

  function route(method: string, path: string, query: URLSearchParams, form: Record<string, string>): Answer {
    const intent = query.get("payment_intent");
    if (path === "checkout/sessions" && method === "POST") return open(form);
    if (path === "checkout/sessions") {
      const data = [...sessions.values()].filter((each) => !intent || each.payment_intent === intent).map(shown);
      return [200, { object: "list", data }];
    }
    if (path === "refunds" && method === "POST") return refund(form);
    if (path === "refunds")
      return [200, { object: "list", data: refunds.filter((one) => one.payment_intent === intent) }];
    const [kind, id = "", action] = path.replace("checkout/", "").split("/");
    if (kind === "refunds") {
      const found = refunds.find((one) => one.id === id);
      return found ? [200, found] : error(404, "invalid_request_error", "No such refund");
    }
    const session = sessions.get(id);
    if (!session) return error(404, "invalid_request_error", "No such checkout session");
    if (action === "expire") {
      if (session.status !== "open") return error(400, "invalid_request_error", "Only open sessions can be expired");
      session.status = "expired";
    }
    return [200, shown(session)];
  }

  function open(form: Record<string, string>): Answer {
    const seconds = Number(form.expires_at) - now().getTime() / 1000;
    if (seconds < 1800 || seconds > 86_400) {
      return error(400, "invalid_request_error", "expires_at must be between 30 minutes and 24 hours from now");
    }
    const id = idOf("cs");
    const session: Session = {
      id,
      object: "checkout.session",
      status: "open",
      payment_status: "unpaid",
      payment_intent: null,
      form,
      amount_total: Number(form["line_items[0][price_data][unit_amount]"]),
      currency: form["line_items[0][price_data][currency]"] ?? "",
      client_reference_id: form.client_reference_id,
      url: `https://checkout.example/${id}`,
    };
    sessions.set(id, session);
    return [200, shown(session)];
  }

  function refund({
    payment_intent: intent = "",
    amount,
    "metadata[refund]": key = "",
  }: Record<string, string>): Answer {
    const session = [...sessions.values()].find((each) => each.payment_intent === intent);
    if (!session) return error(404, "invalid_request_error", "No such payment_intent");
    const before = refunds.filter((one) => one.payment_intent === intent && one.status !== "failed");
    const left = session.amount_total - before.reduce((sum, one) => sum + one.amount, 0);
    if (Number(amount) > left)
      return error(400, "invalid_request_error", "Refund amount is greater than unrefunded amount");
    const made: Refund = {
      id: idOf("re"),
      object: "refund",
      amount: Number(amount),
      payment_intent: intent,
      status: behavior.refunds,
      currency: "eur",
      failure_reason: behavior.refunds === "failed" ? "lost_or_stolen_card" : null,
      metadata: { refund: key },
    };
    refunds.push(made);
    if (!behavior.losesRefunds) return [200, made];
    Object.assign(behavior, { dead: true, losesRefunds: false });
    return error(500, "api_error", "lost");
  }

  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (part) => {
      text += part;
    });
    request.on("end", () => {
      const [status, body] = answer(request, text);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));

  const sign = (body: string, { secret = keys.webhookSecret, at = now() }: { secret?: string; at?: Date } = {}) => {
    const time = Math.floor(at.getTime() / 1000);
    return `t=${time},v1=${createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")}`;
  };

  return {
    world: behavior,
    refunds,
    sign,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    last: () => [...sessions.values()].at(-1) as Session,
    session: (id: string) => sessions.get(id) as Session,
    pay(id: string, paymentStatus: Session["payment_status"] = "paid") {
      const session = sessions.get(id) as Session;
      Object.assign(session, { status: "complete", payment_status: paymentStatus });
      session.payment_intent ??= idOf("pi");
    },
    /** Makes a refund on Stripe's own pages. */
    refundInPanel(id: string, amount: number, status = "succeeded"): Refund {
      const made: Refund = {
        id: idOf("re"),
        object: "refund",
        amount,
        currency: "eur",
        status,
        failure_reason: null,
        metadata: {},
        payment_intent: (sessions.get(id) as Session).payment_intent ?? "",
      };
      refunds.push(made);
      return made;
    },
    /** Builds a message about the current state of a session. */
    event(id: string, type = "completed", more: Record<string, unknown> = {}) {
      const object = { ...shown(sessions.get(id) as Session), ...more };
      return JSON.stringify({ id: idOf("evt"), object: "event", type: `checkout.session.${type}`, data: { object } });
    },
    eventAbout: (type: string, object: object) =>
      JSON.stringify({ id: idOf("evt"), object: "event", type, data: { object } }),
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

const states = {
  paid: { status: "complete", payment_status: "paid" },
  working: { status: "complete", payment_status: "unpaid" },
  "given up": { status: "expired", payment_status: "unpaid" },
} as const;

/** Controls the simulated Stripe by the interface that all providers share. */
export function simulateStripe(partner: Partner): ProviderSimulator {
  const message = (body: string): Message => ({
    path: "/v1/payments/stripe",
    method: "POST",
    body,
    headers: { ...json, "stripe-signature": partner.sign(body) },
  });
  return {
    way: "STRIPE",
    settings: { enabled: true, ...keys },
    paymentAt: (url) => new URL(url).pathname.slice(1),
    returnAddress: (payment) => partner.session(payment).form.success_url ?? "",
    pay: (payment) => partner.pay(payment),
    async says(payment, what) {
      if (what === "other sum") {
        return message(partner.event(payment, "completed", { ...states.paid, amount_total: 1 }));
      }
      if (what === "other currency") {
        return message(partner.event(payment, "completed", { ...states.paid, currency: "usd" }));
      }
      if (what !== "taken back") {
        return message(partner.event(payment, what === "given up" ? "expired" : "completed", states[what]));
      }
      const { payment_intent } = partner.session(payment);
      if (!payment_intent) return undefined;
      return message(
        partner.eventAbout("charge.dispute.closed", { id: `du_${payment}`, status: "lost", payment_intent }),
      );
    },
    refunds: (payment) => {
      const { payment_intent } = partner.session(payment);
      return partner.refunds.filter((refund) => refund.payment_intent === payment_intent).map(({ amount }) => amount);
    },
  };
}
