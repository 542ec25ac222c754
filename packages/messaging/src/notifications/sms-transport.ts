import type { Logger } from "pino";

/** What sends a text message. `id` is the same in every try; one the gateway will never take is refused with `SmsRefused`. */
export type SmsTransport = { send(message: SmsMessage): Promise<void> };
type SmsMessage = { to: string; text: string; id: string };

/** The gateway refuses this very message for good; trying again cannot help. */
export class SmsRefused extends Error {
  override name = "SmsRefused";
}

/** Numbers are people's: logs have the last two digits. */
export const masked = (number: string) => `…${number.slice(-2)}`;

/** Sends nothing and says what it would have sent. */
export const logSms = (log: Logger): SmsTransport => ({
  send: async ({ to, text, id }) => {
    log.info({ id, to: masked(to), text }, "a text message, not sent: there is no gateway");
  },
});

export type SmsGateway = {
  /** Origin of the API. */
  url: string;
  accountSid: string;
  token: string;
  /** A number in E.164, an alphanumeric sender, or the SID of a messaging service. */
  from: string;
};
const timeoutMs = 10_000;

/** Twilio's Messages API. It knows no idempotency: an answer that is lost on the way may mean a second message. */
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
      // The gateway's own sentence may hold the number; its code says as much.
      const { code } = (await response.json().catch(() => ({}))) as { code?: unknown };
      const said = `The gateway answered ${response.status}${Number.isInteger(code) ? `, code ${code}` : ""}.`;
      const forGood = response.status >= 400 && response.status < 500 && response.status !== 429;
      throw forGood ? new SmsRefused(said) : new Error(said);
    },
  };
}
