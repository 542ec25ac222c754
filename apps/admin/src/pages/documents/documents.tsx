import { useIsOwner } from "@uola/browser/session/session.tsx";
import { usePlatformList, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { DocumentKind, DocumentRow } from "@uola/contract";
import { formatDocumentNumber } from "@uola/contract/document-number";
import type { Head } from "@uola/page-loader/page.ts";
import { PrimaryButton, SecondaryButton, TextButton } from "@uola/ui/buttons.tsx";
import { FilterSelect } from "@uola/ui/field.tsx";
import { type Column, DataTable } from "@uola/ui/kit/data-table.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { AdminPage, PageSearch } from "@uola/ui/kit/page.tsx";
import { useOpened } from "@uola/ui/kit/use-opened.ts";
import { Notice } from "@uola/ui/notice.tsx";
import { say } from "@uola/words/admin";
import { money } from "@uola/words/formats";
import { useMemo, useState } from "react";
import { AdminFrame } from "../../frame/admin-frame.tsx";
import { AccountsForm } from "./accounts-form.tsx";
import { DocumentSheet } from "./document-sheet.tsx";
import { titleOfMonth } from "./month-name.ts";
import { MonthSheet } from "./month-sheet.tsx";
import { Months } from "./months.tsx";
import { SellerForm } from "./seller-form.tsx";
import { useDocumentDownload } from "./use-file.ts";

export { Waiting } from "../../frame/admin-frame.tsx";
export const head = (): Head => ({ title: say("documents.heading"), hidden: true });

export default function Documents() {
  return (
    <AdminFrame here="/admin/documents/">
      <All />
    </AdminFrame>
  );
}

const kinds = ["INVOICE", "CREDIT", "PROFORMA"] as const satisfies readonly DocumentKind[];
type Criteria = { text: string; kind: DocumentKind | ""; month: string };
type Opened =
  | { kind: "seller" }
  | { kind: "accounts" }
  | { kind: "document"; id: string }
  | { kind: "month"; month: string };

/** Issued documents, the months that the accountant closes, and the seller's details. */
function All() {
  const [criteria, setCriteria] = useState<Criteria>({ text: "", kind: "", month: "" });
  const { make, done, shown } = useFeedback();
  const { opened, setOpened, close, finish } = useOpened<Opened>(done);
  const keep = useDocumentDownload();
  const isOwner = useIsOwner();
  const found = useDocuments(criteria);
  const { data: months, ...reading } = usePlatformQuery(
    ["documents", "months"],
    async ({ documents }) => (await documents.months({})).months,
  );
  const seller = usePlatformQuery(["documents", "seller"], ({ documents }) => documents.seller({}), {
    refetch: true,
  }).data;
  const isUnknown = seller !== undefined && !seller.seller;
  const columns = useMemo(
    () =>
      columnsOf(
        (id) => setOpened({ kind: "document", id }),
        (document) => void make(() => keep(document)),
      ),
    [make, keep, setOpened],
  );
  const SellerButton = isUnknown ? PrimaryButton : SecondaryButton;

  return (
    <AdminPage
      title={say("documents.heading")}
      beside={
        <>
          <FilterSelect
            label={say("documents.month.any")}
            value={criteria.month}
            onChange={({ target }) => setCriteria({ ...criteria, month: target.value })}
            options={(months ?? []).map(({ month }) => ({ value: month, label: titleOfMonth(month) }))}
          />
          <FilterSelect
            label={say("documents.kind.any")}
            value={criteria.kind}
            onChange={({ target }) => setCriteria({ ...criteria, kind: target.value as DocumentKind | "" })}
            options={kinds.map((value) => ({ value, label: say(`documents.kind.${value}`) }))}
          />
          {isOwner && seller && (
            <SellerButton {...(isUnknown && { small: true })} onClick={() => setOpened({ kind: "seller" })}>
              {say("documents.seller")}
            </SellerButton>
          )}
          <SecondaryButton onClick={() => setOpened({ kind: "accounts" })}>{say("documents.accounts")}</SecondaryButton>
          <PageSearch
            label={say("documents.search")}
            text={criteria.text}
            onSearch={(text) => setCriteria({ ...criteria, text })}
          />
        </>
      }
    >
      {shown}
      {criteria.month && (
        <p className="mb-4">
          <TextButton onClick={() => setOpened({ kind: "month", month: criteria.month })}>
            {say("documents.month.report", { month: titleOfMonth(criteria.month) })}
          </TextButton>
        </p>
      )}
      {isUnknown && <Notice hue="yellow">{say("documents.seller.unknown")}</Notice>}
      <DataTable
        caption={say("documents.heading")}
        columns={columns}
        items={found.items}
        idOf={({ id }) => id}
        reading={found}
        failed={say("documents.failed")}
        empty={say(criteria.text || criteria.kind || criteria.month ? "documents.none.found" : "documents.none")}
      />
      <Months months={months} reading={reading} onOpen={(month) => setOpened({ kind: "month", month })} />
      {opened?.kind === "seller" && seller && (
        <SellerForm
          seller={seller.seller ?? undefined}
          onClose={close}
          onDone={() => finish(say("documents.seller.done"))}
        />
      )}
      {opened?.kind === "accounts" && (
        <AccountsForm onClose={close} onDone={() => finish(say("documents.accounts.done"))} />
      )}
      {opened?.kind === "document" && (
        <DocumentSheet
          key={opened.id}
          documentId={opened.id}
          onOpen={(id) => setOpened({ kind: "document", id })}
          onClose={close}
        />
      )}
      {opened?.kind === "month" && <MonthSheet month={opened.month} onClose={close} />}
    </AdminPage>
  );
}

const useDocuments = ({ text, kind, month }: Criteria) =>
  usePlatformList(
    ["documents", "list", text, kind, month],
    async ({ documents }, { limit, cursor }) => {
      const { documents: items, pagingMetadata } = await documents.query({
        limit,
        ...(cursor && { cursor }),
        ...(text && { text }),
        ...(kind && { kind }),
        ...(month && { month }),
      });
      return { items, next: pagingMetadata.cursors?.next };
    },
    { keeps: true },
  );

const columnsOf = (open: (id: string) => void, print: (document: DocumentRow) => void): Column<DocumentRow>[] => [
  {
    id: "number",
    heading: say("documents.column.number"),
    isName: true,
    className: "whitespace-nowrap",
    cell: (document) => (
      <>
        <button type="button" className="quick block" onClick={() => open(document.id)}>
          {formatDocumentNumber(document)}
        </button>
        <span className="text-muted">{say(`documents.kind.${document.kind}`)}</span>
      </>
    ),
  },
  {
    id: "date",
    heading: say("documents.column.date"),
    phone: "above",
    className: "whitespace-nowrap",
    cell: ({ issueDate }) => issueDate,
  },
  {
    id: "buyer",
    heading: say("documents.column.buyer"),
    cell: ({ buyer, orderNumber }) => (
      <>
        {buyer}
        <span className="block text-muted">{say("documents.order", { number: orderNumber })}</span>
      </>
    ),
  },
  ...(["net", "vat", "gross"] as const).map(
    (id): Column<DocumentRow> => ({
      id,
      heading: say(`documents.column.${id}`),
      className: "whitespace-nowrap",
      phone: id === "gross" ? "corner" : "hidden",
      isExtra: id !== "gross",
      cell: (document) => money(document[id]),
    }),
  ),
  {
    id: "actions",
    heading: say("column.actions"),
    isActions: true,
    cell: (document) => (
      <TextButton about={formatDocumentNumber(document)} onClick={() => print(document)}>
        {say("documents.pdf")}
      </TextButton>
    ),
  },
];
