import { Bars, Chart } from "@uola/ui/kit/chart.tsx";
import { type Column, DataTable } from "@uola/ui/kit/data-table.tsx";
import { List, ListSection, Row } from "@uola/ui/kit/list.tsx";
import { useState } from "react";
import { longText, longWord, Part } from "./part.tsx";

type Wall = { id: string; name: string; kind: string; metres: number };
const walls: Wall[] = [
  { id: "a", name: "Šiaurinė siena", kind: "Virvės", metres: 14 },
  { id: "b", name: longWord, kind: longText, metres: 4 },
  { id: "c", name: "Pietinė siena", kind: "Boulderingas", metres: 9 },
];
const columns: Column<Wall>[] = [
  {
    id: "name",
    heading: "Siena",
    isName: true,
    sort: ({ name }) => name,
    cell: ({ name }) => (
      <button type="button" className="quick">
        {name}
      </button>
    ),
  },
  { id: "kind", heading: "Kam", cell: ({ kind }) => kind },
  {
    id: "metres",
    heading: "Aukštis",
    sort: ({ metres }) => metres,
    phone: "beside",
    className: "whitespace-nowrap",
    cell: ({ metres }) => `${metres} m`,
  },
];
const wide: Column<Wall>[] = [
  ...columns,
  ...["Sausis", "Vasaris", "Kovas", "Balandis", "Gegužė", "Birželis"].map(
    (heading): Column<Wall> => ({ id: heading, heading, className: "min-w-[220px]", cell: ({ metres }) => metres }),
  ),
];
const reading = { isError: false, refetch: () => {} };
const states = [
  ["Loading", { items: undefined, reading }],
  ["Failed", { items: undefined, reading: { ...reading, isError: true } }],
  ["Empty", { items: [], reading, empty: "Sienų dar nėra. Įrašykite pirmą." }],
  ["Filled, with more", { items: walls, reading: { ...reading, hasNextPage: true, fetchNextPage: () => {} } }],
  ["More on its way", { items: walls, reading: { ...reading, hasNextPage: true, isFetchingNextPage: true } }],
] as const;

export const Desk = () => (
  <>
    <Part name="Table">
      <Picked />
    </Part>
    <Part name="Wide table">
      <DataTable caption="Sienos po mėnesį" columns={wide} items={walls} idOf={({ id }) => id} isGrid />
    </Part>
    {states.map(([state, props]) => (
      <Part key={state} name={`${state}: table, list and chart`}>
        <DataTable caption={`Sienos: ${state}`} columns={columns} idOf={({ id }) => id} {...props} />
        <List {...props}>{({ name, kind }) => <Row name={name} about={kind} />}</List>
        <Chart title={`Aukščiai: ${state}`} level={3} columns={columns} idOf={({ id }) => id} {...props}>
          {drawn}
        </Chart>
      </Part>
    ))}
    <Part name="Chart beside its table">
      <Chart title="Sienų aukščiai" level={3} isBeside columns={columns} items={walls} idOf={({ id }) => id}>
        {drawn}
      </Chart>
    </Part>
    <ListSection
      title="Salės"
      lead={longText}
      add={{ label: "Nauja salė", onClick: () => {} }}
      items={walls}
      row={({ name, kind }) => (
        <Row
          name={name}
          onOpen={() => {}}
          marks={["paslėpta"]}
          about={kind}
          main={{ label: "Rodyti", onClick: () => {} }}
          others={[{ label: "Trinti", apart: true, onClick: () => {} }]}
        />
      )}
    />
  </>
);

const drawn = (items: readonly Wall[]) => (
  <Bars
    items={items}
    idOf={({ id }) => id}
    amountOf={({ metres }) => metres}
    mostOf={({ metres }) => metres + 3}
    labelOf={({ metres }) => `${metres} m`}
    isNow={({ id }) => id === "c"}
  />
);

function Picked() {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set(["c"]));
  return (
    <DataTable
      caption="Sienos"
      columns={columns}
      items={walls}
      idOf={({ id }) => id}
      picking={{ picked, onChange: setPicked, nameOf: ({ name }) => name }}
      opened={({ id }) => id === "a" && <p>Atidaryta eilutė.</p>}
    />
  );
}
