import { donationAmount } from "@uola/contract";
import { expect, test } from "vitest";
import { donationOf, initialDonationDraft, sumLimits } from "./donation-rules.ts";

const projects = [{ path: "medis", title: "Medis virš debesų", summary: "", href: "/projects/medis/" }];

test("the donation page has the same limits as the contract", () => {
  expect([sumLimits.least * 100, sumLimits.most * 100]).toEqual([donationAmount.min, donationAmount.max]);
});

test("assigns a donation to the project whose page linked here, or to no particular project", () => {
  expect(initialDonationDraft("medis", projects).project).toBe("medis");
  expect(initialDonationDraft("kito-nera", projects).project).toBe("");
  expect(donationOf({ sum: "12,50", project: "medis" }, projects)).toEqual({
    amount: 1250,
    project: "Medis virš debesų",
  });
  expect(donationOf({ sum: "5000", project: "" }, projects)).toEqual({ amount: 500_000 });
  for (const sum of ["", "0,99", "5000,01", "daug"]) expect(donationOf({ sum, project: "" }, projects)).toBeUndefined();
});
