import { defineForm } from "@uola/ui/kit/define-form.ts";
import { expect, test } from "vitest";
import { limitErrors, limitFields, limitsOf } from "./limits.ts";

const limits = {
  membersOnly: true,
  placesPerPerson: { withoutProof: 20, atMost: 60 },
  placesPerNetwork: { withoutProof: 100 },
  textsTo: ["+370", "+371"],
};

const limitForm = defineForm({ label: (name) => name, fields: limitFields, check: limitErrors });
const { draft, check, sent } = limitForm(limits);

test("booking limits survive the round trip through the form's fields", () => {
  expect(limitsOf(sent(draft))).toEqual(limits);
  expect(check(draft)).toEqual({});
});

test("reports an invalid number, a limit that is too low or an unknown country at its field", () => {
  const wrong = (changes: object) => Object.keys(check({ ...draft, ...changes }));
  expect(wrong({ personFree: "" })).toEqual(["personFree"]);
  expect(wrong({ personMost: "0" })).toEqual(["personMost"]);
  expect(wrong({ personMost: "19" })).toEqual(["personMost"]);
  expect(wrong({ networkFree: "1000000" })).toEqual(["networkFree"]);
  expect(wrong({ textsTo: "370" })).toEqual(["textsTo"]);
  expect(wrong({ textsTo: "" })).toEqual([]);
});
