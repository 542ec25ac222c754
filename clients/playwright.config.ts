import journeys from "../e2e/playwright.config.ts";

/**
 * Runs other vendors' clients against a real Uola with separate ports and data; uses Chromium for
 * those that run in a browser.
 */
export default {
  ...journeys,
  testDir: "specs",
  globalSetup: "./harness/open.ts",
  outputDir: "../test-results/clients",
  reporter: [["line"], ["json", { outputFile: "../test-results/clients.json" }]],
  projects: [{ name: "clients", use: { viewport: { width: 1280, height: 800 } } }],
};
