import { expect, test } from "vitest";
import { historyEntryLines } from "./lines.ts";

test("changes are listed with the form's labels, one line each, without fields that the form does not contain", () => {
  const changes = [
    { field: "name", from: "Įvadas", to: "Pirma kopa" },
    { field: "payment.fixed.price.value", from: "25", to: "28" },
    { field: "payment.fixed.price.formattedValue", from: "25 €", to: "28 €" },
    { field: "slugs", from: [], to: [1] },
  ];
  const label = (field: string) =>
    field.startsWith("payment") ? "Kaina" : field === "name" ? "Pavadinimas" : undefined;
  expect(historyEntryLines({ changes }, label, (_, value) => String(value))).toEqual([
    { name: "Pavadinimas", from: "Įvadas", to: "Pirma kopa" },
    { name: "Kaina", from: "25", to: "28" },
  ]);
});
