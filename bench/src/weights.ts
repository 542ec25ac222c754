import { pageWeights } from "@uola/site/weights";
import { demand, heading } from "./report.ts";

/** Compares the size of the built pages' JavaScript (brotli) with their budgets. */
export async function weights() {
  heading("weights: JavaScript of the built pages, kB brotli");
  for (const { page, what, kilobytes, budget } of await pageWeights())
    demand(`${page}, ${what}: ${kilobytes.toFixed(1)} (≤ ${budget})`, kilobytes <= budget);
}
