import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Frame, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Axe = { axe: { run(context: Document | Element, options: RunOptions): Promise<AxeResults> } };

const colorRules = ["color-contrast", "link-in-text-block"];

/**
 * The accessibility rules to run: all rules in light mode, only the colour rules in dark mode, or
 * all rules except those for colours.
 */
type Look = "light" | "dark" | "without colors";

const rulesOf: Record<Look, RunOptions> = {
  light: {},
  dark: { runOnly: { type: "rule", values: colorRules } },
  "without colors": { rules: Object.fromEntries(colorRules.map((rule) => [rule, { enabled: false }])) },
};

/**
 * Checks the accessibility of the loaded page, or only of its element `within`, in light and dark
 * mode. The modes differ only in colours, so the other rules run once.
 */
export async function expectAccessible(
  view: Page | Frame,
  looks: readonly Look[] = ["light", "dark"],
  within?: "main",
): Promise<void> {
  const page = "parentFrame" in view ? view.page() : view;
  for (const look of looks) {
    await page.emulateMedia({ colorScheme: look === "dark" ? "dark" : "light" });
    await view.evaluate(() => document.fonts.ready);
    if (!(await view.evaluate(() => "axe" in window))) await view.evaluate(axe);
    const options: RunOptions = {
      resultTypes: ["violations"],
      // All stylesheets come from the page's own origin, so none has to be fetched again.
      preload: false,
      ...rulesOf[look],
    };
    const violations = await view.evaluate(
      async ({ options, within }) => {
        const part = within ? (document.querySelector(within) ?? document) : document;
        const { violations } = await (window as unknown as Axe).axe.run(part, options);
        return violations.map(
          ({ id, nodes }) =>
            `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary ?? ""}`).join("\n  ")}`,
        );
      },
      { options, within },
    );
    const { pathname } = new URL(view.url());
    const width = await view.evaluate(() => innerWidth);
    expect.soft(violations, `${pathname} ${look} at ${width} px`).toEqual([]);
  }
}
