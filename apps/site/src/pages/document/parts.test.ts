import { placeholdersIn } from "@uola/browser/gym/blanks.ts";
import { expect, test } from "vitest";
import { documentItems, documentKeys } from "../../content/documents.ts";
import { sanitized } from "../../features/sanitized.ts";
import { partsOf } from "./parts.ts";

test("splits a document at its headings and gives each section a unique link id", () => {
  const { before, parts } = partsOf(
    "<p>Pradžia</p><h2>Jūsų teisės</h2><p>Viena</p><h2>Jūsų <em>teisės</em></h2><p>Kita</p>",
  );
  expect(before).toBe("<p>Pradžia</p>");
  expect(parts).toEqual([
    { id: "jusu-teises", heading: "Jūsų teisės", html: "<p>Viena</p>" },
    { id: "jusu-teises-2", heading: "Jūsų teisės", html: "<p>Kita</p>" },
  ]);
});

test("leaves out a sentence that contains a placeholder left by the owner", () => {
  const { parts } = partsOf(
    "<h2>Kas parduoda</h2><p>[Įrašykite: pavadinimas, el. paštas. Ir kodas]. Skambinkite. Laikome [Įrašykite: kiek]. [1] lieka.</p>",
  );
  expect(parts[0]?.html).toBe("<p>Skambinkite. [1] lieka.</p>");
});

test("leaves out a section that contains only placeholders", () => {
  const { parts } = partsOf("<h2>Viena</h2><ul><li>[Įrašykite: a]</li></ul><h2>Kita</h2><p>Yra</p>");
  expect(parts.map(({ heading }) => heading)).toEqual(["Kita"]);
});

test("leaves out a paragraph whose markup spans a removed sentence", () => {
  expect(partsOf("<p><strong>Laikome [Fill in: days]. Paskui</strong> triname.</p>").before).toBe("");
});

test.each(
  documentItems().flatMap((item) => [
    [item.key, "lt", item.body],
    [item.key, "en", item._translations.en?.body],
  ]),
)("the document %s in %s contains no placeholders or incomplete sentences when shown", (_, __, body) => {
  const { before, parts } = partsOf(sanitized(String(body)));
  const shown = [before, ...parts.map(({ html }) => html)].join("\n");
  expect(shown).not.toMatch(/\[|\]|Įrašykite:|Fill in/);
  for (const [, inner = ""] of shown.matchAll(/<p>(.*?)<\/p>/g))
    expect(inner.replace(/<[^>]*>/g, "").trim()).toMatch(/^[\p{Lu}„“].*[.!?…:]$/u);
});

test.each(documentKeys.map((key) => [key]))(
  "the document %s has the same sections in both languages and contains only allowed HTML",
  (key) => {
    const item = documentItems().find((each) => each.key === key);
    const english = item?._translations.en;
    const shown = [item, english].map((texts) => {
      expect(texts?.title && texts.lead && texts.body).toBeTruthy();
      const body = texts?.body ?? "";
      expect(sanitized(body).replace(/ rel="noopener"/g, "")).toBe(body);
      return partsOf(body);
    });
    const [lithuanian, translated] = shown;
    expect(lithuanian?.parts.length).toBeGreaterThan(4);
    expect(translated?.parts.length).toBe(lithuanian?.parts.length);
    expect(placeholdersIn(english?.body ?? "")).toHaveLength(placeholdersIn(item?.body ?? "").length);
  },
);
