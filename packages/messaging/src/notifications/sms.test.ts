import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { newId } from "@uola/database";
import { type FreshDatabase, freshDatabase } from "@uola/database/testing";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { gatewaySms, type SmsTransport } from "./notifications.ts";
import { createSmsDelivery, type SmsRequest } from "./sms.ts";
import { logSms, SmsRefused } from "./sms-transport.ts";
import { contextOf, gymWithBooking, now, quick, runNotifications, until } from "./testing.ts";

let fresh: FreshDatabase;
let bookingId: string;
const ends: (() => unknown)[] = [];
const [accountSid, token] = ["AC00000000000000000000000000000001", "a token of the test"];

beforeEach(async () => {
  fresh = await freshDatabase();
  ({ bookingId } = await gymWithBooking(fresh));
  await setBooking({ contactDetails: JSON.stringify({ phone: "+37061234567" }) });
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await fresh.close();
});

const setBooking = (to: object) => fresh.db.updateTable("booking").set(to).where("id", "=", bookingId).execute();
const smsOf = (id: string) => fresh.db.selectFrom("sms").selectAll().where("id", "=", id).executeTakeFirst();
const payload = (more: Partial<SmsRequest> = {}): SmsRequest => ({
  bookingId,
  minutesBefore: 1440,
  startDate: "2026-09-09T15:00:00.000Z",
  language: "lt",
  ...more,
});

/** Writes a text message to the outbox and returns its id. */
async function order(more: Partial<SmsRequest> = {}): Promise<string> {
  const id = newId();
  const row = { siteId: fresh.siteId, id, kind: "sms", payload: JSON.stringify(payload(more)), createdDate: now };
  await fresh.db.insertInto("outbox").values(row).execute();
  return id;
}
async function working(sms?: SmsTransport) {
  const running = runNotifications(contextOf(fresh), { pace: quick, sms });
  await running.start();
  ends.push(running.stop);
  return running;
}
const ended = (id: string, status: string) =>
  until(async () => {
    const row = await smsOf(id);
    return row?.status === status && row;
  }, `the message becomes ${status}`);

test("text messages go only to allowed countries, at most five a day per number", async () => {
  const sent: string[] = [];
  const deliver = createSmsDelivery(contextOf(fresh), { send: async ({ to }) => void sent.push(to) });
  const note = async () => (await deliver({ id: newId(), payload: payload(), last: false })).note;
  await setBooking({ contactDetails: JSON.stringify({ phone: "+88216123456" }) });
  expect(await note()).toContain("this country");
  const limits = { bookingLimits: { textsTo: ["+370", "+882"] } };
  await fresh.db
    .updateTable("site")
    .set({ business: JSON.stringify(limits) })
    .execute();
  for (let i = 0; i < 5; i++) expect(await note()).toBe("Sent.");
  expect(await note()).toContain("daily limit");
  expect(sent).toEqual(Array(5).fill("+88216123456"));
});

type Received = {
  path: string;
  authorization: string | undefined;
  type: string | undefined;
  form: Record<string, string>;
};
/** Starts a local gateway; `answer` returns the response to message n. */
async function gateway(
  answer: (count: number) => { status: number; body?: object } = () => ({ status: 201, body: {} }),
) {
  const received: Received[] = [];
  const read = async (request: IncomingMessage) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
  };
  const server = createServer(async (request, response) => {
    const { authorization, "content-type": type } = request.headers;
    received.push({ path: `${request.method} ${request.url}`, authorization, type, form: await read(request) });
    const { status, body = {} } = answer(received.length);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { received, url, transport: gatewaySms({ url, accountSid, token, from: "Uola" }) };
}

test("a text message is sent in the gateway's format", async () => {
  const { received, transport } = await gateway();
  await working(transport);
  const row = await ended(await order(), "SENT");
  expect(row).toMatchObject({ recipient: "+37061234567", attempts: 1, lastError: null, bookingId });
  const [{ path, authorization, type, form }] = received as [Received];
  expect(path).toBe(`POST /2010-04-01/Accounts/${accountSid}/Messages.json`);
  expect(Buffer.from(authorization?.replace("Basic ", "") ?? "", "base64").toString()).toBe(`${accountSid}:${token}`);
  expect(type).toContain("application/x-www-form-urlencoded");
  expect(form).toEqual({ To: "+37061234567", From: "Uola", Body: row.text });
  expect(row.text).toContain("Įvadas į boulderingą");
});

test("a messaging service SID is sent as MessagingServiceSid", async () => {
  const { received, url } = await gateway();
  const from = `MG${"0".repeat(32)}`;
  await gatewaySms({ url, accountSid, token, from }).send({ to: "+37061234567", text: "a", id: newId() });
  expect(received[0]?.form).toEqual({ To: "+37061234567", MessagingServiceSid: from, Body: "a" });
});

test("a message to a busy gateway is retried, a rejected message is not, and no number is logged", async () => {
  const message = "The 'To' number +37061234567 is not a valid phone number.";
  const answers = [{ status: 429 }, { status: 503 }, { status: 201 }, { status: 400, body: { code: 21211, message } }];
  const { received, transport } = await gateway((count) => answers[count - 1] ?? { status: 201 });
  await working(transport);
  expect(await ended(await order(), "SENT")).toMatchObject({ attempts: 3 });
  const refused = await ended(await order(), "FAILED");
  expect(refused).toMatchObject({ attempts: 1, lastError: "The gateway answered 400, code 21211." });
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(received).toHaveLength(4);
});

test("the gateway's redirects are not followed, and only a rejection of the message itself is permanent", async () => {
  const { url } = await gateway((count) => ({ status: [302, 500, 404][count - 1] ?? 201 }));
  const { send } = gatewaySms({ url, accountSid, token, from: "Uola" });
  const sent = () => send({ to: "+37061234567", text: "a", id: newId() }).catch((error) => error);
  expect(await sent()).not.toBeInstanceOf(SmsRefused);
  expect(await sent()).not.toBeInstanceOf(SmsRefused);
  expect(await sent()).toBeInstanceOf(SmsRefused);
});

test("a text message is sent once despite two processes and a repeated job", async () => {
  let sends = 0;
  const slow: SmsTransport = {
    async send() {
      sends++;
      await new Promise((resolve) => setTimeout(resolve, 300));
    },
  };
  const deliver = createSmsDelivery(contextOf(fresh), slow);
  const delivery = { id: newId(), payload: payload(), last: false };
  const outcomes = await Promise.all([deliver(delivery), deliver(delivery), deliver(delivery)]);
  expect(outcomes.map(({ end }) => end).sort()).toEqual(["again", "again", "done"]);
  expect(await deliver(delivery)).toEqual({ end: "done", note: "It was sent before." });
  expect(sends).toBe(1);
});

test("a text reminder whose reason no longer applies is not sent", async () => {
  let sends = 0;
  const transport: SmsTransport = {
    async send() {
      sends++;
      throw new Error("busy");
    },
  };
  const deliver = (at: Date, more?: Partial<SmsRequest>, id = newId()) =>
    createSmsDelivery(contextOf(fresh, { now: () => at }), transport)({ id, payload: payload(more), last: false });
  const id = newId();
  expect(await deliver(now, {}, id)).toMatchObject({ end: "again" });
  expect(await deliver(new Date("2026-09-09T15:00:00Z"), {}, id)).toMatchObject({ end: "done" });
  expect(await smsOf(id)).toMatchObject({ status: "OUTDATED", attempts: 1 });
  expect(await deliver(now, { startDate: "2026-09-10T15:00:00.000Z" })).toMatchObject({ end: "done" });
  await setBooking({ contactDetails: JSON.stringify({ phone: "skambinti vakare" }) });
  expect(await deliver(now)).toMatchObject({ end: "done" });
  await setBooking({ status: "CANCELED", contactDetails: JSON.stringify({ phone: "+37061234567" }) });
  expect(await deliver(now)).toMatchObject({ end: "done" });
  expect(await deliver(now, { bookingId: newId() })).toMatchObject({ end: "never" });
  expect(sends).toBe(1);
});

test("without a gateway, the text message is logged with a masked number", async () => {
  let logged = "";
  const log = pino({ level: "info" }, { write: (line: string) => (logged += line) });
  const deliver = createSmsDelivery(contextOf(fresh), logSms(log));
  expect(await deliver({ id: newId(), payload: payload(), last: false })).toMatchObject({ end: "done" });
  expect(logged).toContain("…67");
  expect(logged).not.toContain("7061234");
});
