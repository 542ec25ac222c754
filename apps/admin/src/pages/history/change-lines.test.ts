import { expect, test } from "vitest";
import { changeLines } from "./change-lines.ts";

const changed = (entity: string, ...changes: [field: string, from: string | number | null, to: string | number][]) =>
  changeLines({ entity, changes: changes.map(([field, from, to]) => ({ field, from, to })) }, new Map());

test("describes a change with the form's labels and localized dates and amounts", () => {
  expect(changed("order", ["paid", 0, 500], ["state", "AWAITING_PAYMENT", "PAID"])).toEqual([
    { name: "Sumokėta", from: "0,00\u00a0€", to: "5,00\u00a0€" },
    { name: "Būsena", from: "Laukia apmokėjimo", to: "Apmokėtas" },
  ]);
  expect(changed("booking", ["startDate", null, "2026-11-27T16:00:00.000Z"], ["status", null, "CONFIRMED"])).toEqual([
    { name: "Pradžia", from: "", to: "2026\u00a0m. lapkričio 27\u00a0d., 18:00" },
    { name: "Būsena", from: "", to: "Patvirtinta" },
  ]);
  expect(changed("deskClose", ["day", null, "2026-10-23"])[0]?.to).toBe("2026\u00a0m. spalio 23\u00a0d.");
  expect(changed("account", ["role", "member", "desk"])).toEqual([
    { name: "Pareigos", from: "Narys", to: "Administratorius" },
  ]);
  expect(changed("booking_policy", ["cancellationPolicy.latestCancellationInMinutes", 1440, 90])[0]?.to).toBe(
    "1\u00a0val. 30\u00a0min.",
  );
});

test("omits changes to internal fields", () =>
  expect(
    changed("order", ["orderId", null, "01a21cf4-716a-71cd-b18a-0f8b5c88a634"], ["constructor", "a", "b"]),
  ).toEqual([]));
