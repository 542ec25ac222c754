import { dateOf } from "@uola/booking";
import { type BuyerCompany, type DocumentKind, type DocumentRow, documentNumber } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import { type Actor, type Context, type FileAnswer, Refusal, recordChange } from "@uola/kernel";
import { addDays } from "@uola/words/formats";
import { fileOf } from "./files.ts";
import { type DocumentFile, documentFile } from "./pdf.ts";
import type { Buyer, DocumentRequest, IssuedDocument } from "./request.ts";
import {
  creditLines,
  invoiceLines,
  monthAfter,
  remainingLines,
  remainingOf,
  type SellerFacts,
  type Snapshot,
  sameTaxes,
} from "./rules.ts";
import * as store from "./store.ts";
import { named, toDocumentRow } from "./to-document.ts";

const bySystem: Actor = { kind: "system", id: "documents" };

export type Documents = ReturnType<typeof createDocuments>;

/**
 * Issues all documents, each in the transaction of the payment or refund it is for. A number is
 * taken under a lock on its series that is held until the transaction ends, so a rollback leaves no
 * gap. Issued documents are never changed.
 */
export function createDocuments({ db, siteId, now }: Context) {
  const notFound = (id: string) => new Refusal("DOCUMENT_NOT_FOUND", `There is no document ${id}.`, 404);

  /** Returns the seller, share-locked until the transaction ends. Rejects with SELLER_NOT_SET. */
  async function sellerOf(tx: Database): Promise<store.SellerRow> {
    const seller = await store.lockSellerForShare(tx, siteId);
    if (!seller) throw new Refusal("SELLER_NOT_SET", "Nothing is sold before it is known who sells.");
    return seller;
  }

  /** Returns the first open day: today, or the day after the last closed month. */
  async function openDay(tx: Database): Promise<string> {
    const today = dateOf(now(), await store.timeZone(tx, siteId));
    const closed = await store.closedUntil(tx, siteId);
    return closed && closed >= today ? monthAfter(closed) : today;
  }

  type Facts = {
    kind: DocumentKind;
    orderId: string;
    orderNumber: string;
    refersTo?: string | undefined;
    actor: Actor;
    /** Returns the document's content for the given issue date. */
    snapshot(day: string): Snapshot;
  };

  async function write(tx: Database, seller: store.SellerRow, facts: Facts): Promise<store.DocumentRow> {
    const { kind, orderId, orderNumber, refersTo = null, actor } = facts;
    const series = { INVOICE: seller.invoiceSeries, CREDIT: seller.creditSeries, PROFORMA: seller.proformaSeries }[
      kind
    ];
    const { number, day } = await store.takeNumber(tx, { siteId, series, kind, day: await openDay(tx) });
    const snapshot = facts.snapshot(day);
    const id = newId();
    const buyer = snapshot.buyer.company?.name ?? snapshot.buyer.name;
    const at = now();
    const row = await store.insert(tx, {
      siteId,
      id,
      kind,
      series,
      number,
      issueDay: day,
      orderId,
      orderNumber,
      buyer,
      refersTo,
      snapshot,
      createdDate: at,
    });
    const body = { documentId: id, kind, number: documentNumber(row), gross: row.gross, orderId };
    await recordChange(tx, {
      siteId,
      at,
      entity: "document",
      entityId: id,
      audit: { actor, action: "document.issue", after: body },
      event: { slug: "issued", sequence: 1, body },
    });
    return row;
  }

  /**
   * Locks and returns an invoice with its credit notes. Rejects with DOCUMENT_NOT_FOUND or
   * NOT_AN_INVOICE.
   */
  async function openInvoice(tx: Database, id: string) {
    const invoice = await store.lock(tx, siteId, id);
    if (!invoice) throw notFound(id);
    if (invoice.kind !== "INVOICE") throw new Refusal("NOT_AN_INVOICE", `${documentNumber(invoice)} is no invoice.`);
    const referring = await store.referringTo(tx, siteId, id);
    return { invoice, credits: referring.filter(({ kind }) => kind === "CREDIT").map(({ snapshot }) => snapshot) };
  }

  function credit(
    tx: Database,
    seller: store.SellerRow,
    { invoice, credits }: Awaited<ReturnType<typeof openInvoice>>,
    { lines, reason, actor }: { lines: DocumentRequest["lines"]; reason: string | undefined; actor: Actor },
  ) {
    const credited = creditLines(invoice.snapshot, credits, lines);
    if ("code" in credited) {
      throw new Refusal(credited.code, `The invoice refuses the credit: ${credited.code}.`, 409, credited.data);
    }
    const { orderId, orderNumber } = invoice;
    const { language, buyer } = invoice.snapshot;
    return write(tx, seller, {
      kind: "CREDIT",
      orderId,
      orderNumber,
      refersTo: invoice.id,
      actor,
      snapshot: () => ({ ...credited, language, seller: factsOf(seller), buyer, reason, refersTo: named(invoice) }),
    });
  }

  return {
    /**
     * Whether documents can be issued. Nothing is sold before that, because an invoice must be
     * possible for every payment received.
     */
    isReady: async (on: Database = db): Promise<boolean> => (await store.seller(on, siteId)) !== undefined,

    /**
     * Returns the seller details without issuing anything; undefined until the owner has entered
     * them.
     */
    async seller(on: Database = db): Promise<SellerFacts | undefined> {
      const row = await store.seller(on, siteId);
      return row && factsOf(row);
    },

    /** Returns the invoices of an order, newest first, with the amounts of its lines not yet credited. */
    async invoicesOf(tx: Database, orderId: string): Promise<{ id: string; remaining: ReadonlyMap<string, number> }[]> {
      const all = await store.ofOrder(tx, siteId, orderId);
      return all
        .filter(({ kind }) => kind === "INVOICE")
        .toReversed()
        .map(({ id, snapshot }) => {
          const credits = all.filter(({ kind, refersTo }) => kind === "CREDIT" && refersTo === id);
          const left = remainingOf(
            snapshot,
            credits.map((note) => note.snapshot),
          );
          const remaining = new Map<string, number>();
          for (const [index, { lineId = "" }] of snapshot.lines.entries()) {
            remaining.set(lineId, (remaining.get(lineId) ?? 0) + (left[index] ?? 0));
          }
          return { id, remaining };
        });
    },

    /**
     * Returns a document as PDF; with `orderId`, only if it belongs to that order. Rejects with
     * DOCUMENT_NOT_FOUND.
     */
    async file(documentId: string, { orderId }: { orderId?: string } = {}): Promise<FileAnswer> {
      const row = await store.find(db, siteId, documentId);
      if (!row || (orderId && row.orderId !== orderId)) throw notFound(documentId);
      const { type, name, print } = documentFile(row, await store.gymName(db, siteId));
      return fileOf(type, name, await print());
    },

    /** Returns documents of an order as mail attachments. Their content is read now and printed later. */
    async toAttach(orderId: string, documentIds: readonly string[]): Promise<DocumentFile[]> {
      if (documentIds.length === 0) return [];
      const gym = await store.gymName(db, siteId);
      const rows = await store.ofOrder(db, siteId, orderId);
      return rows.filter(({ id }) => documentIds.includes(id)).map((row) => documentFile(row, gym));
    },

    /** Returns the documents of an order in the order they were issued. */
    ofOrder: async (orderId: string): Promise<DocumentRow[]> =>
      (await store.ofOrder(db, siteId, orderId)).map(toDocumentRow),

    /**
     * Issues a document in the caller's transaction. Rejects with SELLER_NOT_SET; a credit note
     * also with DOCUMENT_NOT_FOUND, NOT_AN_INVOICE or MORE_THAN_REMAINS.
     */
    async issue(tx: Database, request: DocumentRequest, actor: Actor = bySystem): Promise<IssuedDocument> {
      const { kind, orderId, orderNumber, lines, reason, language, buyer, paid, dueDate, toPay } = request;
      const seller = await sellerOf(tx);
      const invoice = kind === "CREDIT" ? await openInvoice(tx, request.refersTo ?? "") : undefined;
      const row = invoice
        ? await credit(tx, seller, invoice, { lines, reason, actor })
        : await write(tx, seller, {
            kind,
            orderId,
            orderNumber,
            actor,
            snapshot: (day) => ({
              ...invoiceLines(lines, day, { vatPayer: seller.vatCode !== null }),
              language,
              seller: factsOf(seller),
              buyer,
              paid,
              dueDate,
              toPay,
            }),
          });
      return { id: row.id, series: row.series, number: row.number };
    },

    /**
     * Adds the company an invoice is for: credits the remaining amount and issues a new invoice
     * with the same taxes. Rejects with NOTHING_REMAINS. A buyer may do this only once; a buyer's
     * request is also rejected with TOO_LATE_FOR_COMPANY or COMPANY_IS_KNOWN.
     */
    async setCompany(
      tx: Database,
      {
        documentId,
        company,
        actor,
        ...asked
      }: { documentId: string; company: BuyerCompany; actor: Actor } & (
        | { by: "OWNER" }
        | { by: "BUYER"; orderId: string }
      ),
    ): Promise<{ credit: store.DocumentRow; invoice: store.DocumentRow }> {
      const seller = await sellerOf(tx);
      const open = await openInvoice(tx, documentId);
      const { snapshot, orderId, orderNumber, issueDay } = open.invoice;
      if (asked.by === "BUYER") {
        if (orderId !== asked.orderId) throw notFound(documentId);
        if (snapshot.buyer.company) throw new Refusal("COMPANY_IS_KNOWN", "The invoice has a company.");
        if (addDays(issueDay, seller.companyDays) < (await openDay(tx))) {
          throw new Refusal("TOO_LATE_FOR_COMPANY", "The invoice is too old.", 409, { days: seller.companyDays });
        }
      }
      const lines = remainingLines(snapshot, open.credits);
      if (lines.length === 0) throw new Refusal("NOTHING_REMAINS", "All of the invoice was credited.");
      const reason = snapshot.language === "lt" ? "Patikslinti pirkėjo duomenys" : "Buyer's details were corrected";
      const credited = await credit(tx, seller, open, { lines, reason, actor });
      const { name, email } = snapshot.buyer;
      const buyer: Buyer = { name, email, company };
      const invoice = await write(tx, seller, {
        kind: "INVOICE",
        orderId,
        orderNumber,
        refersTo: documentId,
        actor,
        snapshot: () => ({
          ...sameTaxes(snapshot, lines),
          language: snapshot.language,
          seller: factsOf(seller),
          buyer,
          paid: snapshot.paid,
          refersTo: named(open.invoice),
        }),
      });
      return { credit: credited, invoice };
    },
  };
}

const factsOf = ({ name, code, vatCode, address, iban, bank, email, phone }: store.SellerRow): SellerFacts => ({
  name,
  code,
  vatCode,
  address,
  iban,
  bank,
  email,
  phone,
});
