import { expect, test } from "vitest";
import { changedOf } from "../../admin/kit/changes.ts";
import { emptyPolicy, policyChange, policyField, policyProblems, policyWish, sentencesOf } from "./policy.ts";

test("a policy is told in sentences", () => {
  expect(sentencesOf(policyWish(emptyPolicy))).toEqual([
    { key: "cancel", minutes: 1440 },
    { key: "reschedule", minutes: 1440 },
    { key: "late.start" },
    { key: "most", count: 10 },
  ]);
  const strict = {
    ...emptyPolicy,
    cancel: false,
    rescheduleLimited: false,
    early: true,
    late: true,
    most: "",
    waitlist: true,
  };
  expect(sentencesOf(policyWish(strict))).toEqual([
    { key: "cancel.none" },
    { key: "reschedule.always" },
    { key: "early", minutes: 43_200 },
    { key: "late", minutes: 60 },
    { key: "waitlist", minutes: 30 },
  ]);
  expect(sentencesOf({})).toEqual([{ key: "cancel.none" }, { key: "reschedule.none" }, { key: "late.start" }]);
});

test("a change says only the rules it touches", () => {
  const later = { ...emptyPolicy, cancelSpan: { count: "2", unit: "DAYS" } as const };
  expect(policyChange(later, changedOf(emptyPolicy, later))).toEqual({
    cancellationPolicy: { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: 2880 },
  });
});

test("a time is asked for only where its rule is on", () => {
  const none = { count: "", unit: "HOURS" } as const;
  expect(policyProblems({ ...emptyPolicy, name: "A", lateSpan: none })).toEqual({});
  expect(policyProblems({ ...emptyPolicy, late: true, lateSpan: none, most: "daug" })).toEqual({
    name: "name",
    lateSpan: "span",
    most: "number",
  });
});

test("stored rules are found in the form", () => {
  expect(policyField("policy.cancellationPolicy.latestCancellationInMinutes")).toBe("cancelSpan");
  expect(policyField("serviceCount")).toBeUndefined();
});
