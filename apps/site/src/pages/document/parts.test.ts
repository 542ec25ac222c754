import { expect, test } from "vitest";
import { documentItems, documentKeys } from "../../content/documents.ts";
import { blanksIn } from "../../features/blanks.ts";
import { sanitized } from "../../features/sanitized.ts";
import { partsOf } from "./parts.ts";

test("a document is cut at its headings, and each can be linked to", () => {
  const { before, parts } = partsOf(
    "<p>Pradžia</p><h2>Jūsų teisės</h2><p>Viena</p><h2>Jūsų <em>teisės</em></h2><p>Kita</p>",
  );
  expect(before).toBe("<p>Pradžia</p>");
  expect(parts).toEqual([
    { id: "jusu-teises", heading: "Jūsų teisės", html: "<p>Viena</p>" },
    { id: "jusu-teises-2", heading: "Jūsų teisės", html: "<p>Kita</p>" },
  ]);
});

test("leaves out a sentence that the owner has not completed", () => {
  const { parts } = partsOf(
    "<h2>Kas parduoda</h2><p>[Įrašykite: pavadinimas, el. paštas. Ir kodas]. Skambinkite. Laikome [Įrašykite: kiek]. [1] lieka.</p>",
  );
  expect(parts[0]?.html).toBe("<p>Skambinkite. [1] lieka.</p>");
});

test("leaves out a section that has nothing but placeholders", () => {
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
)("%s in %s shows no placeholder and no half of a sentence to visitors", (_, __, body) => {
  const { before, parts } = partsOf(sanitized(String(body)));
  const shown = [before, ...parts.map(({ html }) => html)].join("\n");
  expect(shown).not.toMatch(/\[|\]|Įrašykite:|Fill in/);
  for (const [, inner = ""] of shown.matchAll(/<p>(.*?)<\/p>/g))
    expect(inner.replace(/<[^>]*>/g, "").trim()).toMatch(/^[\p{Lu}„“].*[.!?…:]$/u);
});

test.each(documentKeys.map((key) => [key]))(
  "%s says the same parts in both languages, in text that pages may show",
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
    expect(blanksIn(english?.body ?? "")).toHaveLength(blanksIn(item?.body ?? "").length);
  },
);
