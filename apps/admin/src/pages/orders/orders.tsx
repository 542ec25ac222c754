import { useHasPower, useIsOwner } from "@uola/browser/session/session.tsx";
import { usePlatformList, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Order, OrderState } from "@uola/contract";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { Badge } from "@uola/ui/badge.tsx";
import { SecondaryButton } from "@uola/ui/buttons.tsx";
import { FilterSelect } from "@uola/ui/field.tsx";
import { type Column, DataTable } from "@uola/ui/kit/data-table.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { AdminPage, PageSearch } from "@uola/ui/kit/page.tsx";
import { say } from "@uola/words/admin";
import { dayShort, money, time } from "@uola/words/formats";
import { useMemo, useState } from "react";
import { AdminFrame } from "../../frame/admin-frame.tsx";
import { type Chosen, chosenIn, filterOf } from "./order-filter.ts";
import { OrderSheet } from "./order-sheet.tsx";
import { PaymentMethodsForm } from "./payment-methods-form.tsx";
import { Payouts } from "./payouts.tsx";
import { StatementSheet } from "./statement-sheet.tsx";

export { Waiting } from "../../frame/admin-frame.tsx";
export const head = (): Head => ({ title: say("orders.heading"), hidden: true });

export default function Orders({ search }: PageProps) {
  return (
    <AdminFrame here="/admin/orders/">
      <All first={search.get("order") ?? undefined} chosen={chosenIn(search)} />
    </AdminFrame>
  );
}

const hueOf = {
  AWAITING_PAYMENT: "yellow",
  PART_PAID: "yellow",
  PAID: "green",
  PART_REFUNDED: "sky",
  REFUNDED: "sky",
  EXPIRED: "pink",
  CANCELED: "pink",
} as const satisfies Record<OrderState, string>;
const orderStates = Object.keys(hueOf) as OrderState[];

type Criteria = { text: string; state: Chosen };

/** The orders, the refunds still to be transferred, and the payment methods. */
function All({ first, chosen }: { first: string | undefined; chosen: Chosen }) {
  const [criteria, setCriteria] = useState<Criteria>({ text: "", state: chosen });
  const [opened, setOpened] = useState(first);
  const [setsWays, setSetsWays] = useState(false);
  const [readsBank, setReadsBank] = useState(false);
  const keepsBooks = useHasPower("keepsBooks");
  const { make, done, shown } = useFeedback();
  const found = useOrders(criteria);
  const settings = usePlatformQuery(
    ["orders", "settings"],
    async ({ payments }) => (await payments.settings({})).settings,
    { refetch: true, enabled: useIsOwner() },
  ).data;
  const columns = useMemo(() => columnsOf(setOpened), []);
  return (
    <AdminPage
      title={say("orders.heading")}
      beside={
        <>
          <FilterSelect
            label={say("orders.state.any")}
            value={criteria.state}
            onChange={({ target }) => setCriteria({ ...criteria, state: target.value as Chosen })}
            options={[
              ...orderStates.map((value) => ({ value, label: say(`orders.state.${value}`) })),
              { value: "OVERDUE", label: say("orders.overdue") },
            ]}
          />
          {keepsBooks && (
            <SecondaryButton onClick={() => setReadsBank(true)}>{say("orders.statement")}</SecondaryButton>
          )}
          {settings && <SecondaryButton onClick={() => setSetsWays(true)}>{say("orders.ways")}</SecondaryButton>}
          <PageSearch
            label={say("orders.search")}
            text={criteria.text}
            onSearch={(text) => setCriteria({ ...criteria, text })}
          />
        </>
      }
    >
      {shown}
      <DataTable
        caption={say("orders.heading")}
        columns={columns}
        items={found.items}
        idOf={({ id }) => id}
        reading={found}
        failed={say("orders.failed")}
        empty={say(criteria.text || criteria.state ? "orders.none.found" : "orders.none")}
      />
      {keepsBooks && <Payouts make={make} />}
      {opened && <OrderSheet key={opened} orderId={opened} onClose={() => setOpened(undefined)} />}
      {readsBank && <StatementSheet onClose={() => setReadsBank(false)} />}
      {setsWays && settings && (
        <PaymentMethodsForm
          settings={settings}
          onClose={() => setSetsWays(false)}
          onDone={() => {
            setSetsWays(false);
            done(say("orders.ways.done"));
          }}
        />
      )}
    </AdminPage>
  );
}

const useOrders = ({ text, state }: Criteria) =>
  usePlatformList(
    ["orders", "list", text, state],
    async ({ orders }, { limit, cursor }) => {
      const { orders: items, pagingMetadata } = await orders.query({
        limit,
        ...(cursor && { cursor }),
        ...(text && { text }),
        ...filterOf(state),
      });
      return { items, next: pagingMetadata.cursors?.next };
    },
    { keeps: true },
  );

const nameOf = ({ buyer, company }: Pick<Order, "buyer" | "company">) =>
  company?.name ?? `${buyer.firstName} ${buyer.lastName}`.trim();

const columnsOf = (open: (id: string) => void): Column<Order>[] => [
  {
    id: "number",
    heading: say("orders.column.number"),
    isName: true,
    className: "whitespace-nowrap",
    cell: ({ id, number }) => (
      <button type="button" className="quick" onClick={() => open(id)}>
        {number}
      </button>
    ),
  },
  {
    id: "date",
    heading: say("orders.column.date"),
    phone: "above",
    className: "whitespace-nowrap",
    cell: ({ createdDate }) => `${dayShort(createdDate)}, ${time(createdDate)}`,
  },
  {
    id: "buyer",
    heading: say("orders.column.buyer"),
    cell: (order) => (
      <>
        {nameOf(order)}
        <span className="block text-muted">{order.lines.map(({ name }) => name).join(", ")}</span>
      </>
    ),
  },
  {
    id: "state",
    heading: say("orders.column.state"),
    className: "whitespace-nowrap",
    cell: ({ state, way, overdue }) => (
      <>
        <Badge hue={hueOf[state]}>{say(`orders.state.${state}`)}</Badge>
        {overdue > 0 && <b className="block">{say("orders.overdue.amount", { amount: money(overdue) })}</b>}
        <span className="block text-muted">{say(`orders.way.${way}`)}</span>
      </>
    ),
  },
  {
    id: "total",
    heading: say("orders.column.total"),
    phone: "corner",
    className: "whitespace-nowrap tabular-nums",
    cell: ({ total }) => money(total),
  },
];
