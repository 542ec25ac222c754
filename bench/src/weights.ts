import { commonWeights, pageWeights } from "@uola/web/weights";
import { heading, requirement } from "./report.ts";

/** Compares the size of the built pages' JavaScript (brotli), of public styles and of fonts with their budgets. */
export async function weights() {
  heading("weights: JavaScript of the built pages, public styles and fonts, kB brotli");
  for (const { what, kilobytes, budget } of commonWeights())
    requirement(`${what}: ${kilobytes.toFixed(1)} (≤ ${budget})`, kilobytes <= budget);
  for (const { page, what, kilobytes, budget } of pageWeights())
    requirement(`${page}, ${what}: ${kilobytes.toFixed(1)} (≤ ${budget})`, kilobytes <= budget);
}
