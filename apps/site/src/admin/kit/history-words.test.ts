import { say } from "@uola/words/admin";
import { expect, test } from "vitest";
import { actionOf } from "./history-words.ts";

test.each([
  ...([
    "create",
    "confirm",
    "decline",
    "cancel",
    "reschedule",
    "participants",
    "attendance",
    "settle",
    "pend",
  ] as const),
  ...(["payment", "cancellationFee", "fields", "group", "ungroup", "lessons"] as const),
])("what the platform records of a booking has words of its own: %s", (name) =>
  expect(actionOf({ action: `booking.${name}` })).toBe(say(`history.booking.${name}`)),
);

test("what is no change is not called one: signing in, what happens to an order, what is issued and what is taken away", () =>
  expect(
    ["account.signIn", "order.refund", "document.issue", "staff.remove", "apiKey.revoke", "staff.update"].map(
      (action) => actionOf({ action }),
    ),
  ).toEqual(["Prisijungta", "Grąžinta", "Išrašyta", "Ištrinta", "Panaikinta", "Pakeista"]));
