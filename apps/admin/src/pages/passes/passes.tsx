import { useHasPower, useIsOwner } from "@uola/browser/session/session.tsx";
import { usePlatformAction, usePlatformList, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Pass, PassKind, PassStatus } from "@uola/contract";
import type { Head } from "@uola/page-loader/page.ts";
import { PrimaryButton, RoundButton } from "@uola/ui/buttons.tsx";
import { FilterSelect } from "@uola/ui/field.tsx";
import { type Column, DataTable } from "@uola/ui/kit/data-table.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { ListSection, Row } from "@uola/ui/kit/list.tsx";
import { AdminPage, PageSearch } from "@uola/ui/kit/page.tsx";
import { useOpened } from "@uola/ui/kit/use-opened.ts";
import { say } from "@uola/words/admin";
import { dateLong, money } from "@uola/words/formats";
import { useMemo, useState } from "react";
import { AdminFrame } from "../../frame/admin-frame.tsx";
import { nameOf } from "../../ledger/ledger-sheet.tsx";
import { Scan } from "../vouchers/scan.tsx";
import { IssueForm } from "./issue-form.tsx";
import { KindForm } from "./kind-form.tsx";
import { PassSheet } from "./pass-sheet.tsx";
import { leftOf, termsOf } from "./pass-words.ts";

export { Waiting } from "../../frame/admin-frame.tsx";
export const head = (): Head => ({ title: say("passes.heading"), hidden: true });

export default function Passes() {
  return (
    <AdminFrame here="/admin/passes/">
      <All />
    </AdminFrame>
  );
}

const statuses = ["ACTIVE", "NEW", "FROZEN", "USED_UP", "EXPIRED", "REFUNDED"] as const satisfies readonly PassStatus[];
type Opened = { kind: "issue" | "scan" } | { kind: "pass"; id: string } | { kind: "terms"; of: PassKind | undefined };

/** The passes with their holders and remaining entries, and the pass types on sale. */
function All() {
  const [wanted, setWanted] = useState<{ text: string; status: PassStatus | "" }>({ text: "", status: "" });
  const { done, shown } = useFeedback();
  const { opened, setOpened, close, finish } = useOpened<Opened>(done);
  const isOwner = useIsOwner();
  const sells = useHasPower("sells");
  const read = usePlatformAction();
  const found = usePasses(wanted);
  const kinds = usePlatformQuery(["passes", "kinds"], async ({ passes }) => (await passes.kinds({})).kinds);
  const columns = useMemo(() => columnsOf((id) => setOpened({ kind: "pass", id })), [setOpened]);

  return (
    <AdminPage
      title={say("passes.heading")}
      beside={
        <>
          <FilterSelect
            label={say("vouchers.status.any")}
            value={wanted.status}
            onChange={({ target }) => setWanted({ ...wanted, status: target.value as PassStatus | "" })}
            options={statuses.map((value) => ({ value, label: say(`passes.status.${value}`) }))}
          />
          <RoundButton icon="scan" label={say("passes.scan")} onClick={() => setOpened({ kind: "scan" })} />
          {sells && (
            <PrimaryButton small icon="plus" onClick={() => setOpened({ kind: "issue" })}>
              {say("passes.issue")}
            </PrimaryButton>
          )}
          <PageSearch
            label={say("passes.search")}
            text={wanted.text}
            onSearch={(text) => setWanted({ ...wanted, text })}
          />
        </>
      }
    >
      {shown}
      <DataTable
        caption={say("passes.heading")}
        columns={columns}
        items={found.items}
        idOf={({ id }) => id}
        reading={found}
        failed={say("passes.failed")}
        empty={say("passes.none")}
      />
      <ListSection
        title={say("passes.kinds")}
        lead={say("passes.kinds.lead")}
        add={
          isOwner
            ? {
                label: say("passes.kind.add"),
                onClick: () => setOpened({ kind: "terms", of: undefined }),
                isSecond: true,
              }
            : undefined
        }
        items={kinds.data}
        reading={kinds}
        empty={say("passes.kinds.none")}
        row={(kind) => (
          <Row
            name={kind.name || say("passes.kind.unnamed")}
            about={[
              kind.price == null ? say("passes.kind.unpriced") : money(kind.price),
              termsOf(kind.terms),
              !kind.onSale && say("passes.kind.off"),
            ]
              .filter(Boolean)
              .join(" · ")}
            main={
              isOwner && { label: say("passes.kind.change"), onClick: () => setOpened({ kind: "terms", of: kind }) }
            }
          />
        )}
      />
      {opened?.kind === "issue" && kinds.data && (
        <IssueForm
          kinds={kinds.data.filter(({ onSale, price }) => onSale && price != null)}
          onClose={close}
          onDone={(id) => {
            done(say("passes.done.issued"));
            setOpened({ kind: "pass", id });
          }}
        />
      )}
      {opened?.kind === "scan" && (
        <Scan
          title={say("passes.scan")}
          onClose={close}
          open={async (code) =>
            setOpened({ kind: "pass", id: (await read(({ passes }) => passes.find({ code }))).pass.id })
          }
        />
      )}
      {opened?.kind === "pass" && <PassSheet key={opened.id} passId={opened.id} onClose={close} />}
      {opened?.kind === "terms" && (
        <KindForm
          kind={opened.of}
          taken={(kinds.data ?? []).map(({ priceId }) => priceId)}
          onClose={close}
          onDone={() => finish(say("passes.done.kind"))}
        />
      )}
    </AdminPage>
  );
}

const usePasses = ({ text, status }: { text: string; status: PassStatus | "" }) =>
  usePlatformList(
    ["passes", "list", text, status],
    async ({ passes }, { limit, cursor }) => {
      const { passes: items, pagingMetadata } = await passes.query({
        limit,
        ...(cursor && { cursor }),
        ...(text && { text }),
        ...(status && { status }),
      });
      return { items, next: pagingMetadata.cursors?.next };
    },
    { keeps: true },
  );

const columnsOf = (open: (id: string) => void): Column<Pass>[] => [
  {
    id: "holder",
    heading: say("passes.column.holder"),
    isName: true,
    cell: (pass) => (
      <>
        <button type="button" className="quick block" onClick={() => open(pass.id)}>
          {pass.holder.name}
        </button>
        <span className="text-muted">{[nameOf(pass), pass.name].join(" · ")}</span>
      </>
    ),
  },
  {
    id: "left",
    heading: say("passes.column.left"),
    phone: "beside",
    className: "whitespace-nowrap",
    cell: leftOf,
  },
  {
    id: "status",
    heading: say("vouchers.column.status"),
    phone: "corner",
    cell: ({ status }) => say(`passes.status.${status}`),
  },
  {
    id: "validUntil",
    heading: say("vouchers.column.until"),
    phone: "hidden",
    cell: ({ status, validUntil }) => (status === "NEW" ? say("passes.waits") : dateLong(validUntil)),
  },
];
