import { describe, expect, test } from "vitest";
import { type Draft, emptyDraft } from "./draft.ts";
import { problemsOf } from "./form-problems.ts";

const sound: Draft = {
  ...emptyDraft,
  firstName: "Žygimantė",
  lastName: "Ščiukaitė-Øre",
  email: "zygimante@uola.example",
};
const problems = (given: Partial<Draft>) => problemsOf({ ...sound, ...given }, 3);

describe("booking form", () => {
  test("accepts a form with only names and email", () => expect(problems({})).toEqual([]));

  test("lists all missing fields in the order in which they appear on the screen", () => {
    expect(problemsOf(emptyDraft, 3)).toEqual([
      { field: "firstName", what: "missing" },
      { field: "lastName", what: "missing" },
      { field: "email", what: "missing" },
    ]);
  });

  test.each<[Partial<Draft>, unknown]>([
    [{ firstName: "   " }, { field: "firstName", what: "missing" }],
    [{ lastName: "ą".repeat(101) }, { field: "lastName", what: "tooLong" }],
    [{ email: "ona" }, { field: "email", what: "notEmail" }],
    [{ email: "ona@uola" }, { field: "email", what: "notEmail" }],
    [{ email: "ona@@uola.example" }, { field: "email", what: "notEmail" }],
    [{ phone: "12" }, { field: "phone", what: "notPhone" }],
    [{ note: "a".repeat(1001) }, { field: "note", what: "tooLong" }],
    [{ participants: 2 }, { field: "name-0", what: "missing" }],
  ])("reports the error in a form with %o", (given, problem) => expect(problems(given)).toEqual([problem]));

  test("rejects more people than allowed and requires the name of each participant", () => {
    const names = [{ firstName: "Jonas", lastName: "" }];
    expect(problems({ participants: 4, names })).toEqual([
      { field: "participants", what: "tooMany" },
      { field: "name-1", what: "missing" },
      { field: "name-2", what: "missing" },
    ]);
  });

  test("if an activity has its own form, its mandatory fields and checkboxes are required", () => {
    const fields = [
      { id: "f-1", label: "Batelių dydis", valueType: "SHORT_TEXT" as const, required: true },
      { id: "f-2", label: "Sutinku su taisyklėmis", valueType: "CHECK_BOX" as const, required: true },
      { id: "f-3", label: "Kas dar", valueType: "LONG_TEXT" as const, required: false },
    ];
    const of = (answers: Draft["answers"]) =>
      problemsOf({ ...sound, answers }, 3, { category: null, ages: null, agePrices: [], memberPrice: null, fields });
    expect(of({ "f-2": "false" })).toEqual([
      { field: "answer-f-1", what: "missing" },
      { field: "answer-f-2", what: "missing" },
    ]);
    expect(of({ "f-1": "42", "f-2": "true" })).toEqual([]);
  });

  test("shows fields for minors only if a participant may be a minor; if birth years are required, only once all are known", () => {
    const consent = { id: "f-1", label: "Tėvų sutikimas", valueType: "CHECK_BOX" as const, required: true };
    const fields = [{ ...consent, onlyForMinors: true }];
    const ages = { category: null, ages: { min: 16, max: null }, agePrices: [], memberPrice: null, fields };
    const phone = "+370 612 34567";
    const born = (birthYear: string) => problemsOf({ ...sound, phone, birthYear }, 3, ages, 2026);
    const missing = { field: "answer-f-1", what: "missing" };
    expect(born("")).toEqual([{ field: "birthYear", what: "missing" }]);
    expect(["2009", "2008", "2007"].map(born)).toEqual([[missing], [missing], []]);
    const names = [{ firstName: "Ula", lastName: "", birthYear: "2010" }];
    expect(problemsOf({ ...sound, phone, participants: 2, birthYear: "1990", names }, 3, ages, 2026)).toEqual([
      missing,
    ]);
    // If no birth years are known, a participant may be a minor.
    expect(
      problemsOf(sound, 3, { category: null, ages: null, agePrices: [], memberPrice: null, fields }, 2026),
    ).toEqual([missing]);
  });

  test.each<[string, Partial<Parameters<typeof problemsOf>[2]>, string, boolean]>([
    ["a service for children", { category: { id: "c", name: "Vaikams", kind: "children" } }, "", true],
    ["a service for people under 18", { ages: { min: 7, max: 10 } }, "2018", true],
    ["a service without a maximum age, booked for a child", { ages: { min: 7, max: null } }, "2018", true],
    ["a service without a maximum age, booked for an adult", { ages: { min: 7, max: null } }, "1990", false],
    ["a service without an age limit", {}, "", false],
  ])("whether a phone number is required for %s: %s", (_, kind, birthYear, required) => {
    const activity = { category: null, ages: null, agePrices: [], memberPrice: null, fields: [], ...kind };
    const draft = { ...sound, self: false, names: [{ firstName: "Ula", lastName: "", birthYear }] };
    const fields = (phone: string) => problemsOf({ ...draft, phone }, 3, activity, 2026).map(({ field }) => field);
    expect(fields("").includes("phone")).toBe(required);
    expect(fields("+370 612 34567")).not.toContain("phone");
  });

  test("an age range requires every birth year and rejects people outside the range", () => {
    const ages = { category: null, fields: [], agePrices: [], memberPrice: null, ages: { min: 7, max: 10 } };
    const of = (birthYear: string, self = true) =>
      problemsOf(
        {
          ...sound,
          phone: "+370 612 34567",
          participants: 1,
          self,
          birthYear,
          names: [{ firstName: "Ula", lastName: "", birthYear }],
        },
        3,
        ages,
        2026,
      );
    expect(of("")).toEqual([{ field: "birthYear", what: "missing" }]);
    const nobody = problemsOf({ ...emptyDraft, self: false }, 3, ages, 2026).map(({ field }) => field);
    expect(nobody).toEqual(["name-0", "born-0", "firstName", "lastName", "email", "phone"]);
    expect(of("18")).toEqual([{ field: "birthYear", what: "notYear" }]);
    expect(of("2030")).toEqual([{ field: "birthYear", what: "notYear" }]);
    expect(of("2020", false)).toEqual([{ field: "born-0", what: "otherAge" }]);
    expect(["2019", "2015"].map((year) => of(year))).toEqual([[], []]);
  });
});
