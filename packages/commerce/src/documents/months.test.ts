import type { Client } from "@uola/client";
import { newId } from "@uola/database";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sumOf } from "../money/money.ts";
import { createTestGym, seller, type TestGym } from "../testing.ts";
import { course, issueDocument } from "./documents.testing.ts";
import type { DocumentRequest } from "./documents.ts";

let gym: TestGym;
let owner: Client;
const company = { name: 'MB „Uosis & Ko“ <"1">', code: "300000021", address: "Bandymų g. 7" };
const issue = (more: Partial<DocumentRequest> = {}) => issueDocument(gym, more);

/** A month with documents of each type, one order from the previous month and one from the next month. */
beforeAll(async () => {
  gym = await createTestGym();
  owner = gym.as(gym.key);
  await owner.documents.setSeller(seller);
  gym.clock.now = new Date("2026-08-31T20:59:00Z");
  const august = await issue({ lines: [course(9999)] });
  gym.clock.now = new Date("2026-08-31T21:00:00Z");
  await issue({ buyer: { name: "Gabija", company: { ...company, vatCode: "LT100000021" } } });
  await issue({ buyer: { name: "=1+1", company } });
  await issue({
    lines: [
      course(1999),
      course(1120, "REDUCED_CULTURE"),
      course(2000, "EXEMPT_SPORT"),
      course(500, "EXEMPT_EDUCATION"),
    ],
  });
  await issue({ lines: [course(5000, "OUT_OF_SCOPE")] });
  await issue({ kind: "PROFORMA", lines: [course(777_777)] });
  await issue({ kind: "CREDIT", refersTo: august.id, lines: [course(1250)] });
  gym.clock.now = new Date("2026-10-01T09:00:00Z");
  await issue({ lines: [course(8888)] });
});
afterAll(() => gym.close());

const textOf = async (path: string) => {
  const headers = { authorization: gym.key };
  const answer = await gym.api.fetch(new Request(`http://localhost:3001/v1/documents/months/${path}`, { headers }));
  return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
};
const decoded = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
const september = async () =>
  (await gym.db.selectFrom("document").selectAll().execute()).filter(
    ({ issueDay, kind }) => issueDay.startsWith("2026-09") && kind !== "PROFORMA",
  );

describe("monthly document report", () => {
  test("the monthly report adds up the documents by tax code and rate, without proformas", async () => {
    const { month, taxes } = await owner.documents.report({ month: "2026-09" });
    expect(taxes).toEqual([
      { code: "PVM1", rate: 2100, net: 1033 + 1033 + 1652 - 1033, vat: 217 + 217 + 347 - 217, gross: 3249 },
      { code: "PVM58", rate: 1200, net: 1000, vat: 120, gross: 1120 },
      { code: "PVM5", rate: null, net: 2500, vat: 0, gross: 2500 },
      { code: null, rate: null, net: 5000, vat: 0, gross: 5000 },
    ]);
    const documents = await september();
    for (const part of ["net", "vat", "gross"] as const) {
      expect(month[part]).toBe(sumOf(documents.map((each) => each[part])));
      expect(sumOf(taxes.map((each) => each[part]))).toBe(month[part]);
    }
    expect(month).toMatchObject({ month: "2026-09", documents: 5, closedDate: null });
  });

  test("assigns documents to months by the gym's time zone", async () => {
    const { months } = await owner.documents.months({});
    expect(months.map(({ month, documents }) => [month, documents])).toEqual([
      ["2026-10", 1],
      ["2026-09", 5],
      ["2026-08", 1],
    ]);
    expect((await owner.documents.report({ month: "2025-01" })).month).toMatchObject({ documents: 0, gross: 0 });
  });
});

describe("VAT register (i.SAF)", () => {
  test("the VAT register contains each VAT invoice and credit note with its rows, and nothing else", async () => {
    const { answer, bytes } = await textOf("2026-09/i-saf");
    const xml = decoded(bytes);
    expect(answer.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toContain("isaf-2026-09.xml");
    const all = (name: string) =>
      [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "g"))].map(([, text]) => text);
    expect(all("InvoiceNo")).toEqual(["KAL 000002", "KAL 000003", "KAL 000004", "KRE 000001"]);
    expect(all("InvoiceType")).toEqual(["SF", "SF", "SF", "KS"]);
    expect(all("TaxCode")).toEqual(["PVM1", "PVM1", "PVM1", "PVM58", "PVM5", "PVM1"]);
    expect(all("TaxableValue")).toEqual(["10.33", "10.33", "16.52", "10.00", "25.00", "-10.33"]);
    expect(all("Amount")).toEqual(["2.17", "2.17", "3.47", "1.20", "0.00", "-2.17"]);
    expect(all("TaxPercentage")).toEqual(["21.00", "21.00", "21.00", "12.00", "21.00"]);
    expect(all("VATRegistrationNumber")).toEqual(["LT100000021", "ND", "ND", "ND"]);
    expect(all("RegistrationNumber")).toEqual(["000000014", "", "300000021", "ND", "ND"]);
    expect(all("Name")[1]).toBe("MB „Uosis &amp; Ko“ &lt;&quot;1&quot;&gt;");
    expect(all("ReferenceNo")).toEqual(["KAL 000001"]);
    expect(all("ReferenceDate")).toEqual(["2026-08-31"]);
    expect(all("SelectionEndDate")).toEqual(["2026-09-30"]);
  });

  test("the VAT register adds up to the monthly report", async () => {
    const xml = decoded((await textOf("2026-09/i-saf")).bytes);
    const { taxes } = await owner.documents.report({ month: "2026-09" });
    const cents = (name: string) =>
      sumOf([...xml.matchAll(new RegExp(`<${name}>([^<]*)<`, "g"))].map(([, text]) => Math.round(Number(text) * 100)));
    const coded = taxes.filter(({ code }) => code != null);
    expect(cents("TaxableValue")).toBe(sumOf(coded.map(({ net }) => net)));
    expect(cents("Amount")).toBe(sumOf(coded.map(({ vat }) => vat)));
  });

  test("the VAT register of a month without invoices has only a header", async () => {
    expect(decoded((await textOf("2026-07/i-saf")).bytes)).not.toContain("SourceDocuments");
  });
});

describe("export for the accountant", () => {
  test("exports CSV for Lithuanian spreadsheets: semicolons, decimal commas and a byte order mark", async () => {
    const { answer, bytes } = await textOf("2026-09/journal?format=CSV");
    const lines = decoded(bytes).split("\r\n");
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(lines[0]).toMatch(/^\ufeffData;Dokumentas;Rūšis;/);
    expect(lines[1]).toBe(
      '2026-09-01;KAL 000002;Sąskaita;;2026-0412;"MB „Uosis & Ko“ <""1"">";300000021;LT100000021;PVM1;21,00;10,33;2,17;12,50;kortelė;2026-09-01',
    );
    expect(lines).toContain(
      "2026-09-01;KRE 000001;Kreditinė;KAL 000001;2026-0412;Gabija;;;PVM1;21,00;-10,33;-2,17;-12,50;;",
    );
    const { month } = await owner.documents.report({ month: "2026-09" });
    const column = (index: number) =>
      sumOf(lines.slice(1, -1).map((line) => Math.round(Number(line.split(";")[index]?.replace(",", ".")) * 100)));
    expect([column(10), column(11), column(12)]).toEqual([month.net, month.vat, month.gross]);
  });

  test("exports a workbook with numeric cells", async () => {
    const { answer, bytes } = await textOf("2026-09/journal?format=XLSX");
    expect(answer.headers.get("content-disposition")).toContain("dokumentai-2026-09.xlsx");
    const files = unzipSync(bytes);
    const sheet = new TextDecoder().decode(files["xl/worksheets/sheet1.xml"]);
    expect(sheet).toContain("<v>10.33</v>");
    expect(sheet).toContain("<v>-12.5</v>");
  });
});

describe("closed month", () => {
  test("a month can be closed only once and after its end, with an audit entry", async () => {
    await expect(owner.documents.close({ month: "2026-10" })).rejects.toMatchObject({ code: "MONTH_NOT_OVER" });
    const { month } = await owner.documents.close({ month: "2026-09" });
    expect(month).toMatchObject({ month: "2026-09", documents: 5, closedDate: gym.clock.now });
    await expect(owner.documents.close({ month: "2026-09" })).rejects.toMatchObject({ code: "MONTH_CLOSED" });
    const history = gym.db.selectFrom("audit").select(["after"]).where("action", "=", "documents.close");
    expect(await history.execute()).toMatchObject([{ after: { month: "2026-09", gross: month.gross } }]);
  });

  test("a late document is dated in the open month, not in the closed one", async () => {
    const before = (await september()).length;
    gym.clock.now = new Date("2026-09-30T20:59:59Z");
    const { id } = await issue();
    const { document } = await owner.documents.get({ documentId: id });
    expect(document.issueDate).toBe("2026-10-01");
    expect(await september()).toHaveLength(before);
  });

  test("the database rejects a document in a closed month", async () => {
    const row = await gym.db
      .selectFrom("document")
      .selectAll()
      .where("kind", "=", "PROFORMA")
      .executeTakeFirstOrThrow();
    const copy = { ...row, id: newId(), number: 999, issueDay: "2026-09-15", snapshot: JSON.stringify(row.snapshot) };
    await expect(gym.db.insertInto("document").values(copy).execute()).rejects.toThrow(/is closed/);
  });
});

test("a seller who does not pay VAT has no VAT register and issues documents without VAT", async () => {
  const { seller: known } = await owner.documents.seller({});
  await owner.documents.setSeller({ ...seller, vatCode: null, revision: known?.revision });
  const { id } = await issue();
  const { document } = await owner.documents.get({ documentId: id });
  expect(document).toMatchObject({ net: 1250, vat: 0, taxes: [{ code: null, rate: null }] });
  const { answer } = await textOf("2026-10/i-saf");
  expect(answer.status).toBe(409);
});
