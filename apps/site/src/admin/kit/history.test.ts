import { say } from "@uola/words/admin";
import { expect, test } from "vitest";
import { actionOf } from "./history.tsx";

test("what the platform records of a booking has words of its own", () => {
  for (const name of ["create", "confirm", "decline", "cancel", "reschedule", "participants", "attendance"] as const) {
    expect(actionOf({ action: `booking.${name}` })).toBe(say(`history.booking.${name}`));
  }
});
