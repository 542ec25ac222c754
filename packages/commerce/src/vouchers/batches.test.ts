import type { Client } from "@uola/client";
import { newId } from "@uola/database";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { findImbalances } from "../bookkeeping/bookkeeping.testing.ts";
import { createTestGym, seller, type TestGym } from "../testing.ts";

let gym: TestGym;
let owner: Client;
beforeAll(async () => {
  gym = await createTestGym({ connections: 4 });
  owner = gym.as(gym.key);
});
afterEach(async () => expect(await findImbalances(gym)).toEqual([]));
afterAll(() => gym.close());

const company = { name: "UAB „Uosis“", code: "300000014", vatCode: "LT300000014", address: "Uosių g. 1, Kaunas" };
type Asked = Parameters<Client["vouchers"]["issueBatch"]>[0];
const asked = (more: Partial<Asked> = {}): Asked => ({
  requestId: newId(),
  company,
  count: 12,
  face: 2000,
  vatType: "MULTI",
  design: "ROUTE",
  language: "lt",
  payment: { method: "TRANSFER" },
  ...more,
});
const invoiceOf = async (more: Partial<Asked> = {}) => {
  const { batch } = await owner.vouchers.issueBatch(asked(more));
  const { document } = await owner.documents.get({ documentId: batch.invoice?.id as string });
  const { vouchers } = await owner.vouchers.print({ batchId: batch.id });
  return { batch, document, vouchers: vouchers.map(({ voucher }) => voucher) };
};
const documentsOf = async (orderId: string) => (await owner.documents.query({ orderId })).documents;

test("rejects issuing a voucher batch before the seller is set", async () => {
  await expect(owner.vouchers.issueBatch(asked())).rejects.toMatchObject({ code: "SELLER_NOT_SET" });
  expect((await owner.vouchers.batches({})).batches).toEqual([]);
  expect((await owner.vouchers.query({})).vouchers).toEqual([]);
  await owner.documents.setSeller(seller);
});

test("a company's voucher batch gets an invoice with buyer, vouchers and payment; multi-purpose ones without VAT", async () => {
  const { batch, document, vouchers } = await invoiceOf();
  const [first, last] = [vouchers[0]?.number, vouchers.at(-1)?.number];
  expect(document).toMatchObject({
    kind: "INVOICE",
    series: "KAL",
    number: batch.invoice?.number,
    buyer: company.name,
    company,
    language: "lt",
    orderId: batch.id,
    orderNumber: `DK ${first}–${last}`,
    net: 24_000,
    vat: 0,
    gross: 24_000,
    lines: [
      { name: "Dovanų kuponai", quantity: 12, unitGross: 2000, gross: 24_000, taxClass: "OUT_OF_SCOPE", rate: null },
    ],
    paid: { method: "TRANSFER", date: "2026-09-01" },
  });
  expect(await (await owner.documents.file({ documentId: document.id })).text()).toMatch(/^%PDF/);
  expect((await owner.vouchers.batches({})).batches[0]?.invoice).toEqual(batch.invoice);
});

test("an invoice for single-purpose vouchers includes VAT at the voucher's rate; an unknown rate is rejected", async () => {
  const { document } = await invoiceOf({ vatType: "SINGLE", vatRate: 2100, count: 3, language: "en" });
  expect(document).toMatchObject({
    language: "en",
    net: 4959,
    vat: 1041,
    gross: 6000,
    taxes: [{ code: "PVM1", rate: 2100 }],
    lines: [{ name: "Gift vouchers", quantity: 3, taxClass: "STANDARD", rate: 2100 }],
  });
  const exempt = await invoiceOf({ vatType: "SINGLE", vatRate: 0, count: 1 });
  expect(exempt.document).toMatchObject({ vat: 0, lines: [{ taxClass: "EXEMPT_SPORT" }] });
  await expect(owner.vouchers.issueBatch(asked({ vatType: "SINGLE", vatRate: 1300 }))).rejects.toMatchObject({
    fieldViolations: [{ field: "vatRate" }],
  });
});

test("a repeated or concurrent request issues one voucher batch with one invoice", async () => {
  const input = asked({ count: 2 });
  const answers = await Promise.all(Array.from({ length: 10 }, () => owner.vouchers.issueBatch(input)));
  answers.push(await owner.vouchers.issueBatch(input));
  const [{ batch }] = answers as [(typeof answers)[number]];
  expect(answers).toEqual(answers.map(() => ({ batch })));
  expect((await owner.vouchers.query({ batchId: batch.id })).vouchers).toHaveLength(2);
  expect(await documentsOf(batch.id)).toMatchObject([{ kind: "INVOICE", gross: 4000 }]);
});

test("refunding a voucher of a batch issues a credit note on the batch's invoice", async () => {
  for (const vat of [{ vatType: "SINGLE", vatRate: 2100 }, { vatType: "MULTI" }] as const) {
    const { batch, vouchers } = await invoiceOf({ ...vat, count: 2 });
    const [used, whole] = vouchers.map(({ id }) => id) as [string, string];
    await owner.vouchers.redeem({ voucherId: used, amount: 500, requestId: newId() });
    const refund = async (voucherId: string) => {
      const { revision } = (await owner.vouchers.get({ voucherId })).voucher;
      const payment = { method: "TRANSFER" } as const;
      return owner.vouchers.refund({ voucherId, revision, payment, reason: "įmonė grąžino" });
    };
    expect(await refund(used)).toMatchObject({ refunded: 1500, creditInvoice: false });
    expect(await refund(whole)).toMatchObject({ refunded: 2000, creditInvoice: false });
    const documents = await documentsOf(batch.id);
    const credits = documents.filter(({ kind }) => kind === "CREDIT");
    expect(credits.map(({ gross, buyer }) => [gross, buyer]).toSorted()).toEqual([
      [-1500, company.name],
      [-2000, company.name],
    ]);
    const invoice = documents.find(({ kind }) => kind === "INVOICE");
    const { document } = await owner.documents.get({ documentId: invoice?.id as string });
    expect(document).toMatchObject({ kind: "INVOICE", lines: [{ remaining: 500 }] });
  }
});
