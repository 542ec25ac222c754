import type { Client } from "@uola/client";
import { documentNumber } from "@uola/contract";
import { newId } from "@uola/database";
import { transact } from "@uola/kernel";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestGym, seller, type TestGym } from "../testing.ts";
import { line } from "./documents.testing.ts";
import { createDocuments, type DocumentRequest, type RequestedLine } from "./documents.ts";

let gym: TestGym;
let owner: Client;
const august = new Date("2026-08-20T09:00:00Z");
beforeAll(async () => {
  gym = await createTestGym();
  owner = gym.as(gym.key);
});
beforeEach(async () => {
  gym.clock.now = new Date("2026-09-01T09:00:00Z");
});
afterAll(() => gym.close());

const company = { name: "UAB „Pavyzdinė įmonė“", code: "000000021", vatCode: "LT000000021", address: "Bandymų g. 7" };
const request = (more: Partial<DocumentRequest> = {}): DocumentRequest => ({
  kind: "INVOICE",
  orderId: newId(),
  orderNumber: "2026-0412",
  language: "lt",
  buyer: { name: "Gabija Kalnietė", email: "gabija@uola.example" },
  lines: [
    line("Vaikų kursas", 45_360, { quantity: 2, unitGross: 25_200, discount: 5040 }),
    line("Batelių nuoma", 2100),
  ],
  paid: { method: "BANK_LINK", date: "2026-09-01" },
  ...more,
});
const issue = (more: Partial<DocumentRequest> = {}) =>
  transact(gym.context, (tx) => createDocuments(gym.context).issue(tx, request(more)));
const read = async (documentId: string) => (await owner.documents.get({ documentId })).document;
const refusal = (code: string) => ({ code });

describe("documents without seller details", () => {
  test("issues no document before the seller details are set, and readiness can be queried", async () => {
    const documents = createDocuments(gym.context);
    expect(await documents.isReady()).toBe(false);
    await expect(issue()).rejects.toMatchObject(refusal("SELLER_NOT_SET"));
    expect(await owner.documents.seller({})).toEqual({ seller: null });
    await owner.documents.setSeller(seller);
    expect(await documents.isReady()).toBe(true);
  });
});

describe("seller details", () => {
  test("changes the seller with a revision check and an audit entry; issued documents keep the old details", async () => {
    const { id } = await issue();
    const { seller: known } = await owner.documents.seller({});
    const { revision, ...facts } = known as NonNullable<typeof known>;
    const { seller: changed } = await owner.documents.setSeller({ ...facts, phone: "+370 600 00015", revision });
    expect(changed.revision).toBe(String(Number(revision) + 1));
    await expect(owner.documents.setSeller({ ...facts, revision })).rejects.toMatchObject(refusal("REVISION_MISMATCH"));
    await expect(owner.documents.setSeller(facts)).rejects.toMatchObject(refusal("REVISION_MISMATCH"));
    const row = gym.db.selectFrom("document").select("snapshot").where("id", "=", id);
    expect((await row.executeTakeFirstOrThrow()).snapshot).toMatchObject({ seller: { phone: "+370 600 00014" } });
    const history = gym.db.selectFrom("audit").select(["action", "before", "after"]).where("entity", "=", "seller");
    expect((await history.execute()).at(-1)).toMatchObject({
      action: "seller.set",
      before: { phone: "+370 600 00014" },
      after: { phone: "+370 600 00015" },
    });
  });

  test("rejects a series that several document types share or that another type has used before", async () => {
    await issue();
    const { seller: known } = await owner.documents.seller({});
    const set = (series: typeof seller.series) =>
      owner.documents.setSeller({ ...seller, series, revision: known?.revision });
    const refused = refusal("SERIES_OF_ANOTHER_KIND");
    await expect(set({ INVOICE: "A", CREDIT: "A", PROFORMA: "B" })).rejects.toMatchObject(refused);
    await expect(set({ INVOICE: "A", CREDIT: "KAL", PROFORMA: "B" })).rejects.toMatchObject(refused);
  });

  test.each([
    ["a company code that contains letters", { code: "14A" }, "code"],
    ["a VAT code without its country prefix", { vatCode: "000000014" }, "vatCode"],
    ["a series with a hyphen", { series: { ...seller.series, INVOICE: "KAL-1" } }, "series.INVOICE"],
  ])("rejects seller details with %s", async (_, wrong, field) => {
    await expect(owner.documents.setSeller({ ...seller, ...wrong })).rejects.toMatchObject({
      kind: "validation",
      fieldViolations: [{ field }],
    });
  });
});

describe("issuing documents", () => {
  test("an invoice contains seller, buyer, lines, taxes and payment", async () => {
    const { id, series, number } = await issue({ buyer: { name: "Gabija Kalnietė", company } });
    expect(documentNumber({ series, number })).toMatch(/^KAL 0000\d\d$/);
    expect(await read(id)).toMatchObject({
      kind: "INVOICE",
      issueDate: "2026-09-01",
      buyer: company.name,
      company,
      orderNumber: "2026-0412",
      gross: 47_460,
      net: 39_223,
      vat: 8237,
      paid: { method: "BANK_LINK", date: "2026-09-01" },
      taxes: [{ code: "PVM1", rate: 2100, net: 39_223, vat: 8237, gross: 47_460 }],
      lines: [
        { name: "Vaikų kursas", quantity: 2, discount: 5040, net: 37_487, vat: 7873, gross: 45_360, remaining: 45_360 },
        { name: "Batelių nuoma", net: 1736, vat: 364, gross: 2100, remaining: 2100 },
      ],
    });
  });

  test("numbers are consecutive in each series, and a failed transaction uses no number", async () => {
    const first = await issue();
    const proforma = await issue({ kind: "PROFORMA", paid: undefined, dueDate: "2026-09-08" });
    const failing = transact(gym.context, async (tx) => {
      await createDocuments(gym.context).issue(tx, request());
      throw new Error("The bank said no.");
    });
    await expect(failing).rejects.toThrow("The bank said no.");
    const second = await issue();
    expect(second.number).toBe(first.number + 1);
    expect(proforma.series).toBe("ISK");
    expect((await read(proforma.id)).dueDate).toBe("2026-09-08");
  });

  test("issue dates in a series never decrease", async () => {
    await issue();
    gym.clock.now = august;
    expect((await read((await issue()).id)).issueDate).toBe("2026-09-01");
  });

  test("the database rejects any change to or deletion of a document", async () => {
    const { id } = await issue();
    const refused = /never changed or deleted/;
    await expect(gym.db.updateTable("document").set({ buyer: "x" }).where("id", "=", id).execute()).rejects.toThrow(
      refused,
    );
    await expect(gym.db.deleteFrom("documentTax").where("documentId", "=", id).execute()).rejects.toThrow(refused);
  });

  test("finds documents by order, number and buyer", async () => {
    const orderId = newId();
    const { id, number } = await issue({ orderId, orderNumber: "2026-7777", buyer: { name: "Šarūnė Ąžuolė" } });
    expect(await createDocuments(gym.context).ofOrder(orderId)).toMatchObject([{ id }]);
    for (const text of [`KAL ${String(number).padStart(6, "0")}`, "sarune", "2026-7777"]) {
      const { documents } = await owner.documents.query({ text });
      expect(documents.map((each) => each.id)).toContain(id);
    }
    expect((await owner.documents.query({ text: "KRE 000001", kind: "INVOICE" })).documents).toEqual([]);
    expect((await owner.documents.query({ orderId, month: "2026-09" })).documents).toHaveLength(1);
    expect((await owner.documents.query({ orderId, month: "2026-10" })).documents).toEqual([]);
  });

  test("a document list continues at the cursor", async () => {
    const { documents, pagingMetadata } = await owner.documents.query({ limit: 2 });
    const cursor = pagingMetadata.cursors?.next as string;
    const { documents: more } = await owner.documents.query({ limit: 2, cursor });
    expect(new Set([...documents, ...more].map(({ id }) => id)).size).toBe(4);
  });
});

describe("credit note", () => {
  const credit = (refersTo: string, lines: RequestedLine[]) =>
    issue({ kind: "CREDIT", refersTo, lines, reason: "Liga" });

  test("a credit note refers to its invoice and cannot exceed the remaining amount", async () => {
    const { id, number } = await issue();
    const taken = await credit(id, [line("Batelių nuoma", 2000)]);
    expect(taken.series).toBe("KRE");
    expect(await read(taken.id)).toMatchObject({
      kind: "CREDIT",
      gross: -2000,
      net: -1653,
      vat: -347,
      reason: "Liga",
      refersTo: { id, series: "KAL", number, issueDate: "2026-09-01" },
    });
    const refused = { code: "MORE_THAN_REMAINS", data: { line: "Batelių nuoma", remaining: 100 } };
    await expect(credit(id, [line("Batelių nuoma", 101)])).rejects.toMatchObject(refused);
    await credit(id, [line("Batelių nuoma", 100), line("Vaikų kursas", 45_360)]);
    const { lines, referredBy } = await read(id);
    expect(lines.map(({ remaining }) => remaining)).toEqual([0, 0]);
    expect(referredBy).toHaveLength(2);
  });

  test("rejects a credit note for anything other than an invoice", async () => {
    const proforma = await issue({ kind: "PROFORMA" });
    await expect(credit(proforma.id, [])).rejects.toMatchObject(refusal("NOT_AN_INVOICE"));
    await expect(credit(newId(), [])).rejects.toMatchObject(refusal("DOCUMENT_NOT_FOUND"));
  });

  test("of two concurrent credit notes for the same line, one is rejected", async () => {
    const { id } = await issue();
    const both = await Promise.allSettled([
      credit(id, [line("Batelių nuoma", 1500)]),
      credit(id, [line("Batelių nuoma", 1500)]),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("company added to an invoice afterwards", () => {
  test("adding a company credits the invoice and issues a new one for the remaining amount", async () => {
    const { id } = await issue();
    await issue({ kind: "CREDIT", refersTo: id, lines: [line("Batelių nuoma", 600)] });
    const { credit, invoice } = await owner.documents.setCompany({ documentId: id, company });
    expect(credit).toMatchObject({ kind: "CREDIT", gross: -46_860 });
    expect(invoice).toMatchObject({ kind: "INVOICE", gross: 46_860, buyer: company.name });
    expect(await read(invoice.id)).toMatchObject({
      company,
      refersTo: { id },
      paid: { method: "BANK_LINK" },
      lines: [
        { quantity: 2, unitGross: 25_200, discount: 5040, gross: 45_360 },
        { quantity: 1, unitGross: 1500, gross: 1500 },
      ],
    });
    await expect(owner.documents.setCompany({ documentId: id, company })).rejects.toMatchObject(
      refusal("NOTHING_REMAINS"),
    );
  });

  test("the owner can add a company at any time, the buyer only once, for their own order and within 30 days", async () => {
    const orderId = newId();
    const { id } = await issue({ orderId });
    const asBuyer = (more: { orderId?: string; documentId?: string } = {}) =>
      transact(gym.context, (tx) =>
        createDocuments(gym.context).setCompany(tx, {
          documentId: id,
          orderId,
          company,
          by: "BUYER",
          actor: { kind: "system", id: "test" },
          ...more,
        }),
      );
    await expect(asBuyer({ orderId: newId() })).rejects.toMatchObject(refusal("DOCUMENT_NOT_FOUND"));
    gym.clock.now = new Date("2026-10-02T09:00:00Z");
    await expect(asBuyer()).rejects.toMatchObject({ code: "TOO_LATE_FOR_COMPANY", data: { days: 30 } });
    gym.clock.now = new Date("2026-10-01T09:00:00Z");
    const { invoice } = await asBuyer();
    expect(invoice).toMatchObject({ issueDay: "2026-10-01" });
    await expect(asBuyer({ documentId: invoice.id })).rejects.toMatchObject(refusal("COMPANY_IS_KNOWN"));
  });
});
