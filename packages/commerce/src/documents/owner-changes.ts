import { dateOf } from "@uola/booking";
import type { contract } from "@uola/contract";
import { required } from "@uola/contract/required";
import { type Context, type Handlers, Refusal, recordChange, refuseStaleRevision, transact } from "@uola/kernel";
import type { Documents } from "./issuing.ts";
import { monthAfter } from "./rules.ts";
import * as store from "./store.ts";
import { toDocumentRow, toMonth, toSeller } from "./to-document.ts";

/** Owner handlers that set the seller details, add companies and close months. */
export function ownerChangeHandlers(
  context: Context,
  documents: Documents,
): Handlers<Pick<typeof contract.documents, "setSeller" | "setCompany" | "close">> {
  const { siteId, now } = context;

  return {
    setSeller: ({ revision: seen, series, ...given }, { caller: actor }) =>
      transact(context, async (tx) => {
        const before = await store.lockSeller(tx, siteId);
        if (before) refuseStaleRevision(before, seen ?? "0");
        const kinds = new Map(Object.entries(series).map(([kind, name]) => [name, kind]));
        const known = await store.seriesOf(tx, siteId, [...kinds.keys()]);
        const other = known.find((each) => kinds.get(each.series) !== each.kind);
        if (kinds.size < 3 || other) {
          throw new Refusal("SERIES_OF_ANOTHER_KIND", "Each kind of document has a series of its own.", 409, {
            ...(other && { series: other.series }),
          });
        }
        const at = now();
        const set = {
          ...given,
          vatCode: given.vatCode ?? null,
          iban: given.iban ?? null,
          bank: given.bank ?? null,
          email: given.email ?? null,
          phone: given.phone ?? null,
          invoiceSeries: series.INVOICE,
          creditSeries: series.CREDIT,
          proformaSeries: series.PROFORMA,
          updatedDate: at,
        };
        const after = before
          ? await store.updateSeller(tx, siteId, { ...set, revision: before.revision + 1 })
          : await store.insertSeller(tx, { ...set, siteId, createdDate: at });
        // A concurrent request set the seller details first.
        if (!after) throw new Refusal("REVISION_MISMATCH", "It was set meanwhile.", 409);
        await recordChange(tx, {
          siteId,
          at,
          entity: "seller",
          entityId: siteId,
          audit: {
            actor,
            action: "seller.set",
            after: toSeller(after),
            ...(before && { before: toSeller(before) }),
          },
          event: { slug: "updated", sequence: after.revision, body: { name: after.name } },
        });
        return { seller: toSeller(after) };
      }),

    setCompany: ({ documentId, company }, { caller: actor }) =>
      transact(context, async (tx) => {
        const made = await documents.setCompany(tx, { documentId, company, by: "OWNER", actor });
        return { credit: toDocumentRow(made.credit), invoice: toDocumentRow(made.invoice) };
      }),

    close: ({ month }, { caller: actor }) =>
      transact(context, async (tx) => {
        // A concurrent request that issues a document either finishes first or finds the month
        // closed.
        await store.lockSeller(tx, siteId);
        const at = now();
        const first = `${month}-01`;
        if (dateOf(at, await store.timeZone(tx, siteId)) < monthAfter(first)) {
          throw new Refusal("MONTH_NOT_OVER", `${month} is not over.`);
        }
        if (!(await store.close(tx, { siteId, month: first, actor, closedDate: at }))) {
          throw new Refusal("MONTH_CLOSED", `${month} is closed.`);
        }
        const [closed] = await store.months(tx, siteId, month);
        const after = toMonth(required(closed, "closed month"));
        await recordChange(tx, {
          siteId,
          at,
          entity: "documentMonth",
          entityId: siteId,
          audit: { actor, action: "documents.close", after },
        });
        return { month: after };
      }),
  };
}
