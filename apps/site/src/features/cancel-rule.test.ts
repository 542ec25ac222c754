import { inLanguage } from "@uola/words/language";
import { expect, test } from "vitest";
import { cancelRule, sharedCancelRule } from "./cancel-rule.ts";

const before = (latestCancellationInMinutes: number) => ({
  cancellationPolicy: { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes },
});

test.each([
  [24 * 60, "Nemokamai atšauksite likus ne mažiau kaip 24 valandoms iki pradžios."],
  [7 * 24 * 60, "Nemokamai atšauksite likus ne mažiau kaip 7 dienoms iki pradžios."],
  [21 * 60, "Nemokamai atšauksite likus ne mažiau kaip 21 valandai iki pradžios."],
  [10 * 24 * 60, "Nemokamai atšauksite likus ne mažiau kaip 10 dienų iki pradžios."],
  [90, "Nemokamai atšauksite likus ne mažiau kaip 90 minučių iki pradžios."],
])("states a cancellation deadline of %i minutes before the start in the largest whole unit", (minutes, said) =>
  expect(cancelRule(before(minutes))).toBe(said),
);

test("distinguishes policies without a deadline, with a fee, and without cancellation", () => {
  const cancellationPolicy = { enabled: true, limitLatestCancellation: false };
  const always = cancelRule({ cancellationPolicy });
  const fee = cancelRule({ ...before(60), cancellationFeePolicy: { enabled: true, cancellationWindows: [] } });
  const never = cancelRule({ cancellationPolicy: { ...cancellationPolicy, enabled: false } });
  expect(new Set([always, fee, never, cancelRule({})])).toEqual(new Set([always, fee, never]));
  expect(fee).not.toContain("Nemokamai");
});

test("states the cancellation rule in English", () => {
  expect(inLanguage("en", () => cancelRule(before(60)))).toBe("Cancel free up to 1 hour before.");
});

test("services with the same policy share one sentence; otherwise a note says where each rule is shown", () => {
  const [day, hour] = [{ bookingPolicy: before(24 * 60) }, { bookingPolicy: before(60) }];
  expect(sharedCancelRule([day, day])).toBe(cancelRule(before(24 * 60)));
  expect(sharedCancelRule([day, hour])).toBe("Iki kada galima atšaukti nemokamai, rašoma rezervuojant.");
  expect(sharedCancelRule([])).toBe("");
});
