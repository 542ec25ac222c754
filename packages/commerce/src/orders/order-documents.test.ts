import type { Client } from "@uola/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestGym } from "../testing.ts";
import { createShop, findLostMoney, pay, place, places } from "./orders.testing.ts";

let gym: TestGym;
let owner: Client;
let visitor: Client;
beforeAll(async () => {
  gym = await createShop();
  owner = gym.as(gym.key);
  visitor = gym.as(gym.visitor());
});
afterAll(() => gym.close());

const company = { name: "UAB „Pavyzdinė įmonė“", code: "300000021", address: "Bandymų g. 7" };
/** Creates a paid order of two places. */
async function paid(inHours = 48) {
  const service = await gym.service();
  const sessionId = await gym.session({ service, inHours });
  await visitor.carts.add({ booking: places(sessionId, service, 2) });
  const { key } = await place(visitor);
  const order = await pay(visitor, key);
  return { key, order, documentId: order.documents[0]?.id as string };
}
const pdfOf = async (key: string, documentId: string) => {
  const url = `http://localhost:3001/v1/orders/by-key/${encodeURIComponent(key)}/documents/${documentId}`;
  return gym.api.fetch(new Request(url));
};

test("the link of an order gives access to its documents as PDF, and to no others", async () => {
  const [one, other] = [await paid(), await paid()];
  const answer = await pdfOf(one.key, one.documentId);
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  expect(answer.headers.get("content-disposition")).toContain("KAL-000001.pdf");
  expect(new TextDecoder("latin1").decode(await answer.arrayBuffer())).toMatch(/^%PDF-1\.7/);
  expect((await pdfOf(one.key, other.documentId)).status).toBe(404);
  expect((await pdfOf(`${one.key}x`, one.documentId)).status).toBe(404);
});

test("a buyer can add the company once afterwards, and later refunds are credited on the new invoice", async () => {
  const { key, order, documentId } = await paid();
  const changed = (await visitor.orders.setCompany({ key, documentId, company })).order;
  expect(changed.documents.map(({ kind }) => kind)).toEqual(["INVOICE", "CREDIT", "INVOICE"]);
  const newest = changed.documents[2]?.id as string;
  // Both documents are sent by email.
  const mails = await gym.db.selectFrom("outbox").select("payload").where("kind", "=", "mail").execute();
  expect(mails.map(({ payload }) => payload)).toContainEqual(
    expect.objectContaining({ about: "invoiced", documentIds: changed.documents.slice(1).map(({ id }) => id) }),
  );
  expect((await owner.documents.get({ documentId: newest })).document).toMatchObject({ company, gross: 5000 });
  await expect(visitor.orders.setCompany({ key, documentId: newest, company })).rejects.toMatchObject({
    code: "COMPANY_IS_KNOWN",
  });
  const other = await paid();
  await expect(visitor.orders.setCompany({ key, documentId: other.documentId, company })).rejects.toMatchObject({
    code: "DOCUMENT_NOT_FOUND",
  });
  const line = order.lines[0]?.id as string;
  const { order: seen } = await owner.orders.get({ orderId: order.id });
  await owner.orders.refund({
    orderId: order.id,
    revision: seen.revision,
    reason: "Liga",
    way: "CREDIT",
    lines: [{ lineId: line, amount: 1000 }],
  });
  const { document } = await owner.documents.get({ documentId: newest });
  expect(document.lines).toMatchObject([{ gross: 5000, remaining: 4000 }]);
  expect(await findLostMoney(gym)).toEqual([]);
});

test("a service that ends at midnight is invoiced for one day", async () => {
  // The service is from 23:00 to 24:00 in Vilnius.
  const { documentId } = await paid(35);
  const { document } = await owner.documents.get({ documentId });
  expect(document.lines).toMatchObject([{ serviceDate: "2026-09-02", serviceUntil: null }]);
});
