import { expect, test } from "vitest";
import { documentItems, documentKeys } from "../../content/documents.ts";
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

test("what the owner still has to write is marked, and the document says so", () => {
  const { parts, unfilled } = partsOf("<h2>Kas parduoda</h2><p>[Įrašykite: kodas]. [1] lieka.</p>");
  expect(parts[0]?.html).toBe("<p><mark>[Įrašykite: kodas]</mark>. [1] lieka.</p>");
  expect(unfilled).toBe(true);
  expect(partsOf("<p>Viskas įrašyta.</p>").unfilled).toBe(false);
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
    const marks = (parts: typeof lithuanian) => parts?.parts.map(({ html }) => html.split("<mark>").length);
    expect(marks(translated)).toEqual(marks(lithuanian));
  },
);
