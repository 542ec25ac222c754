import { XMLParser, XMLValidator } from "fast-xml-parser";

/** Content of an element: text that matches a pattern, or child elements in exactly this order. */
type Rule = {
  name: string;
  /** The element may be omitted. */
  optional?: true;
  /** The element may be nil (`xsi:nil`). */
  nillable?: true;
  /** The element may occur up to this number of times. */
  most?: number;
  text?: RegExp;
  /** Maximum length in characters, which is how the tax authority counts. */
  longest?: number;
  parts?: readonly Rule[];
};

const day = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const money = /^-?\d{1,16}\.\d{2}$/;
const any = /^[\s\S]*$/;
const notEmpty = /\S/;

const customer: readonly Rule[] = [
  { name: "CustomerID", optional: true, text: any, longest: 70 },
  { name: "VATRegistrationNumber", text: notEmpty, longest: 35 },
  { name: "RegistrationNumber", optional: true, text: any, longest: 35 },
  { name: "Country", nillable: true, text: /^[A-Z]{2}$/ },
  { name: "Name", text: notEmpty, longest: 256 },
];
const total: readonly Rule[] = [
  { name: "TaxableValue", text: money },
  { name: "TaxCode", nillable: true, text: /^PVM\d{1,3}$/ },
  { name: "TaxPercentage", nillable: true, text: /^\d{1,3}\.\d{2}$/ },
  { name: "Amount", nillable: true, text: money },
  { name: "VATPointDate2", nillable: true, text: day },
];
const sold: readonly Rule[] = [
  { name: "InvoiceNo", text: notEmpty, longest: 70 },
  { name: "CustomerInfo", parts: customer },
  { name: "InvoiceDate", text: day },
  { name: "InvoiceType", text: /^(SF|KS|DS|AN|VS|VD|VK)?$/ },
  { name: "SpecialTaxation", text: /^T?$/ },
  {
    name: "References",
    parts: [
      {
        name: "Reference",
        optional: true,
        most: 1000,
        parts: [
          { name: "ReferenceNo", text: notEmpty, longest: 70 },
          { name: "ReferenceDate", text: day },
        ],
      },
    ],
  },
  { name: "VATPointDate", nillable: true, text: day },
  { name: "DocumentTotals", parts: [{ name: "DocumentTotal", most: 100, parts: total }] },
];
/** Structure of an i.SAF 1.2 file for issued invoices, according to docs/rules/documents.md. */
const file: Rule = {
  name: "iSAFFile",
  parts: [
    {
      name: "Header",
      parts: [
        {
          name: "FileDescription",
          parts: [
            { name: "FileVersion", text: /^iSAF1\.2$/ },
            { name: "FileDateCreated", text: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/ },
            { name: "DataType", text: /^S$/ },
            { name: "SoftwareCompanyName", text: notEmpty, longest: 256 },
            { name: "SoftwareName", text: notEmpty, longest: 256 },
            { name: "SoftwareVersion", text: notEmpty, longest: 24 },
            { name: "RegistrationNumber", text: /^\d{1,11}$/ },
            { name: "NumberOfParts", nillable: true, text: /^[1-9]\d*$/ },
            { name: "PartNumber", text: /^[A-Z0-9_]{1,20}$/ },
            {
              name: "SelectionCriteria",
              parts: [
                { name: "SelectionStartDate", text: day },
                { name: "SelectionEndDate", text: day },
              ],
            },
          ],
        },
      ],
    },
    {
      name: "SourceDocuments",
      optional: true,
      parts: [{ name: "SalesInvoices", parts: [{ name: "Invoice", most: 500_000, parts: sold }] }],
    },
  ],
};

type Element = { name: string; attributes: Record<string, string>; parts: Element[]; text: string };
/** An element as returned by the parser: its children in order under its name, next to its attributes. */
type Parsed = { "#text"?: string; ":@"?: Record<string, string> } & Record<string, unknown>;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  ignoreDeclaration: true,
  // Numbers are checked as written, so values are not parsed.
  parseTagValue: false,
  trimValues: false,
});

function elementsOf(parsed: readonly Parsed[]): Element[] {
  return parsed.flatMap(({ ":@": attributes = {}, "#text": _, ...named }) =>
    Object.entries(named as Record<string, Parsed[]>).map(([name, inside]) => ({
      name,
      attributes,
      parts: elementsOf(inside),
      text: inside.map((part) => part["#text"] ?? "").join(""),
    })),
  );
}

/** Parses nested elements. Throws if the input is not well-formed XML. */
function read(xml: string): Element {
  if (!xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>'))
    throw new Error("It does not say that it is XML in UTF-8.");
  const valid = XMLValidator.validate(xml);
  if (valid !== true) throw new Error(valid.err.msg);
  const [file, ...others] = elementsOf(parser.parse(xml));
  if (!file || others.length > 0) throw new Error("It is not one whole element.");
  return file;
}

function* wrongOf(element: Element, rule: Rule, path: string): Generator<string> {
  const here = `${path}/${element.name}`;
  if (element.name !== rule.name) return yield `${path}: ${element.name} stands where ${rule.name} belongs`;
  if (element.attributes["xsi:nil"] === "true") {
    if (!rule.nillable) yield `${here}: may not be without a value`;
    if (element.parts.length > 0 || element.text) yield `${here}: says that it has no value, and has one`;
    return;
  }
  if (rule.text) {
    const { text } = element;
    if (element.parts.length > 0) yield `${here}: has elements in place of text`;
    if (!rule.text.test(text)) yield `${here}: "${text}" is no such value`;
    if (rule.longest && [...text].length > rule.longest) yield `${here}: is longer than ${rule.longest}`;
    return;
  }
  if (element.text.trim()) yield `${here}: has text beside its elements`;
  const left = [...element.parts];
  for (const part of rule.parts ?? []) {
    let count = 0;
    while (left[0]?.name === part.name) {
      yield* wrongOf(left.shift() as Element, part, here);
      count++;
    }
    if (count === 0 && !part.optional) yield `${here}: lacks ${part.name} where it belongs`;
    if (count > (part.most ?? 1)) yield `${here}: has ${count} of ${part.name}`;
  }
  for (const { name } of left) yield `${here}: has ${name} where it does not belong`;
}

/** Returns the deviations of a register from the structure required by the tax authority. */
export function registerErrors(xml: string): string[] {
  try {
    const element = read(xml);
    const isNamed = element.attributes.xmlns === "http://www.vmi.lt/cms/imas/isaf";
    return [...(isNamed ? [] : ["it is not in the state's namespace"]), ...wrongOf(element, file, "")];
  } catch (error) {
    return [(error as Error).message];
  }
}
