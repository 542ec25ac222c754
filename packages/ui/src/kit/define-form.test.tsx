import { runHook } from "@uola/browser/hook.testing.tsx";
import { say } from "@uola/words/admin";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { defineForm } from "./define-form.ts";
import * as field from "./fields.tsx";
import { FormField, FormFields, useForm } from "./use-form.tsx";

type Lesson = {
  revision: string;
  name: string;
  kind: "ONCE" | "WEEKLY";
  places: number | null;
  price: { cents: number };
};
const lesson: Lesson = { revision: "4", name: "Įvadas", kind: "WEEKLY", places: 8, price: { cents: 2550 } };

const lessonForm = defineForm({
  label: (name) => ({ name: "Pavadinimas", kind: "Kada", places: "Vietos", price: "Kaina", weekdays: "Dienos" })[name],
  fields: (stored: Lesson | undefined, mostPlaces: number) => ({
    name: field.text(stored?.name, { maxLength: 40, check: field.required("Įrašykite pavadinimą.") }),
    kind: field.choice(stored?.kind ?? "ONCE", ["ONCE", "WEEKLY"], (kind) =>
      kind === "ONCE" ? "Kartą" : "Kas savaitę",
    ),
    places: field.wholeNumberOrNull(stored?.places, [1, mostPlaces], "Per daug vietų.", {
      optional: true,
      hint: "Skaičius",
    }),
    price: field.money(stored?.price.cents),
    weekdays: field.weekdays([]),
  }),
  shown: { weekdays: ({ kind }) => kind === "WEEKLY" },
  check: ({ name, kind, weekdays }) => ({
    name: name === "Kursas" && kind === "ONCE" && "Kursas vyksta kas savaitę.",
    weekdays: weekdays.length === 0 && "Pasirinkite dieną.",
  }),
  paths: { "price.cents": "price" },
});

describe("a defined form", () => {
  test("reads the draft from an item, or the initial values of a new one", () => {
    expect(lessonForm(lesson, 10).draft).toEqual({
      name: "Įvadas",
      kind: "WEEKLY",
      places: "8",
      price: "25,50",
      weekdays: [],
    });
    expect(lessonForm(undefined, 10).draft).toEqual({ name: "", kind: "ONCE", places: "", price: "", weekdays: [] });
  });

  test("converts a draft to the values for the platform", () => {
    const { draft, sent } = lessonForm(lesson, 10);
    expect(sent({ ...draft, name: " Kursas ", places: " ", price: "9,5", weekdays: ["3", "1"] })).toEqual({
      name: "Kursas",
      kind: "WEEKLY",
      places: null,
      price: 950,
      weekdays: [1, 3],
    });
  });

  test("does not validate a field that is not shown and sends null for it", () => {
    const { draft, check, sent } = lessonForm(lesson, 10);
    expect(check(draft)).toMatchObject({ weekdays: "Pasirinkite dieną." });
    const once = { ...draft, kind: "ONCE" as const, weekdays: ["1"] };
    expect(check({ ...once, weekdays: [] })).not.toHaveProperty("weekdays");
    expect(sent(once).weekdays).toBeNull();
  });

  test("reports the errors of fields, and errors that depend on several fields", () => {
    const { draft, check } = lessonForm(lesson, 5);
    const course = { ...draft, name: "Kursas", kind: "ONCE" as const };
    expect(check({ ...course, name: " " })).toEqual({ name: "Įrašykite pavadinimą.", places: "Per daug vietų." });
    expect(check({ ...course, places: "5" })).toEqual({ name: "Kursas vyksta kas savaitę." });
  });

  test.each([
    ["lesson.name", "name"],
    ["price.cents", "price"],
    ["lesson.weekdays[0]", "weekdays"],
    ["lesson.places.least", undefined],
  ])("maps the path %s to the field %s", (path, name) => expect(lessonForm(lesson, 10).fieldOf(path)).toBe(name));

  test("labels stored fields and formats their values in the history", () => {
    const { label, show } = lessonForm(undefined, 10).history;
    expect([label("lesson.kind"), show("lesson.kind", "ONCE")]).toEqual(["Kada", "Kartą"]);
    expect([label("lesson.other"), show("lesson.other", "x")]).toEqual([undefined, ""]);
  });
});

test("renders only the fields that are shown, with their hints, and uses a different label if one is given", async () => {
  const hook = await runHook(() =>
    useForm((stored) => lessonForm(stored, 10), { item: lesson, prefix: "lesson-", save: async () => {} }),
  );
  const html = () =>
    renderToStaticMarkup(
      <>
        <FormFields form={hook.now()} columns={2} names={["name", "places", "weekdays"]} />
        <FormField form={hook.now()} name="price" label="Kaina kartui" />
      </>,
    );
  expect(html()).toContain('<div class="grid gap-4 md:grid-cols-2">');
  expect(html()).toContain('<input maxLength="40" id="lesson-name" class="input" value="Įvadas"/>');
  expect(html()).toContain(
    `Vietos <small>(${say("optional")})</small></label><p class="hint" id="lesson-places-hint">`,
  );
  expect(html()).toContain('<fieldset id="lesson-weekdays"');
  expect(html()).toContain("Kaina kartui");
  await hook.do((form) => form.set({ kind: "ONCE" }));
  expect(html()).not.toContain("lesson-weekdays");
  await hook.end();
});

test("saves the values, the changed values and the revision they are based on", async () => {
  const saved: unknown[] = [];
  const hook = await runHook(() =>
    useForm((stored) => lessonForm(stored, 10), {
      item: lesson,
      save: async ({ changes, revision }) => saved.push(changes, revision),
    }),
  );
  await hook.do((form) => form.set({ places: "9 " }));
  await hook.do((form) => form.submit());
  expect(hook.now().wrong).toEqual({ weekdays: "Pasirinkite dieną." });
  await hook.do((form) => form.set({ weekdays: ["2"] }));
  await hook.do((form) => form.submit());
  expect(saved).toEqual([{ places: 9, weekdays: [2] }, "4"]);
  await hook.end();
});

describe("a field", () => {
  test.each([
    ["0", undefined],
    ["60", undefined],
    ["61", "klaida"],
    ["", "klaida"],
    ["1.5", "klaida"],
    ["-1", "klaida"],
  ])("a whole number from 0 to 60 typed as %j has the error %s", (typed, error) =>
    expect(field.wholeNumber(5, [0, 60], "klaida").check(typed)).toBe(error),
  );
  test("an optional whole number may be empty", () => {
    const count = field.wholeNumberOrNull(null, [1, 9], "klaida");
    expect([count.initial, count.check(" "), count.sent(" "), count.check("x")]).toEqual([
      "",
      undefined,
      null,
      "klaida",
    ]);
  });
  test("an empty text, date or time is sent as null if the value is optional", () => {
    expect([field.text("a").sent(" "), field.orNull(field.text("a")).sent(" ")]).toEqual(["", null]);
    expect([field.date("").sent(""), field.clock(null).sent("")]).toEqual([null, null]);
  });
  test("values are shown as the form displays them", () => {
    const items = [{ id: "a", name: "Ūla" }];
    expect(field.flag(true).show(true)).toBe(say("yes"));
    expect(field.select("a", items).show("a")).toBe("Ūla");
    expect(field.checkList([], items).show(["a", "b"])).toBe("Ūla, b");
    expect(field.amount("28.50").show("28.50")).toBe("28,50");
    expect(field.weekHours([], "").show([{ weekday: 1, start: "09:00", end: "10:00" }])).toContain("9:00–10:00");
  });
  test("a list of choices is not rendered before its options are loaded", () => {
    const props = { id: "a", label: "A", value: [], error: undefined, onChange: () => {} };
    expect(field.checkList([], undefined).input(props)).toBeFalsy();
  });
});
