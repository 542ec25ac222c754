import type { VoucherMail } from "@uola/commerce";
import { newId } from "@uola/database";
import { words } from "@uola/words/mail";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestGym, type TestGym, urls } from "../testing.ts";
import { readGym } from "./booking-facts.ts";
import { voucherMail } from "./voucher-mail.ts";
import { voucherView } from "./voucher-view.ts";

let gym: TestGym;
let write: ReturnType<typeof voucherMail>;
beforeAll(async () => {
  gym = await createTestGym();
  write = voucherMail(gym.context);
});
afterAll(() => gym.close());

const to = "gabija@example.lt";
const reason = "taip sutarta";
const vouchers = () => gym.as(gym.key).vouchers;
async function issue(more: Partial<Parameters<ReturnType<typeof vouchers>["issue"]>[0]> = {}) {
  const payment = { method: "CASH", receiptNumber: "1" } as const;
  const kind = { vatType: "MULTI", design: "HOLDS", language: "lt", payment } as const;
  return (await vouchers().issue({ face: 5000, ...kind, recipientEmail: to, ...more })).voucher;
}
const order = (voucherId: string, more: Partial<VoucherMail> = {}): VoucherMail => ({
  template: "voucher",
  voucherId,
  codeVersion: 1,
  to,
  language: "lt",
  ...more,
});
async function rendered(of: VoucherMail) {
  const mail = await write(of);
  if ("end" in mail) throw new Error(mail.note);
  const content = await mail.write(gym.db);
  return { mail, content };
}

describe("the voucher mail", () => {
  test("the voucher mail contains the value, greeting, code and QR code in the voucher's language", async () => {
    const voucher = await issue({ greeting: "Lipk <aukščiau>!", giverName: "mama ir tėtis", recipientName: "Gabija" });
    const code = (await vouchers().print({ voucherId: voucher.id })).vouchers[0]?.code as string;
    const { mail, content } = await rendered(order(voucher.id));
    expect(mail).toMatchObject({ recipient: to, template: "voucher" });
    expect(content?.subject).toMatch(/^Jums\s–\sdovanų kuponas\. Dovanoja: mama ir tėtis$/);
    for (const text of [content?.html, content?.text]) {
      for (const part of [code, "50,00 €", "2027 m. rugsėjo 1 d.", "Gabija", "krepšelyje įrašykite kupono kodą"]) {
        expect(text?.replaceAll("\u00a0", " ")).toContain(part);
      }
    }
    expect(content?.html).toContain("Lipk &lt;aukščiau&gt;!");
    expect(content?.parts.map(({ name }) => name)).toEqual(expect.arrayContaining(["code.png", "hours.png"]));
    const english = await rendered(order((await issue({ language: "en" })).id, { language: "en" }));
    expect(english.content?.text).toContain("gift voucher");
    expect(english.content?.text).toContain("/en/gift/balance/#");
  });

  test("the mail to the buyer says that it is the voucher they bought", async () => {
    const voucher = await issue({ giverName: "mama", greeting: "Lipk." });
    const options = { code: "KODAS", url: urls.site, locale: "lt", words: words("lt"), siteUrl: urls.site } as const;
    const gymFacts = await readGym(gym.db, gym.siteId);
    const view = voucherView({ ...options, voucher, toBuyer: true, about: undefined, gym: gymFacts });
    expect(view.subject).toBe("Jūsų pirktas dovanų kuponas");
    expect(view.title).not.toContain("padovanojo");
    expect(view.message?.text).toBe("Lipk.");
  });

  test("the stored voucher mail keeps only the last letters of the code once it is sent", async () => {
    const voucher = await issue();
    const code = (await vouchers().print({ voucherId: voucher.id })).vouchers[0]?.code as string;
    const { mail } = await rendered(order(voucher.id));
    for (const text of [mail.redactedContent?.html, mail.redactedContent?.text]) {
      expect(text).not.toContain(code);
      expect(text).toContain(`…${voucher.last4}`);
    }
  });

  test("the mail with a voucher for a service names the service", async () => {
    const { id: serviceId } = await gym.service({ name: "Pirmas kartas" });
    const voucher = await issue({ face: undefined, serviceId, vatType: "SINGLE", vatRate: 2100 });
    expect((await rendered(order(voucher.id))).content?.text).toContain("Pirmas kartas");
  });

  test("a voucher mail is not sent when the voucher is blocked, has a new code or goes to another address", async () => {
    const blocked = await issue();
    await vouchers().setBlocked({ voucherId: blocked.id, revision: "1", blocked: true, reason });
    expect(await write(order(blocked.id))).toMatchObject({ end: "outdated" });
    const renewed = await issue();
    await vouchers().renewCode({ voucherId: renewed.id, revision: "1", reason });
    expect(await write(order(renewed.id))).toMatchObject({ end: "outdated" });
    expect(await write(order(renewed.id, { codeVersion: 2 }))).toMatchObject({ recipient: to });
    expect(await write(order(renewed.id, { codeVersion: 2, to: "kita@example.lt" }))).toMatchObject({
      end: "outdated",
    });
    expect(await write(order(gym.siteId))).toMatchObject({ end: "never" });
  });
});

describe("the reminder that a voucher is about to expire", () => {
  const remind = () => gym.api.background.drain("vouchers: remind");
  const textOf = async (of: VoucherMail) => (await rendered(of)).content?.text.replaceAll("\u00a0", " ") ?? "";

  test("the reminder contains the balance, the last day and the code, for the recipient of the voucher", async () => {
    const voucher = await issue({ validUntil: "2026-12-31", greeting: "Lipk!" });
    const code = (await vouchers().print({ voucherId: voucher.id })).vouchers[0]?.code as string;
    await gym.api.background.drain("vouchers: send");
    await vouchers().redeem({ voucherId: voucher.id, amount: 1500, requestId: newId() });
    const reminder = order(voucher.id, { about: "ending" });
    expect(await write(reminder)).toMatchObject({ end: "outdated" });
    gym.clock.now = new Date("2026-12-05T09:00:00Z");
    await remind();
    const text = await textOf(reminder);
    for (const part of ["dar yra 35,00 €", "iki 2026 m. gruodžio 31 d. imtinai", code]) expect(text).toContain(part);
    expect(text).not.toContain("Lipk!");
    const { revision } = (await gym.as(gym.key).vouchers.get({ voucherId: voucher.id })).voucher;
    await gym.as(gym.key).vouchers.setBlocked({ voucherId: voucher.id, revision, blocked: true, reason });
    expect(await write(reminder)).toMatchObject({ end: "outdated" });
  });
});
