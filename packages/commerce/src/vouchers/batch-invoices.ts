import type { BuyerCompany, PaidBy, PaymentMethod, TaxClass } from "@uola/contract";
import { required } from "@uola/contract/required";
import type { Database } from "@uola/database";
import { type Actor, type Context, Violation } from "@uola/kernel";
import type { Documents } from "../documents/documents.ts";
import { classWith } from "../vat/vat.ts";
import * as store from "./store.ts";

export type BatchInvoices = ReturnType<typeof createBatchInvoices>;

/** The invoices for a company's voucher batches, and the credit notes for refunded vouchers. */
export function createBatchInvoices({ siteId }: Pick<Context, "siteId">, documents: Documents) {
  return {
    /**
     * Returns the tax class of a voucher sale. Multi-purpose vouchers are taxed when they are used.
     * Rejects a rate that does not exist on that day.
     */
    taxClassOf({ vatRate }: Pick<store.VoucherRow, "vatRate">, day: string): TaxClass {
      if (vatRate === null) return "OUT_OF_SCOPE";
      const taxClass = classWith(vatRate, day);
      if (!taxClass) throw new Violation([{ field: "vatRate", description: `is no rate of VAT on ${day}` }]);
      return taxClass;
    },

    /**
     * Issues the invoice of a batch in the transaction that issues its vouchers. Rejects with
     * SELLER_NOT_SET.
     */
    async issue(
      tx: Database,
      {
        sold,
        company,
        taxClass,
        paid,
        actor,
      }: {
        sold: readonly store.VoucherRow[];
        company: BuyerCompany;
        taxClass: TaxClass;
        paid: { method: PaymentMethod; date: string };
        actor: Actor;
      },
    ): Promise<void> {
      const [first, last] = [required(sold[0], "voucher"), required(sold.at(-1), "voucher")];
      const { batchId, face } = first;
      const { language } = first;
      const numbers = sold.length === 1 ? String(first.number) : `${first.number}–${last.number}`;
      const invoice = await documents.issue(
        tx,
        {
          kind: "INVOICE",
          orderId: batchId as string,
          orderNumber: `DK ${numbers}`,
          language,
          buyer: { name: company.name, company },
          paid: { method: paidBy[paid.method], date: paid.date },
          lines: [lineOf({ batchId, language, quantity: sold.length, unitGross: face, taxClass })],
        },
        actor,
      );
      await store.setInvoice(tx, siteId, batchId as string, invoice.id);
    },

    /**
     * Issues a credit note for a voucher's refund on the invoice of its batch; returns false if
     * there is no invoice.
     */
    async credit(
      tx: Database,
      { batchId, language, number }: store.VoucherRow,
      { amount, reason, actor }: { amount: number; reason: string; actor: Actor },
    ): Promise<boolean> {
      if (!batchId || !(await store.hasInvoice(tx, siteId, batchId))) return false;
      const invoices = await documents.invoicesOf(tx, batchId);
      const invoice = invoices.find(({ remaining }) => (remaining.get(batchId) ?? 0) >= amount);
      if (!invoice) throw new Error(`No invoice of batch ${batchId} has ${amount} cents left.`);
      const line = { batchId, language: language as keyof typeof names, quantity: 1, unitGross: amount };
      await documents.issue(
        tx,
        {
          kind: "CREDIT",
          orderId: batchId,
          orderNumber: String(number),
          language: line.language,
          reason,
          // The buyer and the taxes are taken from the invoice.
          buyer: { name: "" },
          refersTo: invoice.id,
          lines: [lineOf({ ...line, taxClass: "OUT_OF_SCOPE" })],
        },
        actor,
      );
      return true;
    },
  };
}

const names = { lt: "Dovanų kuponai", en: "Gift vouchers" };
const paidBy: Record<PaymentMethod, PaidBy> = { CASH: "CASH", CARD: "TERMINAL", TRANSFER: "TRANSFER" };

type Line = {
  batchId: string | null;
  language: keyof typeof names;
  quantity: number;
  unitGross: number;
  taxClass: TaxClass;
};
const lineOf = ({ batchId, language, quantity, unitGross, taxClass }: Line) => ({
  lineId: batchId ?? undefined,
  name: names[language],
  quantity,
  unitGross,
  discount: 0,
  taxClass,
  gross: quantity * unitGross,
});
