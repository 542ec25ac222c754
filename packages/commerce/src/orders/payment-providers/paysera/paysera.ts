import { createDecipheriv, createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import type { AttemptState, PaymentProviderKeys } from "@uola/contract";
import { hourMs, minuteMs, ttlCache } from "@uola/kernel";
import { z } from "zod";
import { keepMs } from "../../order-rules.ts";
import {
  isEuros,
  notSigned,
  type PaymentNews,
  type Provider,
  type ProviderParts,
  type ProviderReport,
  providerHttpClient,
  type RefundNews,
  testConnection,
  unreadable,
} from "../provider.ts";

const name = "Paysera";
const version = "1.9";
const hosts = {
  live: { pay: "https://bank.paysera.com", files: "https://www.paysera.com" },
  sandbox: { pay: "https://sandbox.paysera.com", files: "https://sandbox.paysera.com" },
};

type Keys = PaymentProviderKeys<"PAYSERA">;

/** Whole cents, as written by Paysera. */
const Cents = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number);
const Notice = z.object({
  projectid: z.string(),
  orderid: z.string(),
  status: z.string(),
  amount: Cents,
  currency: z.string(),
  test: z.string().optional(),
  payamount: z.string().optional(),
  paycurrency: z.string().optional(),
  requestid: z.string().optional(),
  refund_amount: Cents.optional(),
  refund_currency: z.string().optional(),
  refund_timestamp: z.string().optional(),
});
type Notice = z.infer<typeof Notice>;

/**
 * Paysera's codes for the states of an attempt. Code 3 adds information about a payment, paid or
 * not, and changes nothing.
 */
const states = new Map<string, AttemptState>(Object.entries({ 0: "OPEN", 1: "SUCCEEDED", 2: "PENDING", 4: "PENDING" }));

/**
 * Paysera Checkout Classic: banks, cards and Paysera accounts, which the payer chooses on Paysera's
 * page. A payment is opened by a URL that we sign, without a prior request to Paysera. Paysera
 * reports the outcome but offers no way to query it, and refunds can only be made on its own pages.
 */
export function createPaysera({
  now,
  keysIfSet,
  keysOrRefuse,
  notificationUrl,
  url,
}: ProviderParts<"PAYSERA">): Provider {
  const http = providerHttpClient(name);
  const hostsOf = ({ sandbox }: Pick<Keys, "sandbox">) =>
    url ? { pay: url, files: url } : sandbox ? hosts.sandbox : hosts.live;
  const publicKeys = ttlCache(
    async (files: string): Promise<KeyObject> => createPublicKey(await http.text(`${files}/download/public.key`)),
    { ttlMs: 24 * hourMs },
  );

  /**
   * When the public key was last fetched again, in ms: forged messages must not trigger a fetch
   * each time.
   */
  let renewed = 0;

  /**
   * Whether the strongest signature present is Paysera's. Fetches the public key again if the check
   * fails, since the key may have changed.
   */
  async function isSigned(keys: Keys, data: string, { ss2, ss3 }: { ss2: string | null; ss3: string | null }) {
    const signature = Buffer.from(ss3 ?? ss2 ?? "", "base64url");
    const holds = (key: KeyObject) => verify(ss3 ? "sha256" : "sha1", Buffer.from(data), key, signature);
    const { files } = hostsOf(keys);
    if (holds(await publicKeys.get(files))) return true;
    const at = now().getTime();
    if (at - renewed < minuteMs) return false;
    renewed = at;
    publicKeys.forget(files);
    return holds(await publicKeys.get(files));
  }

  /**
   * Returns the decoded text of `data`, which is either signed by Paysera or encrypted with the
   * shared password.
   */
  async function verifiedText(keys: Keys, query: URLSearchParams): Promise<string> {
    const data = query.get("data") ?? "";
    const [ss1, ss2, ss3] = ["ss1", "ss2", "ss3"].map((sign) => query.get(sign)) as [string?, string?, string?];
    const bytes = Buffer.from(data, "base64url");
    if (!ss1 && !ss2 && !ss3) return decrypted(bytes, keys.password);
    // An MD5 hash over a shared password is no longer a secure signature: ss1 alone is not
    // accepted.
    if (!(ss2 || ss3) || !(await isSigned(keys, data, { ss2: ss2 ?? null, ss3: ss3 ?? null }))) throw notSigned(name);
    return bytes.toString("utf8");
  }

  /**
   * Parses a message that Paysera sent to our callback URL. Rejects with SIGNATURE_INVALID or
   * MESSAGE_INVALID.
   */
  async function parseMessage(query: URLSearchParams): Promise<ProviderReport[]> {
    const keys = await keysIfSet();
    if (!keys) throw notSigned(name);
    const fields = new URLSearchParams(await verifiedText(keys, query));
    if (fields.get("projectid") !== keys.projectId) throw notSigned(name);
    const notice = Notice.safeParse(Object.fromEntries(fields));
    if (!notice.success) throw unreadable(name);
    return [newsOf(notice.data, keys)];
  }

  return {
    banks: async () => ((await keysIfSet()) ? [] : undefined),
    forget: () => publicKeys.forget(),

    /**
     * Paysera returns its list of payment methods for any known project. The password is not
     * checked until the first payment.
     */
    async test() {
      const keys = await keysOrRefuse();
      return testConnection(async () => {
        const { files } = hostsOf(keys);
        await publicKeys.get(files);
        const list = await http.text(`${files}/new/api/paymentMethods/${keys.projectId}/currency:EUR/amount:1000`);
        return list.match(/<payment_type\s/g)?.length ?? 0;
      });
    },

    async start({ attemptId, amount, language, returnUrl, buyer }) {
      const keys = await keysOrRefuse();
      const expiresDate = new Date(now().getTime() + keepMs.online);
      const data = encoded({
        projectid: keys.projectId,
        orderid: attemptId,
        accepturl: returnUrl,
        cancelurl: returnUrl,
        callbackurl: notificationUrl,
        version,
        lang: language === "en" ? "ENG" : "LIT",
        amount: String(amount),
        currency: "EUR",
        country: "LT",
        p_firstname: buyer.firstName,
        p_lastname: buyer.lastName,
        ...(buyer.email && { p_email: buyer.email }),
        time_limit: vilniusTime(expiresDate),
        test: keys.sandbox ? "1" : "0",
      });
      const query = new URLSearchParams({ data, sign: signed(data, keys.password) });
      return { providerRef: attemptId, redirectUrl: `${hostsOf(keys).pay}/pay/?${query}`, expiresDate };
    },

    webhook: { method: "GET", read: ({ query }) => parseMessage(query), acknowledgement: "OK" },
    read: (token) => parseMessage(new URLSearchParams(token)),
  };
}

function newsOf(notice: Notice, { sandbox }: Keys): PaymentNews | RefundNews {
  const { orderid: providerRef, status, amount, currency } = notice;
  const isTrial = notice.test === "1" && !sandbox;
  if (status === "5" && !isTrial) {
    const {
      refund_amount: paidBack = amount,
      refund_currency: paidBackIn = currency,
      refund_timestamp: at = "",
    } = notice;
    return {
      about: "refund",
      providerRef,
      state: "DONE",
      message: { notice },
      // Paysera gives refunds no id. Two refunds of one payment are distinguished by time and
      // amount.
      refundRef: `${providerRef} ${at} ${paidBack}`,
      amount: isEuros(paidBackIn) ? paidBack : undefined,
    };
  }
  return {
    about: "payment",
    providerRef,
    message: { notice },
    amount,
    currency,
    isTrial: notice.test === "1",
    // A test payment does not count outside the sandbox.
    state: isTrial ? undefined : states.get(status),
  };
}

/** Encodes fields in Paysera's format: a query string in URL-safe base64. */
export const encoded = (fields: Record<string, string>): string =>
  Buffer.from(new URLSearchParams(fields).toString()).toString("base64").replaceAll("+", "-").replaceAll("/", "_");

export const signed = (data: string, password: string): string =>
  createHash("md5").update(`${data}${password}`).digest("hex");

/** Formats a date in Vilnius local time, as in "2026-09-01 12:30:00". */
const vilniusTime = (date: Date): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Vilnius", dateStyle: "short", timeStyle: "medium" }).format(
    date,
  );

const ivLength = 12;
const tagLength = 16;

/** Decrypts AES-256-GCM data. A password shorter than the key is padded with zero bytes. */
function decrypted(sealed: Buffer, password: string): string {
  const key = Buffer.alloc(32);
  key.write(password);
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, ivLength), { authTagLength: tagLength });
    decipher.setAuthTag(sealed.subarray(-tagLength));
    return decipher.update(sealed.subarray(ivLength, -tagLength), undefined, "utf8") + decipher.final("utf8");
  } catch {
    throw notSigned(name);
  }
}
