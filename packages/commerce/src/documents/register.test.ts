import type { Client } from "@uola/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestGym, seller, type TestGym } from "../testing.ts";
import { course, issueDocument } from "./documents.testing.ts";
import type { DocumentRequest } from "./documents.ts";
import { registerErrors } from "./register-structure.testing.ts";

let gym: TestGym;
let owner: Client;
let whole: string;
const issue = (more: Partial<DocumentRequest> = {}) => issueDocument(gym, more);
const fileOf = async (month: string) => {
  const url = `http://localhost:3001/v1/documents/months/${month}/i-saf`;
  return (await gym.api.fetch(new Request(url, { headers: { authorization: gym.key } }))).text();
};
const company = { code: "300 000 021", address: "Bandymų g. 7, LT-01001 Vilnius" };

/** A month with every kind of document, buyer and tax. */
beforeAll(async () => {
  gym = await createTestGym();
  owner = gym.as(gym.key);
  await owner.documents.setSeller(seller);
  gym.clock.now = new Date("2026-08-20T09:00:00Z");
  const august = await issue({ lines: [course(10_000), course(2000, "EXEMPT_SPORT")] });
  gym.clock.now = new Date("2026-09-02T09:00:00Z");
  await issue({ kind: "PROFORMA" });
  const person = await issue();
  await issue({ buyer: { name: "Ona", company: { ...company, name: 'UAB „A & B“ <"1">', vatCode: "LT100000021" } } });
  await issue({ buyer: { name: "Ona", company: { ...company, name: "Ž".repeat(190) } } });
  const later = await issue({ buyer: { name: "Ąžuolė Žvirblė-O'Šiškė" } });
  await issue({ buyer: { name: " " } });
  await issue({
    lines: [
      course(1999),
      course(1),
      course(1120, "REDUCED_CULTURE"),
      course(2000, "EXEMPT_SPORT"),
      course(500, "EXEMPT_EDUCATION"),
      course(700, "OUT_OF_SCOPE"),
    ],
  });
  await issue({ lines: [course(99_999_999)] });
  await issue({ lines: [course(5000, "OUT_OF_SCOPE")] });
  await issue({ kind: "CREDIT", refersTo: person.id, lines: [course(1250)] });
  await issue({ kind: "CREDIT", refersTo: august.id, lines: [course(1250)] });
  await owner.documents.setCompany({ documentId: later.id, company: { ...company, name: "MB „Kita“" } });
  whole = await fileOf("2026-09");
});
afterAll(() => gym.close());

describe("VAT register of a month with every kind of document", () => {
  test("the VAT register follows the official structure: order, required elements and value formats", () => {
    expect(registerErrors(whole)).toEqual([]);
  });

  test("the VAT register contains all VAT documents and no proforma", () => {
    const types = [...whole.matchAll(/<InvoiceType>(\w*)</g)].map(([, type]) => type);
    expect(types.filter((type) => type === "SF")).toHaveLength(8);
    expect(types.filter((type) => type === "KS")).toHaveLength(3);
    expect([...whole.matchAll(/<TaxCode>(\w*)</g)].map(([, code]) => code)).toEqual(
      expect.arrayContaining(["PVM1", "PVM58", "PVM5"]),
    );
    // A registration number in the register contains only digits, even if it was entered with
    // spaces.
    expect(whole).toContain("<RegistrationNumber>300000021</RegistrationNumber>");
    expect(whole).not.toContain("300 000 021");
    // Each credit note refers to its invoice; no other document has a reference.
    expect(whole.match(/<Reference>/g)).toHaveLength(3);
  });

  test("the VAT register of an empty month has only a valid header", async () => {
    const empty = await fileOf("2026-07");
    expect(registerErrors(empty)).toEqual([]);
    expect(empty).not.toContain("<SourceDocuments>");
  });
});

/** Verifies that the checker itself detects errors. */
describe("invalid VAT register", () => {
  test.each<[string, (xml: string) => string, string]>([
    [
      "with elements in another order",
      (xml) => xml.replace(/(<InvoiceDate>.*?<\/InvoiceDate>)\s*(<InvoiceType>.*?<\/InvoiceType>)/, "$2$1"),
      "lacks InvoiceDate",
    ],
    [
      "without a required element",
      (xml) => xml.replace(/<SpecialTaxation[\s\S]*?<\/SpecialTaxation>|<SpecialTaxation\/>/, ""),
      "lacks SpecialTaxation",
    ],
    [
      "without the empty list of references",
      (xml) => xml.replace(/<References>\s*<\/References>|<References\/>/, ""),
      "lacks References",
    ],
    [
      "with an unknown element",
      (xml) => xml.replace("<InvoiceDate>", "<Remark>a</Remark><InvoiceDate>"),
      "lacks InvoiceDate",
    ],
    [
      "with an amount of three decimals",
      (xml) => xml.replace(/<Amount>(\d+)\.(\d\d)</, "<Amount>$1.$20<"),
      "is no such value",
    ],
    [
      "with a decimal comma in an amount",
      (xml) => xml.replace(/<TaxableValue>(\d+)\./, "<TaxableValue>$1,"),
      "is no such value",
    ],
    [
      "with a date in another format",
      (xml) => xml.replace(/<InvoiceDate>(\d{4})-/, "<InvoiceDate>$1."),
      "is no such value",
    ],
    ["with an unknown invoice type", (xml) => xml.replace("<InvoiceType>KS<", "<InvoiceType>ZZ<"), "is no such value"],
    [
      "with a tax code that is too long",
      (xml) => xml.replace("<TaxCode>PVM1<", "<TaxCode>PVM1000<"),
      "is no such value",
    ],
    [
      "without any totals",
      (xml) => xml.replace(/<DocumentTotals>[\s\S]*?<\/DocumentTotals>/, "<DocumentTotals></DocumentTotals>"),
      "lacks DocumentTotal",
    ],
    [
      "with a name that is too long",
      (xml) => xml.replace(/<Name>Gabija/, `<Name>${"Ž".repeat(257)}`),
      "is longer than 256",
    ],
    ["with an empty invoice number", (xml) => xml.replace(/<InvoiceNo>[^<]*/, "<InvoiceNo>"), "is no such value"],
    [
      "with an empty element where a value is required",
      (xml) => xml.replace(/<InvoiceDate>[^<]*<\/InvoiceDate>/, '<InvoiceDate xsi:nil="true"/>'),
      "may not be without",
    ],
    ["that declares purchases too", (xml) => xml.replace("<DataType>S<", "<DataType>F<"), "is no such value"],
    ["with an unescaped character in a name", (xml) => xml.replace("&amp;", "&"), "is not expected"],
    ["in another namespace", (xml) => xml.replace("/imas/isaf", "/imas/isaf2"), "namespace"],
    ["that is cut off", (xml) => xml.replace("</iSAFFile>", ""), "Unclosed tag"],
  ])("the structure checker reports a register %s", (_, change, found) => {
    const wrong = change(whole);
    expect(wrong).not.toBe(whole);
    expect(registerErrors(wrong).join("\n")).toContain(found);
  });
});
