import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Coupon, CouponState } from "@uola/contract";
import type { Head } from "@uola/page-loader/page.ts";
import { PrimaryButton, SecondaryButton } from "@uola/ui/buttons.tsx";
import { FilterSelect } from "@uola/ui/field.tsx";
import { ActionMenu, type MenuItem } from "@uola/ui/kit/action-menu.tsx";
import { type Column, DataTable } from "@uola/ui/kit/data-table.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { History } from "@uola/ui/kit/history.tsx";
import { AdminPage, PageSearch } from "@uola/ui/kit/page.tsx";
import { useOpened } from "@uola/ui/kit/use-opened.ts";
import { say } from "@uola/words/admin";
import { money } from "@uola/words/formats";
import { useMemo, useState } from "react";
import { AdminFrame } from "../../frame/admin-frame.tsx";
import { downloadFile } from "../content/download-file.ts";
import { CodesForm } from "./codes-form.tsx";
import { CouponForm } from "./coupon-form.tsx";
import { Report } from "./report.tsx";
import { gives, sentenceOfRule, storedLabel, storedText } from "./rule-words.ts";
import { UseDialog } from "./use-dialog.tsx";

export { Waiting } from "../../frame/admin-frame.tsx";
export const head = (): Head => ({ title: say("coupons.heading"), hidden: true });

export default function Coupons() {
  return (
    <AdminFrame here="/admin/coupons/">
      <All />
    </AdminFrame>
  );
}

const states = ["ACTIVE", "PLANNED", "ENDED", "USED_UP", "STOPPED", "ARCHIVED"] as const satisfies CouponState[];
type Opened =
  | { kind: "form"; coupon?: Coupon; isClone?: boolean }
  | { kind: "codes" | "report" | "history"; coupon: Coupon }
  | { kind: "use" };

/** The coupons with their discount, number of uses and income. */
function All() {
  const [text, setText] = useState("");
  const [state, setState] = useState<CouponState | "">("");
  const { make, done, shown } = useFeedback();
  const { opened, setOpened, close, finish } = useOpened<Opened>(done);
  const write = usePlatformAction("coupons");
  const archived = state === "ARCHIVED";
  const { data, ...reading } = usePlatformQuery(
    ["coupons", "list", archived],
    async ({ coupons }) => (await coupons.query({ archived })).coupons,
    { keeps: true },
  );
  const items = useMemo(() => {
    const sought = text.trim().toLowerCase();
    return data?.filter(
      (coupon) =>
        (!state || coupon.state === state) &&
        (!sought || `${coupon.name} ${coupon.code ?? ""}`.toLowerCase().includes(sought)),
    );
  }, [data, text, state]);

  const columns = useMemo(() => {
    const acts = (coupon: Coupon): (MenuItem | false)[] => {
      const { id: couponId, revision, name, used } = coupon;
      const set = (work: Parameters<typeof write>[0], said: Parameters<typeof say>[0]) =>
        void make(() => write(work), say(said as "coupons.done.stopped", { name }));
      const isOff = coupon.state === "STOPPED";
      const isAway = coupon.state === "ARCHIVED";
      return [
        { label: say("coupons.report"), onClick: () => setOpened({ kind: "report", coupon }) },
        { label: say("coupons.codes"), onClick: () => setOpened({ kind: "codes", coupon }) },
        {
          label: say("coupons.codes.file"),
          onClick: () =>
            void make(async () => {
              const file = await write(async ({ coupons }) => (await coupons.codes({ couponId })).blob());
              downloadFile(file, `${name}.csv`);
            }),
        },
        { label: say("coupons.clone"), onClick: () => setOpened({ kind: "form", coupon, isClone: true }) },
        { label: say("history"), onClick: () => setOpened({ kind: "history", coupon }) },
        !isAway && {
          label: say(isOff ? "coupons.resume" : "coupons.stop"),
          onClick: () =>
            set(
              ({ coupons }) => coupons.setStopped({ couponId, revision, stopped: !isOff }),
              isOff ? "coupons.done.resumed" : "coupons.done.stopped",
            ),
        },
        {
          label: say(isAway ? "coupons.restore" : "coupons.archive"),
          onClick: () =>
            set(
              ({ coupons }) => coupons.setArchived({ couponId, revision, archived: !isAway }),
              isAway ? "coupons.done.restored" : "coupons.done.archived",
            ),
        },
        used === 0 && {
          label: say("delete"),
          apart: true,
          onClick: () => set(({ coupons }) => coupons.remove({ couponId, revision }), "coupons.done.deleted"),
        },
      ];
    };
    return columnsOf((coupon) => setOpened({ kind: "form", coupon }), acts);
  }, [make, write, setOpened]);

  return (
    <AdminPage
      title={say("coupons.heading")}
      beside={
        <>
          <FilterSelect
            label={say("coupons.state.any")}
            value={state}
            onChange={({ target }) => setState(target.value as CouponState | "")}
            options={states.map((value) => ({ value, label: say(`coupons.state.${value}`) }))}
          />
          <SecondaryButton onClick={() => setOpened({ kind: "use" })}>{say("coupons.use")}</SecondaryButton>
          <PrimaryButton small icon="plus" onClick={() => setOpened({ kind: "form" })}>
            {say("coupons.add")}
          </PrimaryButton>
          <PageSearch label={say("coupons.search")} text={text} onSearch={setText} />
        </>
      }
    >
      {shown}
      {items && (
        <p className="my-4" role="status">
          {say("coupons.count", {
            count: items.length,
            discount: money(items.reduce((sum, { discount }) => sum + discount, 0)),
            income: money(items.reduce((sum, { income }) => sum + income, 0)),
          })}
        </p>
      )}
      <DataTable
        caption={say("coupons.heading")}
        columns={columns}
        items={items}
        idOf={({ id }) => id}
        reading={reading}
        failed={say("coupons.failed")}
        empty={say("coupons.none")}
      />
      {opened?.kind === "form" && (
        <CouponForm
          coupon={opened.coupon}
          isClone={opened.isClone === true}
          onClose={close}
          onDone={(coupon) => {
            done(say("coupons.done.saved", { name: coupon.name }));
            // A coupon without a shared code needs single-use codes, so their form opens next.
            setOpened(coupon.code || coupon.codes > 0 ? undefined : { kind: "codes", coupon });
          }}
        />
      )}
      {opened?.kind === "codes" && <CodesForm coupon={opened.coupon} onClose={close} onDone={finish} />}
      {opened?.kind === "report" && <Report coupon={opened.coupon} onClose={close} />}
      {opened?.kind === "history" && (
        <History
          entityId={opened.coupon.id}
          title={opened.coupon.name}
          label={storedLabel}
          show={storedText}
          onClose={close}
        />
      )}
      {opened?.kind === "use" && <UseDialog onClose={close} onDone={finish} />}
    </AdminPage>
  );
}

const columnsOf = (
  open: (coupon: Coupon) => void,
  acts: (coupon: Coupon) => (MenuItem | false)[],
): Column<Coupon>[] => [
  {
    id: "code",
    heading: say("coupons.column.code"),
    isName: true,
    cell: (coupon) => (
      <>
        <button type="button" className="quick block" onClick={() => open(coupon)}>
          {coupon.code ?? coupon.name}
        </button>
        <span className="text-muted">
          {coupon.code ? coupon.name : say("coupons.codes.count", { count: coupon.codes })}
        </span>
      </>
    ),
  },
  {
    id: "gives",
    heading: say("coupons.column.gives"),
    cell: ({ rule }) => (
      <>
        <b>{gives(rule)}</b>
        <span className="block text-muted">{sentenceOfRule(rule)}</span>
      </>
    ),
  },
  {
    id: "used",
    heading: say("coupons.column.used"),
    phone: "hidden",
    cell: ({ used, totalLimit }) =>
      totalLimit == null ? String(used) : say("coupons.used.of", { used, limit: totalLimit }),
  },
  {
    id: "discount",
    heading: say("coupons.column.discount"),
    phone: "hidden",
    className: "whitespace-nowrap",
    sort: ({ discount }) => discount,
    cell: ({ discount }) => money(discount),
  },
  {
    id: "income",
    heading: say("coupons.column.income"),
    phone: "hidden",
    className: "whitespace-nowrap",
    sort: ({ income }) => income,
    cell: ({ income }) => money(income),
  },
  {
    id: "state",
    heading: say("coupons.column.state"),
    phone: "corner",
    cell: ({ state }) => say(`coupons.state.${state}`),
  },
  {
    id: "actions",
    heading: say("column.actions"),
    isActions: true,
    cell: (coupon) => <ActionMenu label={say("row.actions", { name: coupon.name })} items={acts(coupon)} />,
  },
];
