import type { contract } from "@uola/contract";
import { type Context, type Handlers, type Listing, page, Refusal } from "@uola/kernel";
import { fileOf } from "./files.ts";
import type { Documents } from "./issuing.ts";
import { journal } from "./journal.ts";
import { register } from "./register.ts";
import { monthAfter } from "./rules.ts";
import * as store from "./store.ts";
import { toDocument, toDocumentRow, toMonth, toSeller } from "./to-document.ts";
import { ubl } from "./ubl.ts";

const listing: Listing = {
  fields: {
    id: { column: store.listColumns.id, type: "uuid", required: true },
    createdDate: { column: store.listColumns.createdDate, type: "date", required: true },
  },
  key: "id",
  sort: [{ fieldName: "createdDate", order: "DESC" }],
  limit: { default: 30, max: 100 },
  paging: "cursor",
};

const daysOf = (month: string) => ({ from: `${month}-01`, before: monthAfter(`${month}-01`) });

export function readingHandlers(
  context: Context,
  documents: Pick<Documents, "file">,
): Handlers<
  Pick<
    typeof contract.documents,
    "seller" | "query" | "get" | "file" | "electronic" | "months" | "report" | "register" | "journal"
  >
> {
  const { db, siteId, now } = context;

  async function read(id: string): Promise<store.DocumentRow> {
    const row = await store.find(db, siteId, id);
    if (!row) throw new Refusal("DOCUMENT_NOT_FOUND", `There is no document ${id}.`, 404);
    return row;
  }

  return {
    async seller() {
      const row = await store.seller(db, siteId);
      return { seller: row ? toSeller(row) : null };
    },

    async query({ month, kind, orderId, text, limit, cursor }) {
      const searched = {
        days: month ? daysOf(month) : undefined,
        kind: kind ?? undefined,
        orderId: orderId ?? undefined,
        text: text || undefined,
      };
      const cursorPaging = { ...(limit && { limit }), ...(cursor && { cursor }) };
      const { rows, pagingMetadata } = await page(store.list(db, siteId, searched), { cursorPaging }, listing);
      return { documents: rows.map(toDocumentRow), pagingMetadata };
    },

    async get({ documentId }) {
      const row = await read(documentId);
      return { document: toDocument(row, await store.referringTo(db, siteId, documentId)) };
    },

    file: ({ documentId }) => documents.file(documentId),

    async electronic({ documentId }) {
      const row = await read(documentId);
      const xml = ubl(row);
      if (typeof xml !== "string") {
        throw new Refusal(xml.code, `The document has no electronic form: ${xml.code}.`, 409, xml.data);
      }
      const name = `${row.series}-${String(row.number).padStart(6, "0")}.xml`;
      return fileOf("application/xml; charset=utf-8", name, new TextEncoder().encode(xml));
    },

    months: async () => ({ months: (await store.months(db, siteId)).map(toMonth) }),

    async report({ month }) {
      const [[found], taxes] = await Promise.all([
        store.months(db, siteId, month),
        store.taxesOf(db, siteId, daysOf(month)),
      ]);
      const empty = { month, documents: 0, net: 0, vat: 0, gross: 0, closedDate: null };
      return { month: toMonth(found ?? empty), taxes };
    },

    async register({ month }) {
      const [seller, documents] = await Promise.all([
        store.seller(db, siteId),
        store.taxDocumentsOfMonth(db, siteId, daysOf(month)),
      ]);
      if (!seller) throw new Refusal("SELLER_NOT_SET", "It is not known who sells.");
      if (!seller.vatCode) throw new Refusal("SELLER_HAS_NO_VAT_CODE", "Only VAT payers send the register.");
      const text = register({ month, seller, documents, at: now() });
      return fileOf("application/xml; charset=utf-8", `isaf-${month}.xml`, new TextEncoder().encode(text));
    },

    async journal({ month, format }) {
      const documents = await store.taxDocumentsOfMonth(db, siteId, daysOf(month));
      return journal(month, documents, format);
    },
  };
}
