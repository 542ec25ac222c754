import { expect, test } from "vitest";
import { resourceChange, resourceForm, staffChange, staffForm } from "./staff-fields.tsx";

const { draft: emptyDraft, sent, fieldOf } = staffForm(undefined);
/** Returns the update after the fields in `part` have changed. */
const change = (part: Partial<typeof emptyDraft>) => {
  const values = Object.entries(sent({ ...emptyDraft, ...part }));
  return staffChange(Object.fromEntries(values.filter(([name]) => name in part)));
};

test("a staff update contains only changed fields, with emptied texts as null", () => {
  expect(change({ name: " Rūta ", email: "", most: "8" })).toEqual({ name: "Rūta", email: null, maxParticipants: 8 });
  expect(change({ most: "" })).toEqual({ maxParticipants: null });
  expect(change({})).toEqual({});
});

test("merges and sorts working hours, and stores the end of a day as its last minute", () => {
  const hours = [
    { weekday: 2, start: "18:00", end: "24:00" },
    { weekday: 1, start: "09:00", end: "12:00" },
    { weekday: 1, start: "12:00", end: "13:00" },
  ];
  expect(change({ hours }).workingHours).toEqual([
    { weekday: 1, start: "09:00", end: "13:00" },
    { weekday: 2, start: "18:00", end: "23:59" },
  ]);
});

test("a resource without a location has the location null", () => {
  const { draft, sent } = resourceForm(undefined);
  expect(resourceChange(sent(draft))).toMatchObject({ type: "WALL", units: 1, locationId: null });
});

test("maps stored staff fields to form fields", () => {
  expect(fieldOf("maxParticipants")).toBe("most");
  expect(fieldOf("workingHours")).toBe("hours");
  expect(fieldOf("sortOrder")).toBeUndefined();
});
