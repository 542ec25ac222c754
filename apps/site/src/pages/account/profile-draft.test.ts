import { expect, test } from "vitest";
import { draftOf, problemsInProfile, profileChange } from "./profile-draft.ts";

test("changes a member's name and first phone number without losing the other numbers", () => {
  const draft = { firstName: " Ona ", lastName: "Onaitė", phone: "8 612 34567" };
  expect(problemsInProfile(draft)).toEqual([]);
  expect(profileChange(draft, ["+37061100000", "+37061200000"])).toEqual({
    firstName: "Ona",
    lastName: "Onaitė",
    phones: ["+37061234567", "+37061200000"],
  });
});

test("clears a member's last name and phone number", () =>
  expect(profileChange({ firstName: "Ona", lastName: " ", phone: "" }, ["+37061100000"])).toEqual({
    firstName: "Ona",
    lastName: null,
    phones: [],
  }));

test("rejects a profile with a missing first name or an incomplete phone number", () =>
  expect(problemsInProfile({ firstName: " ", lastName: "", phone: "123" }).map(({ field }) => field)).toEqual([
    "firstName",
    "phone",
  ]));

test("returns an empty draft for a profile without details", () =>
  expect(draftOf({})).toEqual({ firstName: "", lastName: "", phone: "" }));
