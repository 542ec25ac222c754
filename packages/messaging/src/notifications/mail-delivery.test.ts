import { hashedSubject } from "@uola/accounts";
import { type TapeColour, tapeColours } from "@uola/art";
import { newId } from "@uola/database";
import { type FreshDatabase, freshDatabase } from "@uola/database/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as store from "./mail-store.ts";
import { smtpTransport, withFailedMails } from "./notifications.ts";
import { relayOnce } from "./outbox-relay.ts";
import type { QueueTimings } from "./queue.ts";
import {
  contextOf,
  gymWithBooking,
  killedWhileSending,
  order,
  quick,
  type RunningNotifications,
  runNotifications,
  smtpServer,
  until,
} from "./testing.ts";

let fresh: FreshDatabase;
const ends: (() => unknown)[] = [];
beforeEach(async () => {
  fresh = await freshDatabase();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await fresh.close();
});

async function postOffice(refuse?: Parameters<typeof smtpServer>[0]) {
  const smtp = await smtpServer(refuse);
  ends.push(smtp.close);
  return smtp;
}

async function working(smtpUrl: string | undefined, pace: QueueTimings = quick): Promise<RunningNotifications> {
  const mail = smtpUrl ? smtpTransport(smtpUrl) : undefined;
  const running = runNotifications(contextOf(fresh, { mail }), { pace });
  await running.start();
  ends.push(async () => {
    await running.stop();
    mail?.close();
  });
  return running;
}

const mailOf = (id: string) => store.find(fresh.db, fresh.siteId, id);
const withStatus = (id: string, status: string) =>
  until(async () => {
    const mail = await mailOf(id);
    return mail?.status === status && mail;
  }, `the mail becomes ${status}`);
const waiting = async () => (await fresh.db.selectFrom("outbox").select("id").execute()).length;

test("sends each mail once when two processes relay the same outbox", async () => {
  const { bookingId } = await gymWithBooking(fresh);
  const smtp = await postOffice();
  await Promise.all([working(smtp.url), working(smtp.url)]);
  const ids = await Promise.all(Array.from({ length: 12 }, () => order(fresh, bookingId)));
  await Promise.all(ids.map((id) => withStatus(id, "SENT")));
  expect(smtp.received.map(({ messageId }) => messageId).sort()).toEqual(
    ids.map((id) => `<${id}@uola.example>`).sort(),
  );
  expect(await waiting()).toBe(0);
});

test("limits mails not triggered by staff to twenty per address, except to a member's verified address", async () => {
  const { bookingId } = await gymWithBooking(fresh);
  const smtp = await postOffice();
  await working(smtp.url);
  const ordered = (count: number, more: object) =>
    Promise.all(Array.from({ length: count }, () => order(fresh, bookingId, more)));
  const sent = async (count: number) => {
    await until(async () => smtp.received.length === count, `${count} mails are sent`);
    await until(async () => (await waiting()) === 0, "nothing waits");
  };
  await ordered(22, { caused: {} });
  await sent(20);
  await ordered(2, {});
  await sent(22);
  const [booked] = await fresh.db.selectFrom("booking").select("contactEmail").where("id", "=", bookingId).execute();
  const id = newId();
  const dates = { createdDate: new Date(), updatedDate: new Date() };
  const person = {
    siteId: fresh.siteId,
    id,
    email: booked?.contactEmail as string,
    emailVerified: true,
    role: "member" as const,
  };
  await fresh.db
    .insertInto("account")
    .values({ ...person, ...dates, status: "ACTIVE" })
    .execute();
  await fresh.db.updateTable("booking").set({ memberId: id }).where("id", "=", bookingId).execute();
  await ordered(2, { caused: {} });
  await sent(24);
});

test("limits mails per network, including mails about accounts", async () => {
  const { bookingId } = await gymWithBooking(fresh);
  const { accounts } = contextOf(fresh);
  const network = "192.0.2.77";
  await accounts.limits.count("mail of a network", network, { per: 900, by: 299 });
  const smtp = await postOffice();
  await working(smtp.url);
  const caused = { network: hashedSubject(network).hash };
  await withStatus(await order(fresh, bookingId, { caused }), "SENT");
  await order(fresh, bookingId, { caused });
  await until(async () => (await waiting()) === 0, "nothing waits");
  await withStatus(await order(fresh, bookingId, { caused: { network: hashedSubject("192.0.2.78").hash } }), "SENT");
  expect(smtp.received).toHaveLength(2);
});

test("keeps outbox rows if the queue does not accept them", async () => {
  const { bookingId } = await gymWithBooking(fresh);
  const id = await order(fresh, bookingId);
  const broken = { put: () => Promise.reject(new Error("no queue")) } as never;
  await expect(relayOnce(fresh.db, fresh.siteId, "mail", broken)).rejects.toThrow("no queue");
  expect(await waiting()).toBe(1);
  const smtp = await postOffice();
  await working(smtp.url);
  await withStatus(id, "SENT");
});

test("retries a mail after a temporary mail server error", async () => {
  const { bookingId } = await gymWithBooking(fresh);
  const smtp = await postOffice((step, count) => (step === "recipient" && count <= 2 ? 451 : undefined));
  await working(smtp.url);
  const mail = await withStatus(await order(fresh, bookingId), "SENT");
  expect(mail).toMatchObject({ attempts: 3, lastError: null });
  expect(smtp.counts.recipient).toBe(3);
  expect(smtp.received).toHaveLength(1);
});

test("a permanently rejected mail is not retried, is listed as failed, and can be retried manually", async () => {
  const { bookingId } = await gymWithBooking(fresh);
  let open = false;
  const smtp = await postOffice((step) => (step === "recipient" && !open ? 550 : undefined));
  const running = await working(smtp.url);
  const id = await order(fresh, bookingId);
  const mail = await withStatus(id, "FAILED");
  expect(mail.lastError).toContain("550");
  const failed = await until(async () => (await running.failed())[0], "the failed mail is listed");
  expect(failed.payload).toMatchObject({ bookingId, template: "booking-confirmed" });
  expect(smtp.counts.recipient).toBe(1);
  open = true;
  await withFailedMails(contextOf(fresh), async ({ list, retry }) => {
    const [listed] = await list();
    expect(listed).toMatchObject({ template: "booking-confirmed", recipient: "ona@example.lt" });
    expect(listed?.error).toContain("550");
    expect(await retry([listed?.id ?? ""])).toBe(1);
    expect(await list()).toEqual([]);
  });
  await withStatus(id, "SENT");
  expect(smtp.received.map(({ messageId }) => messageId)).toEqual([`<${id}@uola.example>`]);
});

test("lists a mail as failed after its last attempt", async () => {
  const { bookingId } = await gymWithBooking(fresh);
  const smtp = await postOffice(() => 451);
  const running = await working(smtp.url, { ...quick, retryLimit: 1 });
  const id = await order(fresh, bookingId);
  await withStatus(id, "FAILED");
  expect((await mailOf(id))?.attempts).toBe(2);
  expect(await until(async () => (await running.failed())[0], "the failed mail is listed")).toBeTruthy();
});

test("another process sends the mail of a killed process", async () => {
  const { bookingId } = await gymWithBooking(fresh);
  const id = await order(fresh, bookingId);
  await killedWhileSending(fresh);
  expect(await mailOf(id)).toMatchObject({ status: "RENDERED", attempts: 0 });
  const smtp = await postOffice();
  await working(smtp.url);
  await until(async () => (await mailOf(id))?.status === "SENT", "the mail is sent");
  expect(smtp.received.map(({ messageId }) => messageId)).toEqual([`<${id}@uola.example>`]);
});

test("does not send a mail twice if its job is repeated", async () => {
  const { bookingId } = await gymWithBooking(fresh);
  const smtp = await postOffice();
  await working(smtp.url);
  const id = await order(fresh, bookingId);
  await withStatus(id, "SENT");
  const payload = JSON.stringify({ template: "booking-confirmed", bookingId, revision: 1 });
  await fresh.db
    .insertInto("outbox")
    .values({ siteId: fresh.siteId, id, kind: "mail", payload, createdDate: new Date(0) })
    .execute();
  await until(async () => (await waiting()) === 0, "the row is taken");
  const other = await order(fresh, bookingId);
  await withStatus(other, "SENT");
  expect(smtp.received).toHaveLength(2);
});

test("does not send a confirmation if the booking was canceled in the meantime", async () => {
  const { bookingId } = await gymWithBooking(fresh, { status: "CANCELED" });
  const smtp = await postOffice();
  await working(smtp.url);
  const late = await order(fresh, bookingId, { template: "booking-confirmed", revision: 1 });
  const timely = await order(fresh, bookingId, { template: "booking-canceled", revision: 2 });
  await withStatus(timely, "SENT");
  expect(await mailOf(late)).toBeUndefined();
  expect(smtp.received.map(({ subject }) => subject)).toEqual([
    "Rezervacija atšaukta: Įvadas į boulderingą, rugsėjo 9\u00a0d., 18:00",
  ]);
});

test("renders and stores a mail without a mail server", async () => {
  const { bookingId } = await gymWithBooking(fresh);
  await working(undefined);
  const mail = await withStatus(await order(fresh, bookingId), "RENDERED");
  expect(mail).toMatchObject({ recipient: "ona@example.lt", attempts: 0, sentDate: null });
});

test("a sent mail contains text, HTML with images, and the calendar as alternative and attachment", async () => {
  const { bookingId } = await gymWithBooking(fresh);
  const smtp = await postOffice();
  await working(smtp.url);
  await withStatus(await order(fresh, bookingId), "SENT");
  const [mail] = smtp.received;
  expect(mail?.from).toEqual({ name: "Uola", address: "labas@uola.example" });
  expect(mail?.to).toEqual([{ name: "", address: "ona@example.lt" }]);
  expect(mail?.text).toContain("Rezervacija patvirtinta. Ačiū!");
  const named = [...(mail?.html ?? "").matchAll(/cid:([\w-]+)/g)].map(([, cid]) => `<${cid}>`);
  const brought = mail?.attachments.map(({ contentId }) => contentId).filter(Boolean) ?? [];
  expect(named.length).toBeGreaterThan(5);
  expect(new Set(brought)).toEqual(new Set(named));
  expect(mail?.html).not.toMatch(/(src|background)=["']?https?:|url\(["']?https?:/);
  const calendars = mail?.attachments.filter(({ mimeType }) => mimeType === "text/calendar") ?? [];
  expect(calendars.map(({ filename }) => filename)).toContain("rezervacija.ics");
  expect(calendars).toHaveLength(2);
});

test("uses the gym's new name in sender, subject, text, HTML and calendar after it is renamed", async () => {
  const { bookingId } = await gymWithBooking(fresh);
  await fresh.db.updateTable("site").set({ name: "Skardžiai" }).execute();
  const smtp = await postOffice();
  await working(smtp.url);
  await withStatus(await order(fresh, bookingId), "SENT");
  const [mail] = smtp.received;
  expect(mail?.from).toMatchObject({ name: "Skardžiai" });
  expect(mail?.text).toContain("SKARDŽIAI");
  expect(mail?.html).toContain('alt="Skardžiai"');
  const calendars = mail?.attachments.filter(({ mimeType }) => mimeType === "text/calendar") ?? [];
  const contents = calendars.map(({ content }) => Buffer.from(content as ArrayBuffer).toString());
  expect(contents).toHaveLength(2);
  // E-mail addresses keep their domain, and the calendar file names the program that created it.
  const written = [mail?.subject, mail?.text, mail?.html, ...contents].join("\n").replace(/PRODID:.*/g, "");
  expect(written.match(/(?<![@./\w-])Uol(a|os|oje|ai|ą)(?![\w.])/g) ?? []).toEqual([]);
});

test("uses the gym's own tape colours in its mails", async () => {
  const { bookingId } = await gymWithBooking(fresh);
  const tape = { firstTime: "lilac", children: "lime", trainings: "stone", ropes: "turquoise", bouldering: "red" };
  const painted = await fresh.db.selectFrom("site").select("business").executeTakeFirstOrThrow();
  await fresh.db
    .updateTable("site")
    .set({ business: JSON.stringify({ ...(painted.business as object), tape }) })
    .execute();
  const smtp = await postOffice();
  await working(smtp.url);
  await withStatus(await order(fresh, bookingId), "SENT");
  const [mail] = smtp.received;
  const [field] = /class="crepe" bgcolor="(#\w{6})"/.exec(mail?.html ?? "")?.slice(1) ?? [];
  expect(Object.values(tape).map((colour) => tapeColours[colour as TapeColour].face)).toContain(field);
});

test("a name cannot inject a mail header", async () => {
  const serviceName = "Naujokai\r\nBcc: victim@example.lt\r\n\r\n<script>alert(1)</script>";
  const { bookingId } = await gymWithBooking(fresh, { serviceName });
  await fresh.db.updateTable("site").set({ name: 'Uola"\r\nBcc: victim@example.lt' }).execute();
  const smtp = await postOffice();
  await working(smtp.url);
  await withStatus(await order(fresh, bookingId), "SENT");
  const [mail] = smtp.received;
  expect(mail?.bcc ?? []).toEqual([]);
  expect(mail?.headers.map(({ key }) => key)).not.toContain("bcc");
  expect(mail?.to).toEqual([{ name: "", address: "ona@example.lt" }]);
  expect(mail?.html).toContain("&lt;script&gt;");
  expect(mail?.html).not.toContain("<script>");
});
