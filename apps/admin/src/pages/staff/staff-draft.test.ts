import { expect, test } from "vitest";
import { resourceChange, resourceDraft, staffChange, staffDraft, staffField } from "./staff-draft.ts";

test("a staff update contains only changed fields, with emptied texts as null", () => {
  const draft = { ...staffDraft(undefined), name: " Rūta ", email: "", most: "8" };
  expect(staffChange(draft, { name: draft.name, email: "", most: "8" })).toEqual({
    name: "Rūta",
    email: null,
    maxParticipants: 8,
  });
  expect(staffChange({ ...draft, most: "" }, { most: "" })).toEqual({ maxParticipants: null });
  expect(staffChange(draft, {})).toEqual({});
});

test("merges and sorts working hours and ends a day at its last minute", () => {
  const hours = [
    { weekday: 2, start: "18:00", end: "24:00" },
    { weekday: 1, start: "09:00", end: "12:00" },
    { weekday: 1, start: "12:00", end: "13:00" },
  ];
  expect(staffChange({ ...staffDraft(undefined), hours }, { hours }).workingHours).toEqual([
    { weekday: 1, start: "09:00", end: "13:00" },
    { weekday: 2, start: "18:00", end: "23:59" },
  ]);
});

test("a resource without a location has the location null", () => {
  const draft = resourceDraft(undefined);
  expect(resourceChange(draft, draft)).toMatchObject({ type: "WALL", units: 1, locationId: null });
});

test("maps stored staff fields to form fields", () => {
  expect(staffField("maxParticipants")).toBe("most");
  expect(staffField("workingHours")).toBe("hours");
  expect(staffField("sortOrder")).toBeUndefined();
});
