import { describe, expect, test } from "vitest";
import { seller } from "../testing.ts";
import { line as requestedLine } from "./documents.testing.ts";
import type { RequestedLine } from "./request.ts";
import { creditLines, invoiceLines, type Snapshot } from "./rules.ts";
import { ubl } from "./ubl.ts";

const day = "2026-11-23";
const company = { name: "Skardžio „Ąžuolo“ gimnazija & ko", code: "190000021", address: "Bandymų g. 7, Vilnius" };
const line = (gross: number, more: Partial<RequestedLine> = {}) => requestedLine("Pamoka sienoje", gross, more);
const snapshot = (lines: RequestedLine[], more: Partial<Snapshot> = {}): Snapshot => ({
  ...invoiceLines(lines, day, { vatPayer: true }),
  language: "lt",
  seller: { ...seller, bank: null },
  buyer: { name: "Mokykla", company },
  ...more,
});
const document = (snapshot: Snapshot, kind: "INVOICE" | "CREDIT" | "PROFORMA" = "INVOICE") => ({
  kind,
  series: "KAL",
  number: 412,
  issueDay: day,
  orderNumber: "2026-0412",
  snapshot,
});
const xmlOf = (snapshot: Snapshot, kind?: "CREDIT") => {
  const xml = ubl(document(snapshot, kind));
  if (typeof xml !== "string") throw new Error(xml.code);
  const all = (tag: string) =>
    [...xml.matchAll(new RegExp(`<cbc:${tag}[^>]*>([^<]*)<`, "g"))].map(([, value]) => value);
  return { xml, all };
};

describe("electronic invoice for a public institution", () => {
  test("an electronic invoice contains both companies, its sums, each tax rate and exemption reasons", () => {
    const lines = [
      line(12_100, { quantity: 3, unitGross: 4500, discount: 1400 }),
      line(2000, { taxClass: "EXEMPT_EDUCATION" }),
    ];
    const { xml, all } = xmlOf(snapshot(lines, { dueDate: "2026-12-07" }));
    expect(xml).toContain('<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"');
    expect(all("CustomizationID")).toEqual([
      "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0",
    ]);
    expect(all("EndpointID")).toEqual(["000000014", "190000021"]);
    expect(all("RegistrationName")).toEqual(["UAB „Uola“", "Skardžio „Ąžuolo“ gimnazija &amp; ko"]);
    expect(all("InvoiceTypeCode")).toEqual(["380"]);
    expect(all("DueDate")).toEqual(["2026-12-07"]);
    expect(all("TaxAmount")).toEqual(["21.00", "21.00", "0.00"]);
    expect(all("TaxableAmount")).toEqual(["100.00", "20.00"]);
    expect(all("Percent")).toEqual(["21.00", "0.00", "21.00", "0.00"]);
    expect(all("TaxExemptionReason")).toEqual(["PVM įstatymo 22 straipsnis"]);
    expect(all("LineExtensionAmount")).toEqual(["120.00", "100.00", "20.00"]);
    expect(all("TaxInclusiveAmount")).toEqual(["141.00"]);
    expect(all("PayableAmount")).toEqual(["141.00"]);
    expect(all("PriceAmount")).toEqual(["33.333333", "20.000000"]);
  });

  test("a paid electronic invoice has the prepaid amount and nothing left to pay", () => {
    const { all } = xmlOf(snapshot([line(1250)], { paid: { method: "TRANSFER", date: day } }));
    expect([all("PrepaidAmount"), all("PayableAmount")]).toEqual([["12.50"], ["0.00"]]);
  });

  test("an electronic invoice of a seller without VAT is outside the scope of VAT", () => {
    const { xml, all } = xmlOf({
      ...snapshot([]),
      ...invoiceLines([line(1250)], day, { vatPayer: false }),
      seller: { ...seller, vatCode: null, bank: null },
    });
    expect(xml).not.toContain("cac:PartyTaxScheme");
    expect(all("TaxExemptionReason")).toEqual(["Ne PVM mokėtojas"]);
    expect(all("Percent")).toEqual([]);
  });

  // Rule BR-O-02 of EN 16931 forbids VAT numbers in such an invoice.
  test("an electronic invoice outside the scope of VAT contains no VAT numbers", () => {
    const vouchers = snapshot([line(5000, { taxClass: "OUT_OF_SCOPE" })], {
      buyer: { name: "Mokykla", company: { ...company, vatCode: "LT100000021" } },
    });
    const { xml, all } = xmlOf(vouchers);
    expect(xml).not.toContain("cac:PartyTaxScheme");
    expect(all("CompanyID")).toEqual(["000000014", "190000021"]);
    expect(all("TaxExemptionReason")).toEqual(["ne PVM objektas"]);
  });
});

// The code lists of EN 16931 (BR-CL-14) use the ISO code of Greece; its VAT numbers have a
// different prefix.
test.each([
  ["LT100000021", "LT"],
  ["EL100000021", "GR"],
])("a buyer with the VAT number %s is in the country %s", (vatCode, country) => {
  const { all } = xmlOf(snapshot([line(1250)], { buyer: { name: "Mokykla", company: { ...company, vatCode } } }));
  expect(all("IdentificationCode")).toEqual(["LT", country]);
});

describe("identifiers of a buyer", () => {
  const numbersOf = (more: Partial<typeof company> & { vatCode?: string }) => {
    const { xml } = xmlOf(snapshot([line(1250)], { buyer: { name: "Mokykla", company: { ...company, ...more } } }));
    const customer = xml.slice(xml.indexOf("<cac:AccountingCustomerParty"));
    return [...customer.matchAll(/<cbc:(EndpointID|CompanyID)( schemeID="\d+")?>([^<]*)</g)].map(
      ([, tag, scheme = "", number]) => `${tag}${scheme} ${number}`,
    );
  };

  test("identifies a Lithuanian buyer by the digits of its company code, even if it was entered with spaces", () =>
    expect(numbersOf({ code: "190 000 021", vatCode: "LT100000021" })).toEqual([
      'EndpointID schemeID="0200" 190000021',
      "CompanyID LT100000021",
      'CompanyID schemeID="0200" 190000021',
    ]));

  test("identifies a foreign buyer by its VAT number, and its registration number has no scheme", () =>
    expect(numbersOf({ code: "HRB 12345", vatCode: "DE100000021" })).toEqual([
      'EndpointID schemeID="9930" DE100000021',
      "CompanyID DE100000021",
      "CompanyID HRB 12345",
    ]));

  test("omits the electronic address of a buyer from a country without a known scheme", () =>
    expect(numbersOf({ code: "555", vatCode: "XI100000021" })).toEqual(["CompanyID XI100000021", "CompanyID 555"]));
});

test("an electronic credit note has positive sums and refers to its invoice", () => {
  const invoice = snapshot([line(1250)]);
  const credit = creditLines(invoice, [], [line(1250)]);
  if ("code" in credit) throw new Error(credit.code);
  const refersTo = { id: "x", kind: "INVOICE", series: "KAL", number: 411, issueDate: "2026-11-01" } as const;
  const { all, xml } = xmlOf({ ...invoice, ...credit, refersTo }, "CREDIT");
  expect(xml).toContain("<cac:InvoiceDocumentReference>");
  expect(all("CreditNoteTypeCode")).toEqual(["381"]);
  expect(all("ID")).toContain("KAL 000411");
  expect([all("TaxableAmount"), all("PayableAmount"), all("CreditedQuantity")]).toEqual([["10.33"], ["12.50"], ["1"]]);
});

test.each([
  ["a proforma invoice", document(snapshot([line(1)]), "PROFORMA"), "NOT_AN_INVOICE"],
  ["an invoice for a private person", document(snapshot([line(1)], { buyer: { name: "Ona" } })), "NO_COMPANY"],
  [
    "an invoice partly outside the scope of VAT",
    document(snapshot([line(1), line(1, { taxClass: "OUT_OF_SCOPE" })])),
    "MIXED_SCOPE",
  ],
])("rejects %s as an electronic invoice", (_, refused, code) => expect(ubl(refused)).toEqual({ code }));
