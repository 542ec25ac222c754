import type { Client } from "@uola/client";
import type { Inquiry } from "@uola/contract";
import { json } from "@uola/database";
import { solveCaptcha } from "@uola/members/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestPlatform, type TestPlatform } from "../testing.ts";
import { inquiryLimits } from "./rules.ts";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());

let addresses = 0;
const text = "Sūnui šešeri. Ar gali ateiti vidury sezono?";
const inquiry = (given: Partial<Inquiry> = {}): Inquiry => ({
  topic: "CHILDREN",
  name: "Jonas Jonaitis",
  email: `person${++addresses}@uola.example`,
  text,
  ...given,
});
const visitor = (language?: string) => platform.as(platform.visitor(), language);
const send = (by: Client, given?: Partial<Inquiry>) => by.inquiries.send({ inquiry: inquiry(given) });
const mailbox = (email: string) =>
  platform.db
    .updateTable("site")
    .set({ business: json({ email }) })
    .execute();
const ordersOf = async (id: string) => {
  const rows = await platform.db.selectFrom("outbox").select("payload").orderBy("id").execute();
  return rows.map(({ payload }) => payload as Record<string, unknown>).filter(({ inquiryId }) => inquiryId === id);
};
const proofRequired = (captcha: string) => ({ code: "-19971", data: { captcha } });
const { withoutProof, atMost } = inquiryLimits.placesPerPerson;

test("rejects inquiries to a gym without a mailbox", async () => {
  await expect(send(visitor())).rejects.toMatchObject({ code: "NO_MAILBOX", status: 409 });
  await mailbox("labas@uola.example");
});

test("an inquiry creates one audit entry, one event and two mails in the language of the page", async () => {
  const { inquiryId } = await send(visitor("en"), { email: "jonas@uola.example" });
  const orders = await ordersOf(inquiryId);
  expect(orders.map(({ template }) => template)).toEqual(["inquiry", "inquiry-received"]);
  for (const order of orders)
    expect(order).toMatchObject({ language: "en", inquiry: { email: "jonas@uola.example", text } });
  const events = await platform.db
    .selectFrom("event")
    .where("entityId", "=", inquiryId)
    .select(["type", "slug", "body"])
    .execute();
  expect(events).toEqual([{ type: "inquiry", slug: "sent", body: { topic: "CHILDREN" } }]);
  const entries = await platform.db.selectFrom("audit").where("entityId", "=", inquiryId).selectAll().execute();
  expect(entries).toMatchObject([{ action: "inquiry.send", after: { topic: "CHILDREN" } }]);
  // The text of the inquiry is not in the audit log, because audit entries cannot be deleted.
  expect(JSON.stringify(entries)).not.toContain("Sūnui");
});

test("sends one inquiry per caller and idempotency key, even for simultaneous requests", async () => {
  const hers = visitor();
  const body = { inquiry: inquiry() };
  const sent = await Promise.all([1, 2, 3].map(() => hers.inquiries.send(body, { idempotencyKey: "a letter" })));
  const [{ inquiryId } = { inquiryId: "" }] = sent;
  expect(new Set(sent.map((each) => each.inquiryId)).size).toBe(1);
  expect(await ordersOf(inquiryId)).toHaveLength(2);
  const other = await visitor().inquiries.send({ inquiry: inquiry() }, { idempotencyKey: "a letter" });
  expect(other.inquiryId).not.toBe(inquiryId);
});

test.each([
  ["name", "Jonas\r\nBcc: visi@example.lt"],
  ["name", " "],
  ["name", "J".repeat(101)],
  ["email", "jonas@pavyzdys"],
  ["text", " \n "],
  ["text", "ž".repeat(4001)],
])("rejects an inquiry with the %s %j", async (field, value) => {
  await expect(send(visitor(), { [field]: value })).rejects.toMatchObject({ status: 400 });
});

describe("inquiry limits", () => {
  const count = (kind: string, subject: string, by: number) =>
    platform.accounts.limits.count(kind, subject, { per: 86_400, by });
  async function proof(kind: "INVISIBLE" | "VISIBLE") {
    const token = (await platform.visitor().access()) as string;
    const { body } = await platform.ask(`/v1/captcha?kind=${kind}&purpose=BOOKING`, { method: "GET", token });
    const solved = await solveCaptcha(body.challenge);
    return kind === "VISIBLE" ? { Recaptcha: solved } : { InvisibleRecaptcha: solved };
  }

  test("requires a proof of work for each inquiry above the free daily quota of an e-mail address", async () => {
    const email = "daug@uola.example";
    for (let i = 0; i < withoutProof; i++) await send(visitor(), { email: i % 2 ? email : email.toUpperCase() });
    await expect(send(visitor(), { email })).rejects.toMatchObject(proofRequired("INVISIBLE"));
    const captchaTokens = [await proof("INVISIBLE")];
    await visitor().inquiries.send({ inquiry: inquiry({ email }), captchaTokens });
    await expect(visitor().inquiries.send({ inquiry: inquiry({ email }), captchaTokens })).rejects.toMatchObject({
      code: "-19970",
    });
    const before = platform.clock.now;
    platform.clock.now = new Date(before.getTime() + 86_400_000);
    await send(visitor(), { email });
    platform.clock.now = before;
  });

  test("counts the inquiries of a visitor or member regardless of the e-mail address they enter", async () => {
    for (const theirs of [visitor(), platform.as((await platform.member()).token)]) {
      for (let i = 0; i < withoutProof; i++) await send(theirs);
      await expect(send(theirs)).rejects.toMatchObject(proofRequired("INVISIBLE"));
    }
  });

  test("rejects inquiries above the daily maximum and stores nothing", async () => {
    const email = "labai-daug@uola.example";
    await count("inquiries of address", email, atMost);
    const events = () => platform.db.selectFrom("event").select("id").execute();
    const before = await events();
    const captchaTokens = [await proof("INVISIBLE")];
    const body = { inquiry: inquiry({ email }), captchaTokens };
    await expect(visitor().inquiries.send(body)).rejects.toMatchObject({
      code: "TOO_MANY_INQUIRIES",
      status: 429,
      data: { max: atMost },
    });
    expect(await events()).toEqual(before);
  });

  test("inquiries from a network above its quota require a proof of work but are never rejected", async () => {
    const { withoutProof } = inquiryLimits.placesPerNetwork;
    const network = "203.0.113.9";
    async function from(captchaTokens?: object[]) {
      const token = (await platform.visitor().access()) as string;
      const body = JSON.stringify({ inquiry: inquiry(), captchaTokens });
      const answer = await platform.ask("/v1/inquiries", { body, token, network });
      return answer.status === 200 ? "sent" : answer.body.details.applicationError.data?.captcha;
    }
    await count("inquiries from", network, withoutProof - 1);
    expect(await from()).toBe("sent");
    expect(await from()).toBe("INVISIBLE");
    expect(await from([await proof("INVISIBLE")])).toBe("sent");
    await count("inquiries from", network, 4 * withoutProof);
    expect(await from([await proof("INVISIBLE")])).toBe("VISIBLE");
  });

  test("does not limit the inquiries of staff", async () => {
    const trainer = platform.as((await platform.member({ role: "trainer" })).token);
    const email = "treneris@uola.example";
    await count("inquiries of address", email, 10 * atMost);
    expect(await send(trainer, { email })).toMatchObject({ inquiryId: expect.any(String) });
  });
});
