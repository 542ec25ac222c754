import type { FoundPerson, Pass } from "@uola/contract";
import { expect, test } from "vitest";
import { resultsOf } from "./finder.tsx";

const person = { id: "1", firstName: "Ona", lastName: "Sava", email: "Ona@uola.example", phone: null } as FoundPerson;
const pass = (id: string, email: string) =>
  ({ id, name: "Narystė", holder: { name: id, email }, balance: null, status: "ACTIVE", terms: {} }) as Pass;

test("a pass of somebody who has never booked is found before people, one of a person by the person", () => {
  const passes = [pass("Jonas", "jonas@uola.example"), pass("Ona", "ona@uola.example")];
  const found = { people: [person], bookings: [] };
  expect(resultsOf({ found, voucher: undefined, passes })).toMatchObject([
    { kind: "pass", name: "Jonas" },
    { kind: "person", name: "Ona Sava" },
  ]);
});
