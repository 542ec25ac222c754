import { useIsOwner } from "@uola/browser/session/session.tsx";
import { usePlatformAction, usePlatformList, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Voucher, VoucherBatch, VoucherMonth, VoucherStatus } from "@uola/contract";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head } from "@uola/page-loader/page.ts";
import { PrimaryButton, SecondaryButton } from "@uola/ui/buttons.tsx";
import { FilterSelect } from "@uola/ui/field.tsx";
import { type Column, DataTable } from "@uola/ui/kit/data-table.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { ListSection, Row, Section } from "@uola/ui/kit/list.tsx";
import { AdminPage, PageSearch } from "@uola/ui/kit/page.tsx";
import { useOpened } from "@uola/ui/kit/use-opened.ts";
import { say } from "@uola/words/admin";
import { dateLong, money } from "@uola/words/formats";
import { useMemo, useState } from "react";
import { AdminFrame } from "../../frame/admin-frame.tsx";
import { nameOf } from "../../ledger/ledger-sheet.tsx";
import { downloadFile } from "../content/download-file.ts";
import { useDocumentDownload } from "../documents/use-file.ts";
import { BatchDialog } from "./batch-dialog.tsx";
import { paidBy } from "./desk-payment.tsx";
import { IssueForm } from "./issue-form.tsx";
import { Scan } from "./scan.tsx";
import { VoucherSheet } from "./voucher-sheet.tsx";

export { Waiting } from "../../frame/admin-frame.tsx";
export const head = (): Head => ({ title: say("vouchers.heading"), hidden: true });

export default function Vouchers() {
  return (
    <AdminFrame here="/admin/coupons2/">
      <All />
    </AdminFrame>
  );
}

const statuses = ["ACTIVE", "USED_UP", "EXPIRED", "BLOCKED", "REFUNDED"] as const satisfies readonly VoucherStatus[];
type Opened =
  | { kind: "issue" | "batch" | "scan" }
  | { kind: "voucher"; id: string }
  | { kind: "block"; batch: VoucherBatch };

/** Vouchers with their balances, company batches, and the gym's liability by month. */
function All() {
  const [criteria, setCriteria] = useState<{ text: string; status: VoucherStatus | "" }>({ text: "", status: "" });
  const { make, done, shown } = useFeedback();
  const { opened, setOpened, close, finish } = useOpened<Opened>(done);
  const read = usePlatformAction();
  const keepInvoice = useDocumentDownload();
  const found = useVouchers(criteria);
  const counts = usePlatformQuery(
    ["vouchers", "counts"],
    async ({ vouchers }) => (await vouchers.query({ limit: 1 })).counts,
  ).data;
  // Accountants see only the list and the liability, because codes are worth money.
  const isOwner = useIsOwner();
  const columns = useMemo(
    () => columnsOf(isOwner ? (id) => setOpened({ kind: "voucher", id }) : undefined),
    [isOwner, setOpened],
  );

  return (
    <AdminPage
      title={say("vouchers.heading")}
      beside={
        <>
          <FilterSelect
            label={say("vouchers.status.any")}
            value={criteria.status}
            onChange={({ target }) => setCriteria({ ...criteria, status: target.value as VoucherStatus | "" })}
            options={statuses.map((value) => ({ value, label: say(`vouchers.status.${value}`) }))}
          />
          {isOwner && (
            <>
              <SecondaryButton onClick={() => setOpened({ kind: "scan" })}>{say("vouchers.scan")}</SecondaryButton>
              <PrimaryButton small icon="plus" onClick={() => setOpened({ kind: "issue" })}>
                {say("vouchers.issue")}
              </PrimaryButton>
            </>
          )}
          <PageSearch
            label={say("vouchers.search")}
            text={criteria.text}
            onSearch={(text) => setCriteria({ ...criteria, text })}
          />
        </>
      }
    >
      {shown}
      {counts && (
        <p className="my-4" role="status">
          {say("vouchers.count", { count: counts.ACTIVE, open: money(counts.open) })}
        </p>
      )}
      <DataTable
        caption={say("vouchers.heading")}
        columns={columns}
        items={found.items}
        idOf={({ id }) => id}
        reading={found}
        failed={say("vouchers.failed")}
        empty={say("vouchers.none")}
      />
      <Batches
        onAdd={() => setOpened({ kind: "batch" })}
        onBlock={(batch) => setOpened({ kind: "block", batch })}
        onInvoice={(invoice) => void make(() => keepInvoice(invoice))}
        onCodes={(batch, file) => void make(async () => downloadFile(await file(), `${batch.company}.csv`))}
      />
      <Report />
      {(opened?.kind === "issue" || opened?.kind === "batch") && (
        <IssueForm
          isBatch={opened.kind === "batch"}
          onClose={close}
          onDone={(id) => {
            done(say(opened.kind === "batch" ? "vouchers.done.batch" : "vouchers.done.issued"));
            if (id) setOpened({ kind: "voucher", id });
            else close();
          }}
        />
      )}
      {opened?.kind === "scan" && (
        <Scan
          title={say("vouchers.scan")}
          onClose={close}
          open={async (code) =>
            setOpened({ kind: "voucher", id: (await read(({ vouchers }) => vouchers.find({ code }))).voucher.id })
          }
        />
      )}
      {opened?.kind === "block" && <BatchDialog batch={opened.batch} onClose={close} onDone={finish} />}
      {opened?.kind === "voucher" && <VoucherSheet key={opened.id} voucherId={opened.id} onClose={close} />}
    </AdminPage>
  );
}

const useVouchers = ({ text, status }: { text: string; status: VoucherStatus | "" }) =>
  usePlatformList(
    ["vouchers", "list", text, status],
    async ({ vouchers }, { limit, cursor }) => {
      const { vouchers: items, pagingMetadata } = await vouchers.query({
        limit,
        ...(cursor && { cursor }),
        ...(text && { text }),
        ...(status && { status }),
      });
      return { items, next: pagingMetadata.cursors?.next };
    },
    { keeps: true },
  );

const columnsOf = (open: ((id: string) => void) | undefined): Column<Voucher>[] => [
  {
    id: "number",
    heading: say("vouchers.column.number"),
    isName: true,
    cell: (voucher) => (
      <>
        {open ? (
          <button type="button" className="quick block" onClick={() => open(voucher.id)}>
            {nameOf(voucher)}
          </button>
        ) : (
          <b className="block">{nameOf(voucher)}</b>
        )}
        <span className="text-muted">
          {[voucher.serviceName, voucher.recipientName || voucher.recipientEmail].filter(Boolean).join(" · ")}
        </span>
      </>
    ),
  },
  {
    id: "balance",
    heading: say("vouchers.column.balance"),
    phone: "beside",
    className: "whitespace-nowrap",
    cell: ({ balance, face }) => (balance === face ? money(face) : `${money(balance)} / ${money(face)}`),
  },
  {
    id: "status",
    heading: say("vouchers.column.status"),
    phone: "corner",
    cell: ({ status }) => say(`vouchers.status.${status}`),
  },
  {
    id: "validUntil",
    heading: say("vouchers.column.until"),
    phone: "hidden",
    cell: ({ validUntil }) => dateLong(validUntil),
  },
  {
    id: "payment",
    heading: say("vouchers.column.payment"),
    phone: "hidden",
    isExtra: true,
    cell: ({ payment }) => paidBy(payment),
  },
];

type BatchesProps = {
  onAdd: () => void;
  onBlock: (batch: VoucherBatch) => void;
  onCodes: (batch: VoucherBatch, file: () => Promise<Blob>) => void;
  onInvoice: (invoice: NonNullable<VoucherBatch["invoice"]>) => void;
};

/** Company batches of vouchers, which can be printed as sheets or exported as a list of codes. */
function Batches({ onAdd, onBlock, onCodes, onInvoice }: BatchesProps) {
  const read = usePlatformAction();
  const isOwner = useIsOwner();
  const { data, ...reading } = usePlatformQuery(
    ["vouchers", "batches"],
    async ({ vouchers }) => (await vouchers.batches({})).batches,
  );
  return (
    <ListSection
      title={say("vouchers.batches")}
      lead={say("vouchers.batches.lead")}
      add={isOwner ? { label: say("vouchers.batch"), onClick: onAdd, isSecond: true } : undefined}
      items={data}
      reading={reading}
      empty={say("vouchers.batches.none")}
      idOf={({ id }) => id}
      row={(batch) => {
        const { company, count, face, balance, blocked, validUntil, invoice } = batch;
        return (
          <Row
            name={company}
            about={[
              say("vouchers.batch.about", {
                count,
                face: money(face),
                balance: money(balance),
                until: dateLong(validUntil),
              }),
              blocked > 0 && say("vouchers.batch.blocked", { count: blocked }),
            ]
              .filter(Boolean)
              .join(" · ")}
            main={
              isOwner && {
                label: say("vouchers.batch.codes"),
                onClick: () =>
                  onCodes(batch, () =>
                    read(async ({ vouchers }) => (await vouchers.batchCodes({ batchId: batch.id })).blob()),
                  ),
              }
            }
            others={[
              invoice != null && { label: say("vouchers.batch.invoice"), onClick: () => onInvoice(invoice) },
              isOwner && {
                label: say("vouchers.print"),
                onClick: () => window.open(linkTo(`/admin/coupons2/print/?batch=${batch.id}`), "_blank"),
              },
              isOwner && {
                label: say(blocked > 0 ? "vouchers.batch.unblock" : "vouchers.batch.block"),
                onClick: () => onBlock(batch),
              },
            ]}
          />
        );
      }}
    />
  );
}

/** The gym's liability for vouchers, month by month. */
function Report() {
  const { data, ...reading } = usePlatformQuery(
    ["vouchers", "report"],
    async ({ vouchers }) => (await vouchers.report({})).months,
  );
  const columns = useMemo(
    (): Column<VoucherMonth>[] => [
      {
        id: "month",
        heading: say("vouchers.report.month"),
        isName: true,
        cell: ({ month, vatType }) => (
          <>
            {month} <span className="text-muted">{say(`vouchers.vat.${vatType}`)}</span>
          </>
        ),
      },
      ...(["opening", "issued", "used", "refunded", "closing"] as const).map((id) => ({
        id,
        heading: say(`vouchers.report.${id}`),
        className: "whitespace-nowrap",
        cell: (month: VoucherMonth) => money(month[id]),
      })),
    ],
    [],
  );
  return (
    <Section title={say("vouchers.report")}>
      <p className="my-4 text-muted">{say("vouchers.report.lead")}</p>
      <DataTable
        caption={say("vouchers.report")}
        columns={columns}
        items={data}
        idOf={({ month, vatType }) => `${month} ${vatType}`}
        reading={reading}
        empty={say("vouchers.none")}
      />
    </Section>
  );
}
