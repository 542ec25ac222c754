import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type Column, DataTable } from "./data-table.tsx";

type Wall = { id: string; name: string; metres: number };
const walls: Wall[] = [
  { id: "a", name: "Šiaurinė", metres: 12 },
  { id: "b", name: "Pietinė", metres: 9 },
];
const columns: Column<Wall>[] = [
  { id: "name", heading: "Siena", isName: true, sort: ({ name }) => name, cell: ({ name }) => name },
  { id: "metres", heading: "Aukštis", sort: "platform", cell: ({ metres }) => `${metres} m` },
];
const table = (props: Partial<Parameters<typeof DataTable<Wall>>[0]>) =>
  renderToStaticMarkup(<DataTable caption="Sienos" columns={columns} items={walls} idOf={({ id }) => id} {...props} />);
const headings = (html: string) => html.match(/<th scope="col".*?<\/th>/g) ?? [];

test("the data table has a header for each column and each row", () => {
  const html = table({});
  expect(headings(html)).toHaveLength(2);
  expect(html.match(/<th scope="row"[^>]*>(.*?)<\/th>/g)).toHaveLength(2);
});

test("a table sorted by the platform offers only the platform's sort columns and marks the current one", () => {
  const html = table({ sorting: { now: { id: "metres", descending: true }, onChange: () => {} } });
  const [name, metres] = headings(html);
  expect(name).not.toContain("<button");
  expect(metres).toContain('aria-sort="descending"');
});

test("a table with all its rows loaded sorts by the columns that define a sort value", () => {
  const [name, metres] = headings(table({}));
  expect(name).toContain('aria-sort="none"');
  expect(metres).not.toContain("<button");
});

test("each row has a checkbox labelled with its name, checked if the row is selected", () => {
  const html = table({ picking: { picked: new Set(["b"]), onChange: () => {}, nameOf: ({ name }) => name } });
  expect(html).toContain("Pasirinkti: Šiaurinė");
  expect(html.match(/checked=""/g)).toHaveLength(1);
});

test("the data table shows the loading, empty and failed states, and a button for more rows", () => {
  const reading = { isError: false, refetch: () => {} };
  expect(table({ items: undefined, reading })).toContain("Įkeliama…");
  expect(table({ items: [], empty: "Sienų nėra." })).toContain("Sienų nėra.");
  expect(table({ items: undefined, reading: { ...reading, isError: true } })).toContain("Bandyti dar kartą");
  expect(table({ reading: { ...reading, isError: true } })).not.toContain("Bandyti dar kartą");
  expect(table({ reading: { ...reading, hasNextPage: true } })).toContain("Rodyti daugiau");
});
