import type { CartDonation } from "@uola/contract";
import { centsOf } from "../../features/typed-sum.ts";
import type { Project } from "./donate.data.ts";

/** In euro. */
export const sums = [10, 25, 50, 100] as const;
/**
 * The limits of `donationAmount` in the contract, in euros; repeated here because the contract is
 * not shipped to browsers.
 */
export const sumLimits = { least: 1, most: 5000 } as const;

/**
 * The donation form: the sum as typed, and the path of a project. An empty path means that the
 * donation is used where it is needed most.
 */
export type DonationDraft = { sum: string; project: string };

/** Returns the initial form, with the project whose page linked here. */
export const initialDonationDraft = (project: string | null, projects: readonly Project[]): DonationDraft => ({
  sum: "25",
  project: projects.some(({ path }) => path === project) ? (project ?? "") : "",
});

/**
 * Returns the donation to add to the cart, with the display name of its project; undefined while
 * the sum is invalid.
 */
export function donationOf({ sum, project }: DonationDraft, projects: readonly Project[]): CartDonation | undefined {
  const amount = centsOf(sum, sumLimits);
  if (amount === undefined) return undefined;
  const chosen = projects.find(({ path }) => path === project);
  return { amount, ...(chosen && { project: chosen.title.slice(0, 100) }) };
}
