import type { Pass, PersonSearchResult } from "@uola/contract";
import { expect, test } from "vitest";
import { resultsOf } from "./finder.tsx";

const person = {
  id: "1",
  firstName: "Ona",
  lastName: "Sava",
  email: "Ona@uola.example",
  phone: null,
} as PersonSearchResult;
const pass = (id: string, email: string) =>
  ({ id, name: "Narystė", holder: { name: id, email }, balance: null, status: "ACTIVE", terms: {} }) as Pass;

test.each([
  ["their phone number and email address", { phone: "+37061234567", email: "ona@uola.example" }, "ona@uola.example"],
  [
    "their last booking",
    { lastBooking: { title: "Įvadas", startDate: new Date("2026-11-20T15:00:00Z") } },
    "lapkričio 20",
  ],
  ["nothing", {}, ""],
])("distinguishes people with the same name by %s", (_, known, about) => {
  const found = { people: [{ ...person, email: null, ...known } as PersonSearchResult], bookings: [] };
  const [result] = resultsOf({ found, voucher: undefined });
  expect(result?.about).toContain(about);
});

test("lists a pass separately only if its holder has never booked, before the people", () => {
  const passes = [pass("Jonas", "jonas@uola.example"), pass("Ona", "ona@uola.example")];
  const found = { people: [person], bookings: [] };
  expect(resultsOf({ found, voucher: undefined, passes })).toMatchObject([
    { kind: "pass", name: "Jonas" },
    { kind: "person", name: "Ona Sava" },
  ]);
});
