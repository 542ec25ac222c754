import { describe, expect, test } from "vitest";
import { type Draft, emptyDraft, problemsOf } from "./contact.ts";

const sound: Draft = {
  ...emptyDraft,
  firstName: "Žygimantė",
  lastName: "Ščiukaitė-Øre",
  email: "zygimante@uola.example",
};
const problems = (given: Partial<Draft>) => problemsOf({ ...sound, ...given }, 3);

describe("a form", () => {
  test("is sound with names and e-mail alone", () => expect(problems({})).toEqual([]));

  test("names everything that is missing, in the order of the screen", () => {
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
    [{ participants: 4 }, { field: "participants", what: "tooMany" }],
  ])("%o", (given, problem) => expect(problems(given)).toEqual([problem]));
});
