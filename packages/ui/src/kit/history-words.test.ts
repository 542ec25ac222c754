import { say } from "@uola/words/admin";
import { expect, test } from "vitest";
import { actionText } from "./history-words.ts";

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
])("the history has a text of its own for the booking action %s", (name) =>
  expect(actionText({ action: `booking.${name}` })).toBe(say(`history.booking.${name}`)),
);

test("sign-ins, refunds, issued documents, removals and revocations have their own texts in the history", () =>
  expect(
    ["account.signIn", "order.refund", "document.issue", "staff.remove", "apiKey.revoke", "staff.update"].map(
      (action) => actionText({ action }),
    ),
  ).toEqual(["Prisijungta", "Grąžinta", "Išrašyta", "Ištrinta", "Panaikinta", "Pakeista"]));
