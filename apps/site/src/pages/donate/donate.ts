import type { CartDonation } from "@uola/contract";
import { centsOf } from "../../features/typed-sum.ts";
import type { Project } from "./donate.data.ts";

/** In euro. */
export const sums = [10, 25, 50, 100] as const;
/** `donationAmount` of the contract, which browsers do not carry; in euro. */
export const sumLimits = { least: 1, most: 5000 } as const;

/** What is being given: the sum as typed, and the path of a project, or none for where it is needed most. */
export type Giving = { sum: string; project: string };

/** It begins with the project whose page led here. */
export const firstGiving = (project: string | null, projects: readonly Project[]): Giving => ({
  sum: "25",
  project: projects.some(({ path }) => path === project) ? (project ?? "") : "",
});

/** The donation as it is put into the cart, its project by the name that people read; nothing while the sum cannot be given. */
export function donationOf({ sum, project }: Giving, projects: readonly Project[]): CartDonation | undefined {
  const amount = centsOf(sum, sumLimits);
  if (amount === undefined) return undefined;
  const chosen = projects.find(({ path }) => path === project);
  return { amount, ...(chosen && { project: chosen.title.slice(0, 100) }) };
}
