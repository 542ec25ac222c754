import { say } from "@uola/words/admin";
import { expect, test } from "vitest";
import { actionOf } from "./history.tsx";

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
