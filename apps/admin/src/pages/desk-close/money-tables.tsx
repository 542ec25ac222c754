import type { DeskSum, DeskSums, DeskTransaction } from "@uola/contract";
import { actorName } from "@uola/ui/kit/actor-name.ts";
import { type Column, DataTable } from "@uola/ui/kit/data-table.tsx";
import { Facts } from "@uola/ui/kit/facts.tsx";
import { Section } from "@uola/ui/kit/list.tsx";
import { Notice } from "@uola/ui/notice.tsx";
import { say } from "@uola/words/admin";
import { dayShort, money, time } from "@uola/words/formats";
import { useMemo } from "react";

const counted = ({ payments, received }: Pick<DeskSum, "payments" | "received">) =>
  `${money(received)} · ${say("deskClose.payments", { count: payments })}`;
const paidOut = ({ refunds, paidOut }: DeskSum) =>
  `${money(paidOut)} · ${say("deskClose.refunds", { count: refunds })}`;

type SumProps = { sums: DeskSums; opening: number; expected: number };

/** Money received and paid out by payment method, and the cash expected in the drawer. */
export const SumFacts = ({ sums: { cash, card, marks }, opening, expected }: SumProps) => (
  <>
    <Facts
      isWide
      facts={[
        [say("deskClose.cash"), counted(cash)],
        [say("deskClose.cash.paidOut"), paidOut(cash)],
        [say("deskClose.card"), counted(card)],
        [say("deskClose.card.paidOut"), paidOut(card)],
        [say("deskClose.opening"), money(opening)],
        [say("deskClose.expected"), money(expected)],
      ]}
    />
    <Notice hue="yellow">
      {(marks.cash !== 0 || marks.card !== 0) && say("deskClose.marks", { cash: marks.cash, card: marks.card })}
    </Notice>
  </>
);

type Person = DeskSums["people"][number];

/** Amounts received and paid out by each person. */
export function PeopleTable({ sums }: { sums: DeskSums }) {
  const columns = useMemo(
    (): Column<Person>[] => [
      {
        id: "who",
        heading: say("deskClose.person"),
        isName: true,
        cell: actorName,
      },
      ...(["cash", "card"] as const).flatMap((way): Column<Person>[] => [
        { id: way, heading: say(`deskClose.${way}`), className, cell: (person) => counted(person[way]) },
        {
          id: `${way}-out`,
          heading: say(`deskClose.${way}.paidOut`),
          className,
          cell: (person) => paidOut(person[way]),
        },
      ]),
    ],
    [],
  );
  return (
    <Section title={say("deskClose.people")}>
      <DataTable
        caption={say("deskClose.people")}
        columns={columns}
        items={sums.people}
        idOf={({ actor: { kind, id } }) => `${kind} ${id}`}
        empty={say("deskClose.none")}
      />
    </Section>
  );
}
const className = "tabular-nums";

/** Each payment with its receipt number, for tracing a difference. */
export function MoneyTable({ money: items }: { money: readonly DeskTransaction[] }) {
  const columns = useMemo(moneyColumns, []);
  return (
    <Section title={say("deskClose.money")}>
      <DataTable
        caption={say("deskClose.money")}
        columns={columns}
        items={items}
        idOf={({ id }) => id}
        empty={say("deskClose.none")}
      />
    </Section>
  );
}

const moneyColumns = (): Column<DeskTransaction>[] => [
  {
    id: "what",
    heading: say("deskClose.column.what"),
    isName: true,
    cell: ({ kind, about }) => say(`deskClose.kind.${kind}`, { about }),
  },
  {
    id: "date",
    heading: say("deskClose.column.date"),
    phone: "above",
    className: "whitespace-nowrap",
    cell: ({ date }) => `${dayShort(date)}, ${time(date)}`,
  },
  { id: "way", heading: say("deskClose.column.way"), cell: ({ method }) => say(`orders.kind.${method}`) },
  { id: "receipt", heading: say("deskClose.column.receipt"), cell: ({ receiptNumber }) => receiptNumber ?? "–" },
  { id: "who", heading: say("deskClose.person"), cell: actorName },
  {
    id: "amount",
    heading: say("deskClose.column.amount"),
    phone: "corner",
    className: "whitespace-nowrap tabular-nums",
    cell: ({ kind, amount }) => (kind === "MARK" ? say("deskClose.unknown") : money(amount)),
  },
];
