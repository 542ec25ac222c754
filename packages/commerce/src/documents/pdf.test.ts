import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { seller } from "../testing.ts";
import { line as requestedLine } from "./documents.testing.ts";
import { print } from "./pdf.ts";
import type { RequestedLine } from "./request.ts";
import { creditLines, invoiceLines, type Snapshot } from "./rules.ts";

const day = "2026-10-02";
const line = (more: Partial<RequestedLine> = {}) => requestedLine("Batelių nuoma", 2100, more);
const snapshot = (lines: RequestedLine[], more: Partial<Snapshot> = {}): Snapshot => ({
  ...invoiceLines(lines, day, { vatPayer: true }),
  language: "lt",
  seller: { ...seller, bank: null },
  buyer: { name: "Šarūnė Ąžuolė" },
  paid: { method: "BANK_LINK", date: day },
  ...more,
});
const printed = async (
  snapshot: Snapshot,
  { kind = "INVOICE", gym = "Uola" }: { kind?: "INVOICE" | "CREDIT" | "PROFORMA"; gym?: string } = {},
) => {
  const gross = snapshot.taxes.reduce((sum, tax) => sum + tax.gross, 0);
  const document = {
    kind,
    series: "KAL",
    number: 412,
    issueDay: day,
    orderNumber: "2026-0412",
    gross,
    snapshot,
    createdDate: new Date("2026-10-02T09:00:00Z"),
  };
  const bytes = await print(document, gym);
  return readPdf(bytes);
};

/**
 * Extracts the parts of a PDF that the tests check: streams, drawn content, spoken text
 * (ActualText) and page count.
 */
function readPdf(bytes: Uint8Array) {
  const file = Buffer.from(bytes).toString("latin1");
  const streams = [...file.matchAll(/(\d+) 0 obj\n<<([\s\S]*?)>>\nstream\n/g)].map(
    ({ 0: head, 2: dictionary = "", index }) => {
      const start = index + head.length;
      const raw = Buffer.from(bytes).subarray(start, file.indexOf("\nendstream", start));
      return dictionary.includes("FlateDecode") ? inflateSync(raw).toString("latin1") : raw.toString("utf8");
    },
  );
  const content = streams.filter((text) => text.includes(" BDC") || text.includes(" BMC")).join("\n");
  const spoken = [...content.matchAll(/\/ActualText \((\\?[^)]*)\)/g)].map(([, text = ""]) => text);
  return { file, streams, content, spoken, pages: [...file.matchAll(/\/Type \/Page\n/g)].length };
}

describe("printed document", () => {
  test("prints a tagged PDF/A-3a with embedded fonts and the document language", async () => {
    const { file, streams } = await printed(snapshot([line()]));
    const metadata = streams.find((text) => text.includes("pdfaid"));
    expect(metadata).toContain("<pdfaid:part>3</pdfaid:part>");
    expect(metadata).toContain("<pdfaid:conformance>A</pdfaid:conformance>");
    for (const part of ["/StructTreeRoot", "/Marked true", "/OutputIntents", "/FontFile2", "/Lang (lt)"]) {
      expect(file).toContain(part);
    }
    for (const tag of ["/S /Document", "/S /H1", "/S /Table", "/S /TR", "/S /TH", "/S /TD"])
      expect(file).toContain(tag);
    expect(file).not.toContain("/BaseFont /Helvetica");
  });

  test("prints a usual order on one page, and a long one on several", async () => {
    expect((await printed(snapshot([line(), line(), line()]))).pages).toBe(1);
    expect((await printed(snapshot(Array.from({ length: 40 }, () => line({ note: "visam kursui" }))))).pages).toBe(4);
  });

  test("the accessible title of a printed document has its Lithuanian letters", async () => {
    const { file } = await printed(snapshot([line()]));
    const utf16 = (text: string) => Buffer.from(text, "utf16le").swap16().toString("latin1");
    expect(file).toContain(utf16("PVM sąskaita faktūra"));
    const payer = { vatPayer: false };
    const plain = { ...snapshot([line()]), ...invoiceLines([line()], day, payer) };
    expect((await printed(plain)).file).toContain(utf16("Sąskaita faktūra KAL 000412"));
  });

  test("prints the name of the gym instead of the wordmark if it is another gym", async () => {
    const { pages, file } = await printed(snapshot([line()]), { gym: "Žalgirio laipiojimo sporto centras" });
    expect(pages).toBe(1);
    expect(file).not.toBe((await printed(snapshot([line()]))).file);
  });

  test("printing is deterministic", async () => {
    const one = await printed(snapshot([line()]));
    expect((await printed(snapshot([line()]))).file).toBe(one.file);
  });

  test.each([
    ["a credit note", "CREDIT" as const, { paid: undefined, reason: "Trenerės liga" }],
    ["a proforma invoice", "PROFORMA" as const, { paid: undefined, dueDate: "2026-10-09" }],
    ["an invoice in English", "INVOICE" as const, { language: "en" as const }],
    ["an invoice with a buyer name in other alphabets", "INVOICE" as const, { buyer: { name: "Łukasz Ωμέγα 山田 " } }],
    ["an invoice with a word longer than a line", "INVOICE" as const, { buyer: { name: "x".repeat(200) } }],
  ])("prints %s as a PDF", async (_, kind, more) => {
    const invoice = snapshot([line({ serviceDate: "2026-10-06", serviceUntil: "2026-12-22", discount: 0 })]);
    const credit = creditLines(invoice, [], [line()]);
    const lines = kind === "CREDIT" && !("code" in credit) ? credit : {};
    const { pages, content } = await printed({ ...invoice, ...lines, ...more }, { kind });
    expect(pages).toBe(1);
    expect(content).toContain("/H1");
  });
});
