import { expect, test, vi } from "vitest";
import { sectionsIn, translatedSections } from "./stored.ts";

test("reads stored sections with exactly the fields of their kind and drops unknown kinds", () => {
  const stored = [
    { kind: "steps", heading: " Kaip pradėti ", steps: [{ id: "a", heading: "Ateikite", onclick: "x" }, 5], extra: 1 },
    { kind: "unknown", heading: "?" },
    null,
    { kind: "constructor" },
  ];
  expect(sectionsIn(stored)).toEqual([
    { id: "0", kind: "steps", heading: "Kaip pradėti", text: "", steps: [{ id: "a", heading: "Ateikite", text: "" }] },
  ]);
  expect(sectionsIn("text")).toEqual([]);
});

test("matches translated parts to the original by id, regardless of their order", () => {
  const sections = sectionsIn([
    {
      id: "s",
      kind: "doors",
      doors: [
        { id: "a", heading: "Vaikams", link: "/kids/" },
        { id: "b", heading: "Visiems", link: "/start/" },
      ],
    },
  ]);
  const translation = [
    {
      id: "s",
      doors: [
        { id: "b", heading: "Everybody", link: "/no/" },
        { id: "a", heading: "Kids" },
      ],
    },
  ];
  const missing = vi.fn();
  const [doors] = translatedSections(sections, translation, missing);
  expect(doors).toMatchObject({
    doors: [
      { heading: "Kids", link: "/kids/" },
      { heading: "Everybody", link: "/start/" },
    ],
  });
  expect(missing).not.toHaveBeenCalled();
});

test("an untranslated text stays as it is and is reported as missing; empty texts are ignored", () => {
  const sections = sectionsIn([{ id: "s", kind: "text", heading: "", text: "<p>Labas</p>" }]);
  const missing = vi.fn();
  expect(translatedSections(sections, undefined, missing)).toEqual(sections);
  expect(missing).toHaveBeenCalledOnce();
});
