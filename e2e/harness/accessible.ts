import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Axe = { axe: { run(context: Document, options: RunOptions): Promise<AxeResults> } };

const colorRules = ["color-contrast", "link-in-text-block"];

/** Checks a page in light and dark mode. They differ in colours only, so the other rules run once. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => document.fonts.ready);
    if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
    const options: RunOptions = {
      resultTypes: ["violations"],
      ...(colorScheme === "dark" && { runOnly: { type: "rule", values: colorRules } }),
    };
    const { violations } = await page.evaluate(
      (options) => (window as unknown as Axe).axe.run(document, options),
      options,
    );
    const messages = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary ?? ""}`).join("\n  ")}`,
    );
    expect(messages, `${new URL(page.url()).pathname} in ${colorScheme}`).toEqual([]);
  }
}
