import type { Logger } from "pino";

/**
 * Sends text messages. `id` is the same for every attempt. Throws `SmsRefused` when the gateway will never accept the
 * message.
 */
export type SmsTransport = { send(message: SmsMessage): Promise<void> };
type SmsMessage = { to: string; text: string; id: string };

/** The gateway permanently rejected this message. */
export class SmsRefused extends Error {
  override name = "SmsRefused";
}

/** Phone numbers are personal data, so logs show only the last two digits. */
const masked = (number: string) => `…${number.slice(-2)}`;

/** Logs messages instead of sending them. */
export const logSms = (log: Logger): SmsTransport => ({
  send: async ({ to, text, id }) => {
    log.info({ id, to: masked(to), text }, "text message not sent: no gateway is configured");
  },
});

export type SmsGateway = {
  url: string;
  accountSid: string;
  token: string;
  /** E.164 number, alphanumeric sender id, or SID of a messaging service. */
  from: string;
};
const timeoutMs = 10_000;

/** Twilio's Messages API. It has no idempotency keys: if a response is lost, the message may be sent twice. */
export function gatewaySms({ url, accountSid, token, from }: SmsGateway): SmsTransport {
  const address = `${url}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${token}`).toString("base64")}`;
  const sender = /^MG[0-9a-f]{32}$/i.test(from) ? "MessagingServiceSid" : "From";
  return {
    async send({ to, text }) {
      const response = await fetch(address, {
        method: "POST",
        headers: { authorization },
        body: new URLSearchParams({ To: to, [sender]: from, Body: text }),
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.ok) return void (await response.body?.cancel());
      // The gateway's error message may contain the number, so only its code is stored.
      const { code } = (await response.json().catch(() => ({}))) as { code?: unknown };
      const message = `The gateway answered ${response.status}${Number.isInteger(code) ? `, code ${code}` : ""}.`;
      const forGood = response.status >= 400 && response.status < 500 && response.status !== 429;
      throw forGood ? new SmsRefused(message) : new Error(message);
    },
  };
}
