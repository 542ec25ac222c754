import { expect, test } from "vitest";
import { draftOf, problemsInProfile, profileChange } from "./profile-draft.ts";

test("a member changes name and first phone number, and keeps other numbers", () => {
  const draft = { firstName: " Ona ", lastName: "Onaitė", phone: "8 612 34567" };
  expect(problemsInProfile(draft)).toEqual({});
  expect(profileChange(draft, ["+37061100000", "+37061200000"])).toEqual({
    firstName: "Ona",
    lastName: "Onaitė",
    phones: ["+37061234567", "+37061200000"],
  });
});

test("a member clears the last name and the phone number", () =>
  expect(profileChange({ firstName: "Ona", lastName: " ", phone: "" }, ["+37061100000"])).toEqual({
    firstName: "Ona",
    lastName: null,
    phones: [],
  }));

test("a missing first name and an incomplete phone number are refused", () =>
  expect(Object.keys(problemsInProfile({ firstName: " ", lastName: "", phone: "123" }))).toEqual([
    "firstName",
    "phone",
  ]));

test("a profile without details has an empty draft", () =>
  expect(draftOf({})).toEqual({ firstName: "", lastName: "", phone: "" }));
