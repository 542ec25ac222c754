import journeys from "../e2e/playwright.config.ts";

/** Other vendors' clients against a real Uola with ports and data of its own; Chromium for those that run in a browser. */
export default {
  ...journeys,
  testDir: "specs",
  globalSetup: "./harness/open.ts",
  outputDir: "../test-results/clients",
  reporter: [["line"], ["json", { outputFile: "../test-results/clients.json" }]],
  projects: [{ name: "clients", use: { viewport: { width: 1280, height: 800 } } }],
};
