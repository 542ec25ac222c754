import { expect, test, vi } from "vitest";
import { sectionsIn, translatedSections } from "./stored.ts";

test("what is stored is read with every field of its kind, and nothing else", () => {
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

test("a translation says its texts by the ids of the parts, in whatever order they stand", () => {
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

test("what is not translated stays as it is, and the reader is told; what is empty misses nothing", () => {
  const sections = sectionsIn([{ id: "s", kind: "text", heading: "", text: "<p>Labas</p>" }]);
  const missing = vi.fn();
  expect(translatedSections(sections, undefined, missing)).toEqual(sections);
  expect(missing).toHaveBeenCalledOnce();
});
