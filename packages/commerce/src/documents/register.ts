import { documentNumber } from "@uola/contract";
import { companyIdentifiers } from "./company-numbers.ts";
import { hasVat, monthAfter, type Snapshot } from "./rules.ts";
import type * as store from "./store.ts";
import { element, money, nil, text } from "./xml.ts";

/**
 * The accountant's program submits the purchases of the same month, so this file needs a distinct
 * part name.
 */
const part = "SVETAINE";
/** The i.SAF value for missing data. */
const noData = "ND";

type Registered = Pick<store.DocumentRow, "kind" | "series" | "number" | "issueDay" | "snapshot">;

/**
 * Builds the register of VAT invoices issued in a month: i.SAF 1.2, with elements in the order of
 * the official schema. Documents and rows without VAT are excluded.
 */
export function register({
  month,
  seller,
  documents,
  at,
}: {
  month: string;
  seller: Pick<store.SellerRow, "code">;
  documents: readonly Registered[];
  at: Date;
}): string {
  const next = new Date(`${monthAfter(`${month}-01`)}T00:00:00Z`);
  const last = new Date(next.getTime() - 86_400_000).toISOString().slice(0, 10);
  const invoices = documents.filter(({ snapshot }) => hasVat(snapshot.taxes));
  const sold = invoices.length > 0 && element("SalesInvoices", ...invoices.map(invoice));
  return `<?xml version="1.0" encoding="UTF-8"?>
${element(
  `iSAFFile xmlns="http://www.vmi.lt/cms/imas/isaf" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`,
  element(
    "Header",
    element(
      "FileDescription",
      text("FileVersion", "iSAF1.2"),
      text("FileDateCreated", at.toISOString().slice(0, 19)),
      text("DataType", "S"),
      text("SoftwareCompanyName", "Uola"),
      text("SoftwareName", "Uola"),
      text("SoftwareVersion", "1"),
      text("RegistrationNumber", seller.code),
      text("NumberOfParts", "1"),
      text("PartNumber", part),
      element("SelectionCriteria", text("SelectionStartDate", `${month}-01`), text("SelectionEndDate", last)),
    ),
  ),
  sold && element("SourceDocuments", sold),
)}
`;
}

function invoice(document: Registered): string {
  const { kind, issueDay, snapshot } = document;
  const { buyer, refersTo, taxes } = snapshot;
  const reference =
    kind === "CREDIT" &&
    refersTo &&
    element("Reference", text("ReferenceNo", documentNumber(refersTo)), text("ReferenceDate", refersTo.issueDate));
  return element(
    "Invoice",
    text("InvoiceNo", documentNumber(document)),
    customer(buyer),
    text("InvoiceDate", issueDay),
    text("InvoiceType", kind === "CREDIT" ? "KS" : "SF"),
    text("SpecialTaxation", ""),
    element("References", reference),
    nil("VATPointDate"),
    element(
      "DocumentTotals",
      ...byCode(taxes).map(({ code, rate, net, vat }) =>
        element(
          "DocumentTotal",
          text("TaxableValue", money(net)),
          text("TaxCode", code ?? ""),
          rate === null ? nil("TaxPercentage") : text("TaxPercentage", money(rate)),
          text("Amount", money(vat)),
          nil("VATPointDate2"),
        ),
      ),
    ),
  );
}

/** Merges tax rows by code, because the reason for an exemption is shown only on the printed document. */
function byCode(taxes: Snapshot["taxes"]): Pick<Snapshot["taxes"][number], "code" | "rate" | "net" | "vat">[] {
  const rows = new Map<string, Pick<Snapshot["taxes"][number], "code" | "rate" | "net" | "vat">>();
  for (const { code, rate, net, vat } of taxes) {
    if (code === null) continue;
    const key = `${code} ${rate}`;
    const known = rows.get(key) ?? { code, rate, net: 0, vat: 0 };
    rows.set(key, { ...known, net: known.net + net, vat: known.vat + vat });
  }
  return [...rows.values()];
}

/**
 * Returns the buyer. A company has its VAT number, or its company code and country if it has none.
 * A person has only a name, because the gym stores no personal codes.
 */
function customer({ name, company }: Snapshot["buyer"]): string {
  return element(
    "CustomerInfo",
    text("VATRegistrationNumber", company?.vatCode ?? noData),
    text(
      "RegistrationNumber",
      company ? (company.vatCode ? "" : companyIdentifiers(company).registered.number) : noData,
    ),
    company && !company.vatCode ? text("Country", "LT") : nil("Country"),
    text("Name", (company?.name ?? (name.trim() || noData)).slice(0, 256)),
  );
}
