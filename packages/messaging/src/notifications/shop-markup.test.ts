import type { OrderMail, PassMail, VoucherMail } from "@uola/commerce";
import { newId } from "@uola/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestGym, type TestGym } from "../testing.ts";
import type { MailWriter } from "./mail-delivery.ts";
import { orderMail } from "./order-mail.ts";
import { passMail } from "./pass-mail.ts";
import { voucherMail } from "./voucher-mail.ts";

/**
 * Text entered by the team and the owner appears in mails as plain text, never as markup or as an
 * additional header.
 */
let gym: TestGym;
beforeAll(async () => {
  gym = await createTestGym({}, { demo: true });
  await gym.api.background.drain("business: follow the lists");
});
afterAll(() => gym.close());

const to = "ona@example.lt";
const evil = "<img src=x onerror=alert(1)>\"'&<script>alert(2)</script>";
async function rendered<Order>(write: MailWriter<Order>, ordered: Order) {
  const mail = await write(ordered);
  if ("end" in mail) throw new Error(mail.note);
  const content = await mail.write(gym.db);
  return { subject: content?.subject ?? "", html: content?.html ?? "" };
}
const isHarmless = ({ subject, html }: { subject: string; html: string }) => {
  expect(html).toContain("&lt;img");
  expect(html).not.toMatch(/<img src=x|<script/);
  expect(subject).not.toMatch(/[\r\n]/);
};

test("the mail about a gift voucher escapes markup and contains no injected header", async () => {
  const owner = gym.as(gym.key);
  const kind = { vatType: "MULTI", design: "HOLDS", language: "lt", payment: { method: "TRANSFER" } } as const;
  const words = {
    greeting: evil,
    recipientName: `Ona\r\nBcc: kas@example.lt`,
    giverName: `${evil}\r\nBcc: kas@example.lt`,
  };
  const { voucher } = await owner.vouchers.issue({ face: 5000, ...kind, ...words, recipientEmail: to });
  const ordered: VoucherMail = { template: "voucher", voucherId: voucher.id, codeVersion: 1, to, language: "lt" };
  isHarmless(await rendered(voucherMail(gym.context), ordered));
});

test("the mail about a pass escapes markup and contains no injected header", async () => {
  const owner = gym.as(gym.key);
  const data = { name: `Abonementas ${evil}`, price: 90, kind: "PASS" };
  await owner.items.save({ dataCollectionId: "Prices", dataItem: { id: "evil", data } });
  const terms = {
    entries: 10,
    period: { count: 3, unit: "MONTHS" as const },
    begins: "PURCHASE" as const,
    people: 1,
    windows: [],
    lets: { entry: true, categoryKinds: [], serviceIds: [] },
    freezeDays: 0,
    transferable: false,
  };
  const { kind } = await owner.passes.createKind({ kind: { priceId: "evil", terms, onSale: true } });
  const issued = { kindId: kind.id, holder: { name: evil, email: to }, language: "lt" as const };
  const { pass } = await owner.passes.issue({ ...issued, payment: { method: "TRANSFER" } });
  const ordered: PassMail = { template: "pass", about: "issued", passId: pass.id, codeVersion: 1, to, language: "lt" };
  isHarmless(await rendered(passMail(gym.context), ordered));
});

test("the mail about an order escapes markup and contains no injected header", async () => {
  const owner = gym.as(gym.key);
  const seller = {
    name: `UAB ${evil}`,
    code: "000000014",
    vatCode: "LT000000014",
    address: "Skardžio g. 14, Vilnius",
    iban: "LT601010012345678901",
    bank: "Bankas",
    companyDays: 30,
    series: { INVOICE: "KAL", CREDIT: "KRE", PROFORMA: "ISK" },
  };
  await owner.documents.setSeller(seller);
  const data = { name: `Magnezija ${evil}`, price: 5, kind: "GOODS" };
  await owner.items.save({ dataCollectionId: "Prices", dataItem: { id: "chalk", data } });
  const visitor = gym.as(gym.visitor());
  const { cart } = await visitor.carts.add({ goods: { priceId: "chalk", quantity: 1 } });
  const { order } = await visitor.orders.place({
    requestId: newId(),
    buyer: { firstName: "Ona", lastName: "Sava", email: to },
    way: "BANK_TRANSFER",
    consents: [{ kind: "TERMS", version: "2026-09" }],
    language: "lt",
    expectedToPay: cart.toPay,
  });
  const ordered: OrderMail = { template: "order", about: "placed", orderId: order.id, language: "lt" };
  isHarmless(await rendered(orderMail(gym.context), ordered));
});
