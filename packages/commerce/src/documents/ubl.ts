import { type BuyerCompany, documentNumber } from "@uola/contract";
import { sumOf } from "../money/money.ts";
import type { Tax } from "../vat/vat.ts";
import { companyIdentifiers } from "./company-numbers.ts";
import { hasVat, type IssuedLine, type Refused, type Snapshot } from "./rules.ts";
import type * as store from "./store.ts";
import { element, money, text } from "./xml.ts";

type Issued = Pick<store.DocumentRow, "kind" | "series" | "number" | "issueDay" | "orderNumber" | "snapshot">;

const namespace = "urn:oasis:names:specification:ubl:schema:xsd";

/**
 * Renders an invoice or a credit note as Peppol BIS Billing 3.0 (UBL 2.1), the format that schools
 * and municipalities accept. Rejects a document for a private person with NO_COMPANY, and with
 * MIXED_SCOPE one that mixes lines inside and outside the scope of VAT, which the standard cannot
 * express. The sums of a credit note are positive in this format.
 */
export function ubl(document: Issued): string | Refused {
  const { kind, issueDay, orderNumber, snapshot } = document;
  const { buyer, lines, taxes, paid, dueDate, refersTo, seller } = snapshot;
  if (kind === "PROFORMA") return { code: "NOT_AN_INVOICE" };
  if (!buyer.company) return { code: "NO_COMPANY" };
  const categories = new Set(taxes.map(categoryOf));
  if (categories.has("O") && categories.size > 1) return { code: "MIXED_SCOPE" };
  const isCredit = kind === "CREDIT";
  const sign = isCredit ? -1 : 1;
  const root = isCredit ? "CreditNote" : "Invoice";
  const total = (part: "net" | "vat" | "gross") => sign * sumOf(taxes.map((tax) => tax[part]));
  const owed = paid || isCredit ? 0 : total("gross");
  const prepaid = paid && !isCredit ? total("gross") : 0;
  return `<?xml version="1.0" encoding="UTF-8"?>
${element(
  `${root} xmlns="${namespace}:${root}-2" xmlns:cac="${namespace}:CommonAggregateComponents-2" xmlns:cbc="${namespace}:CommonBasicComponents-2"`,
  text("cbc:CustomizationID", "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0"),
  text("cbc:ProfileID", "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0"),
  text("cbc:ID", documentNumber(document)),
  text("cbc:IssueDate", issueDay),
  !isCredit && text("cbc:DueDate", dueDate ?? issueDay),
  text(`cbc:${root}TypeCode`, isCredit ? "381" : "380"),
  text("cbc:DocumentCurrencyCode", "EUR"),
  text("cbc:BuyerReference", orderNumber),
  element("cac:OrderReference", text("cbc:ID", orderNumber)),
  isCredit &&
    refersTo &&
    element(
      "cac:BillingReference",
      element(
        "cac:InvoiceDocumentReference",
        text("cbc:ID", documentNumber(refersTo)),
        text("cbc:IssueDate", refersTo.issueDate),
      ),
    ),
  party("cac:AccountingSupplierParty", seller, categories),
  party("cac:AccountingCustomerParty", buyer.company, categories),
  element(
    "cac:PaymentMeans",
    text("cbc:PaymentMeansCode", seller.iban ? "30" : "1"),
    text("cbc:PaymentID", orderNumber),
    seller.iban && element("cac:PayeeFinancialAccount", text("cbc:ID", seller.iban)),
  ),
  element(
    "cac:TaxTotal",
    amount("cbc:TaxAmount", total("vat")),
    ...subtotals(snapshot).map(({ tax, net, vat }) =>
      element(
        "cac:TaxSubtotal",
        amount("cbc:TaxableAmount", sign * net),
        amount("cbc:TaxAmount", sign * vat),
        category("cac:TaxCategory", tax, { reason: true }),
      ),
    ),
  ),
  element(
    "cac:LegalMonetaryTotal",
    amount("cbc:LineExtensionAmount", total("net")),
    amount("cbc:TaxExclusiveAmount", total("net")),
    amount("cbc:TaxInclusiveAmount", total("gross")),
    prepaid > 0 && amount("cbc:PrepaidAmount", prepaid),
    amount("cbc:PayableAmount", isCredit ? total("gross") : owed),
  ),
  ...lines.map((line, index) => lineOf(line, index, isCredit)),
)}
`;
}

/**
 * The element of one party, which is a company. A document outside the scope of VAT may not contain
 * a VAT number (BR-O-02).
 */
function party(tag: string, company: BuyerCompany, categories: ReadonlySet<string>): string {
  const { name, vatCode, address } = company;
  const { country, endpoint, registered } = companyIdentifiers(company);
  return element(
    tag,
    element(
      "cac:Party",
      endpoint && text(`cbc:EndpointID schemeID="${endpoint.scheme}"`, endpoint.number),
      element("cac:PartyName", text("cbc:Name", name)),
      element(
        "cac:PostalAddress",
        text("cbc:StreetName", address),
        element("cac:Country", text("cbc:IdentificationCode", country)),
      ),
      vatCode && !categories.has("O") && element("cac:PartyTaxScheme", text("cbc:CompanyID", vatCode), scheme),
      element(
        "cac:PartyLegalEntity",
        text("cbc:RegistrationName", name),
        text(registered.scheme ? `cbc:CompanyID schemeID="${registered.scheme}"` : "cbc:CompanyID", registered.number),
      ),
    ),
  );
}

/**
 * Totals for each VAT category and rate, as the standard requires: all exempt lines form one
 * subtotal, whatever the reason.
 */
function subtotals({ taxes }: Snapshot): { tax: Tax; net: number; vat: number }[] {
  const sums = new Map<string, { tax: Tax; net: number; vat: number }>();
  for (const tax of taxes) {
    const key = `${categoryOf(tax)} ${tax.rate}`;
    const known = sums.get(key) ?? { tax, net: 0, vat: 0 };
    sums.set(key, { ...known, net: known.net + tax.net, vat: known.vat + tax.vat });
  }
  return [...sums.values()];
}

function lineOf(line: IssuedLine, index: number, isCredit: boolean): string {
  const net = Math.abs(line.net);
  return element(
    isCredit ? "cac:CreditNoteLine" : "cac:InvoiceLine",
    text("cbc:ID", String(index + 1)),
    text(`cbc:${isCredit ? "Credited" : "Invoiced"}Quantity unitCode="H87"`, String(line.quantity)),
    amount("cbc:LineExtensionAmount", net),
    element("cac:Item", text("cbc:Name", line.name), category("cac:ClassifiedTaxCategory", line.tax)),
    // The unit price after the discount, with enough decimals for quantity × price to equal the
    // line's sum.
    element("cac:Price", text(`cbc:PriceAmount currencyID="EUR"`, (net / 100 / line.quantity).toFixed(6))),
  );
}

/**
 * The VAT category: S is taxed, E exempt, O outside the scope of VAT. All lines of a seller without
 * VAT are O.
 */
const categoryOf = ({ code, rate }: Pick<Tax, "code" | "rate">): "S" | "E" | "O" =>
  !hasVat([{ code }]) ? "O" : rate === null ? "E" : "S";

const scheme = element("cac:TaxScheme", text("cbc:ID", "VAT"));

function category(tag: string, tax: Tax, { reason = false } = {}): string {
  const id = categoryOf(tax);
  return element(
    tag,
    text("cbc:ID", id),
    id !== "O" && text("cbc:Percent", money(tax.rate ?? 0)),
    reason && id !== "S" && text("cbc:TaxExemptionReason", tax.citation?.lt ?? "Ne PVM mokėtojas"),
    scheme,
  );
}

const amount = (tag: string, cents: number): string => text(`${tag} currencyID="EUR"`, money(cents));
