import { createCipheriv, createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ProviderSimulator } from "../provider-simulator.testing.ts";

export const keys = { projectId: "241202", password: "0123456789abcdef0123456789abcdef" };

type Fields = Record<string, string>;
type Signs = "ss3" | "ss2" | "ss1" | "sealed";

export type Partner = Awaited<ReturnType<typeof startFakePaysera>>;

const encoded = (fields: Fields) =>
  Buffer.from(new URLSearchParams(fields).toString()).toString("base64").replaceAll("+", "-").replaceAll("/", "_");
const urlSafe = (bytes: Buffer) => bytes.toString("base64").replaceAll("+", "-").replaceAll("/", "_");

/**
 * A fake of Paysera's shop-facing interface: a page that opens a payment by a signed URL, a list of
 * payment methods, a public key, and messages signed in each of Paysera's ways. It can be set to
 * fail, to change its key and to report any status. Listens on a free port unless one is given.
 */
export async function startFakePaysera(port = 0) {
  const pairs = [0, 1].map(() => generateKeyPairSync("rsa", { modulusLength: 2048 }));
  const behavior = {
    /** Whether all requests receive status 500. */
    dead: false,
    /** Index of the key pair used for signing and served as the public key. */
    key: 0,
    asked: [] as string[],
  };
  const pair = () => pairs[behavior.key] as (typeof pairs)[number];

  const server = createServer(({ url = "" }, response) => {
    behavior.asked.push(url.replace(/\?.*/, ""));
    if (behavior.dead) return response.writeHead(500).end("down");
    if (url === "/download/public.key") {
      return response.end(pair().publicKey.export({ type: "spki", format: "pem" }));
    }
    if (url.startsWith(`/new/api/paymentMethods/${keys.projectId}/currency:EUR/`)) {
      const types = ["hanza", "vb2", "card"].map((key) => `<payment_type key="${key}"></payment_type>`);
      return response.end(
        `<payment_types_document project_id="${keys.projectId}">${types.join("")}</payment_types_document>`,
      );
    }
    return response.writeHead(404).end("not found");
  });
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));

  const notice = (fields: Fields, how: Signs = "ss3"): URLSearchParams => {
    if (how === "sealed") {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", Buffer.from(keys.password), iv);
      const text = Buffer.concat([cipher.update(new URLSearchParams(fields).toString()), cipher.final()]);
      return new URLSearchParams({ data: urlSafe(Buffer.concat([iv, text, cipher.getAuthTag()])) });
    }
    const data = encoded(fields);
    const ss1 = createHash("md5")
      .update(data + keys.password)
      .digest("hex");
    const by = (hash: string) => urlSafe(sign(hash, Buffer.from(data), pair().privateKey));
    return new URLSearchParams({
      data,
      ss1,
      ...(how !== "ss1" && { ss2: by("sha1") }),
      ...(how === "ss3" && { ss3: by("sha256") }),
    });
  };

  return {
    world: behavior,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /**
     * Returns the payment that a URL opens; throws when the URL is not signed with the project's
     * password.
     */
    opened(address: string): Fields {
      const query = new URL(address).searchParams;
      const data = query.get("data") ?? "";
      const expected = createHash("md5")
        .update(data + keys.password)
        .digest("hex");
      if (query.get("sign") !== expected) throw new Error("not signed by the project");
      return Object.fromEntries(new URLSearchParams(Buffer.from(data, "base64url").toString()));
    },
    /** Builds the message sent about a payment: the requested fields plus the outcome. */
    notice: (asked: Fields, status: number, more: Fields = {}, how?: Signs) =>
      notice(
        {
          projectid: keys.projectId,
          orderid: asked.orderid ?? "",
          amount: asked.amount ?? "",
          currency: asked.currency ?? "",
          status: String(status),
          payment: "hanza",
          type: "macro",
          version: "1.9",
          requestid: "77",
          test: asked.test ?? "0",
          payamount: asked.amount ?? "",
          paycurrency: "EUR",
          ...more,
        },
        how,
      ),
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

const statuses = { paid: 1, working: 2, "given up": 0, "other sum": 1, "other currency": 1 } as const;

/** Controls the simulated Paysera by the interface that all providers share. */
export function simulatePaysera(partner: Partner): ProviderSimulator {
  const opened = new Map<string, Fields>();
  return {
    way: "PAYSERA",
    settings: { enabled: true, sandbox: false, ...keys },
    paymentAt(url) {
      const fields = partner.opened(url);
      opened.set(fields.orderid ?? "", fields);
      return fields.orderid ?? "";
    },
    returnAddress: (payment) => opened.get(payment)?.accepturl ?? "",
    // Paysera cannot be queried: only its messages report that a payment is paid.
    pay: () => {},
    async says(payment, what, more = {}) {
      if (what === "taken back") return undefined;
      const notice = partner.notice(opened.get(payment) ?? {}, statuses[what], {
        ...(what === "other sum" && { amount: "1" }),
        ...(what === "other currency" && { currency: "USD" }),
        ...more,
      });
      return { path: `/v1/payments/paysera?${notice}`, method: "GET", headers: {} };
    },
    refunds: () => [],
  };
}
