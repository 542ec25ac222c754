import { expect, test } from "vitest";
import { type Entry, search } from "./find.ts";

const entry = (title: string, text = ""): Entry => ({ kind: "page", title, text, href: "/" });

test("search ignores case and diacritics", () => {
  const entries = [entry("Kaip atvykti", "Salė yra Žirmūnų gatvėje, prie Neries."), entry("Kainos")];
  for (const asked of ["zirmunu", "ŽIRMŪNŲ", "žirmūnų", "Zirmunu  gatveje"]) {
    expect(search(entries, asked).map(({ title }) => title)).toEqual(["Kaip atvykti"]);
  }
});

test("search requires every word, in any order and position", () => {
  const entries = [entry("Saugojimo testas", "Mazgas ir įtaisas"), entry("Testas kavinėje")];
  expect(search(entries, "testas mazgas").map(({ title }) => title)).toEqual(["Saugojimo testas"]);
  expect(search(entries, "testas alpinizmas")).toEqual([]);
});

test("search ignores word endings if nothing matches the exact words", () => {
  const entries = [entry("Gimtadieniai", "Šventė vaikams ir draugams"), entry("Vaikų grupės"), entry("Kainos")];
  expect(search(entries, "vaiko gimtadienis").map(({ title }) => title)).toEqual(["Gimtadieniai"]);
  expect(search(entries, "kainose").map(({ title }) => title)).toEqual(["Kainos"]);
  expect(search(entries, "vaikai Kaune")).toEqual([]);
});

test("ranks title matches before text matches", () => {
  const entries = [entry("Taisyklės", "Vaikai su tėvais"), entry("Priesvaikai"), entry("Vaikai"), entry("Mūsų vaikai")];
  expect(search(entries, "vaikai").map(({ title }) => title)).toEqual([
    "Vaikai",
    "Mūsų vaikai",
    "Priesvaikai",
    "Taisyklės",
  ]);
});

test("an excerpt shows the text around the first match, cut between words", () => {
  const text = `${"pradžia ".repeat(20)}čia žirafa gyvena${" pabaiga".repeat(20)}`;
  const [found] = search([entry("Zoo", text)], "zirafa");
  const [before, middle, after] = found?.excerpt ?? [];
  expect(middle).toBe("žirafa");
  expect(before).toMatch(/^…pradžia .* čia $/);
  expect(after).toMatch(/^ gyvena .* pabaiga…$/);
});

test("shows the beginning of the text for a title-only match, and finds nothing for a query without words", () => {
  expect(search([entry("Kainos", "Su PVM")], "kainos")[0]?.excerpt).toEqual(["", "", "Su PVM"]);
  expect(search([entry("Kainos")], " .,! ")).toEqual([]);
});
