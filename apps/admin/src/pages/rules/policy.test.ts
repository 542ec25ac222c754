import { changedOf } from "@uola/ui/kit/changes.ts";
import { say } from "@uola/words/admin";
import { describe, expect, test } from "vitest";
import * as input from "./policy.ts";
import { type PolicyDraft, policyForm, restoredPolicy, sentencesOf } from "./policy.ts";

const { draft: emptyPolicy, check, sent, fieldOf: policyField } = policyForm(undefined);
const policyInputOf = (draft: PolicyDraft) => input.policyInputOf(sent(draft));
const policyChange = (draft: PolicyDraft, changed: Partial<PolicyDraft>) => input.policyChange(sent(draft), changed);

test("describes a policy in sentences", () => {
  expect(sentencesOf(policyInputOf(emptyPolicy))).toEqual([
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
  expect(sentencesOf(policyInputOf(strict))).toEqual([
    { key: "cancel.none" },
    { key: "reschedule.always" },
    { key: "early", minutes: 43_200 },
    { key: "late", minutes: 60 },
    { key: "waitlist", minutes: 30 },
  ]);
  expect(sentencesOf({})).toEqual([{ key: "cancel.none" }, { key: "reschedule.none" }, { key: "late.start" }]);
});

test("a policy update contains only the rules that changed", () => {
  const later = { ...emptyPolicy, cancelSpan: { count: "2", unit: "DAYS" } as const };
  expect(policyChange(later, changedOf(emptyPolicy, later))).toEqual({
    cancellationPolicy: { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: 2880 },
  });
});

test("requires a time for a rule only if the rule is switched on", () => {
  const none = { count: "", unit: "HOURS" } as const;
  expect(check({ ...emptyPolicy, name: "A", lateSpan: none })).toEqual({});
  expect(check({ ...emptyPolicy, late: true, lateSpan: none, most: "daug" })).toEqual({
    name: say("policies.wrong.name"),
    lateSpan: say("policies.wrong.span"),
    most: say("policies.wrong.number"),
  });
});

test("maps stored policy fields to form fields", () => {
  expect(policyField("policy.cancellationPolicy.latestCancellationInMinutes")).toBe("cancelSpan");
  expect(policyField("serviceCount")).toBeUndefined();
});

describe("setting that requires years of birth", () => {
  const stored = {
    id: "1",
    name: "Vaikai",
    default: false,
    revision: "3",
    serviceCount: 2,
    createdDate: new Date(0),
    updatedDate: new Date(0),
    agePolicy: { birthYearRequired: true },
  };

  test("shows the stored birth-year setting and lists it among the rules", () => {
    expect(policyForm(stored).draft.birthYears).toBe(true);
    expect(policyForm({ ...stored, agePolicy: null }).draft.birthYears).toBe(false);
    expect(sentencesOf(stored)).toContainEqual({ key: "birthYears" });
    expect(sentencesOf({ ...stored, agePolicy: { birthYearRequired: false } })).not.toContainEqual({
      key: "birthYears",
    });
  });

  test("sends the birth-year setting only when it changes", () => {
    const { draft } = policyForm(stored);
    expect(policyChange({ ...draft, birthYears: false }, { birthYears: false })).toEqual({
      agePolicy: { birthYearRequired: false },
    });
    expect(policyChange({ ...draft, most: "4" }, { most: "4" })).not.toHaveProperty("agePolicy");
  });

  test("a new policy includes the birth-year setting", () => {
    expect(policyInputOf({ ...emptyPolicy, birthYears: true })).toMatchObject({
      agePolicy: { birthYearRequired: true },
    });
  });

  test("maps the birth-year setting in the change history to its form field", () => {
    expect(policyField("policy.agePolicy.birthYearRequired")).toBe("birthYears");
    expect(policyField("agePolicy")).toBeUndefined();
  });
});

test("restores a deleted policy with all stored rules, including those not shown in the form", () => {
  const rules = {
    name: "Stovykla",
    agePolicy: { birthYearRequired: true },
    resourcesPolicy: { enabled: true, autoAssignAllowed: false },
    saveCreditCardPolicy: { enabled: true },
  };
  const system = {
    id: "1",
    default: false,
    revision: "3",
    serviceCount: 0,
    createdDate: new Date(0),
    updatedDate: new Date(0),
  };
  expect(restoredPolicy({ ...system, ...rules })).toEqual(rules);
});
