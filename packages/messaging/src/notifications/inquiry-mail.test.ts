import { createAccounts } from "@uola/accounts";
import type { Inquiry } from "@uola/contract";
import { json, newId } from "@uola/database";
import { type FreshDatabase, freshDatabase } from "@uola/database/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type InquiryMailRequest, smtpTransport } from "./notifications.ts";
import { contextOf, now, quick, type RunningNotifications, runNotifications, smtpServer, until } from "./testing.ts";

const mailbox = "labas@uola.example";
const member = "ona@example.lt";
let fresh: FreshDatabase;
let smtp: Awaited<ReturnType<typeof smtpServer>>;
let running: RunningNotifications;
let mail: ReturnType<typeof smtpTransport>;
let memberId: string;
beforeAll(async () => {
  fresh = await freshDatabase();
  await fresh.db
    .updateTable("site")
    .set({ name: "Uola", business: json({ email: mailbox }) })
    .execute();
  const accounts = createAccounts({ ...fresh, secret: "a secret of the test", now: () => now });
  ({ id: memberId } = await accounts.create({ email: member, password: "trys-atramos-taskai-9", firstName: "Ona" }));
  await fresh.db.updateTable("account").set({ emailVerified: true }).execute();
  smtp = await smtpServer();
  mail = smtpTransport(smtp.url);
  running = runNotifications(contextOf(fresh, { mail, accounts, demo: false }), { pace: quick });
  await running.start();
});
afterAll(async () => {
  await running.stop();
  mail.close();
  await smtp.close();
  await fresh.close();
});

const inquiry: Inquiry = {
  topic: "CHILDREN",
  name: "Aplankykite pinigai.example",
  email: "svetimas@example.lt",
  phone: "+37061234567",
  text: "Pirkite čia: https://pinigai.example",
};

/**
 * Writes a mail request, waits until the mail has been sent or has failed, and returns the received
 * mail.
 */
async function sent(template: InquiryMailRequest["template"], given: Partial<InquiryMailRequest> = {}) {
  const [id, before] = [newId(), smtp.received.length];
  const order: InquiryMailRequest = {
    template,
    inquiryId: newId(),
    inquiry,
    language: "lt",
    memberId: null,
    caused: {},
    ...given,
  };
  await fresh.db
    .insertInto("outbox")
    .values({ siteId: fresh.siteId, id, kind: "mail", payload: json(order), createdDate: now })
    .execute();
  await until(() => smtp.received.length > before, `the mail ${template} arrives`);
  const arrived = smtp.received.at(-1);
  if (!arrived) throw new Error("nothing arrived");
  return arrived;
}

test("the mail to the gym shows the sender and the text of an inquiry and replies to the sender", async () => {
  const arrived = await sent("inquiry", { language: "en" });
  expect(arrived.to).toMatchObject([{ address: mailbox }]);
  expect(arrived.replyTo).toMatchObject([{ address: inquiry.email, name: inquiry.name }]);
  expect(arrived.subject).toBe(`Vaikai: ${inquiry.name} rašo iš svetainės`);
  for (const part of [inquiry.text, inquiry.email, "+370\u00a0612\u00a034567", "angliškai"])
    expect(arrived.text).toContain(part);
});

test("the subject of a project application names the project in the mail to the gym only", async () => {
  const given = { inquiry: { ...inquiry, topic: "PROJECTS" as const }, project: "Jaunimo mainai" };
  const arrived = await sent("inquiry", given);
  expect(arrived.subject).toBe(`Paraiška „Jaunimo mainai“: ${inquiry.name} rašo iš svetainės`);
  expect((await sent("inquiry-received", { ...given, language: "en" })).text).not.toContain("Jaunimo mainai");
});

test("the receipt mailed to an unverified address contains none of the sender's text", async () => {
  const arrived = await sent("inquiry-received", { language: "en" });
  expect(arrived.to).toMatchObject([{ address: inquiry.email }]);
  expect(arrived.subject).toBe("We have your message");
  expect(arrived.replyTo).toBeUndefined();
  const all = JSON.stringify([arrived.subject, arrived.text, arrived.html]);
  for (const words of ["pinigai", "Aplankykite", "61234567"]) expect(all).not.toContain(words);
});

test("the receipt contains the member's text only if mailed to their own verified address", async () => {
  const own = await sent("inquiry-received", { memberId, inquiry: { ...inquiry, email: member.toUpperCase() } });
  expect(own.text).toContain(inquiry.text);
  expect((await sent("inquiry-received", { memberId })).text).not.toContain("pinigai");
  await fresh.db.updateTable("account").set({ emailVerified: false }).execute();
  expect((await sent("inquiry-received", { memberId, inquiry: { ...inquiry, email: member } })).text).not.toContain(
    "pinigai",
  );
});
