import { runHook } from "@uola/browser/hook.testing.tsx";
import { expect, test } from "vitest";
import { useQuote } from "./cancel-dialog.tsx";
import type { OwnBooking } from "./own-booking.ts";

test("loads the refund quote again after a failed attempt", async () => {
  const mine = { id: "1", paymentStatus: "PAID" } as OwnBooking;
  let asked = 0;
  const hook = await runHook(() =>
    useQuote(mine, async () => {
      if (++asked === 1) throw new Error("There is no network.");
      return null;
    }),
  );
  await hook.settle(([back]) => back.at === "failed");
  await hook.do(([, askAgain]) => askAgain());
  await hook.settle(([back]) => back.at === "read");
  expect(asked).toBe(2);
  await hook.end();
});
