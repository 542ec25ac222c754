import journeys from "../e2e/playwright.config.ts";

/**
 * Runs third-party clients against a real Uola instance with separate ports and data; uses Chromium
 * for the clients that run in a browser.
 */
export default {
  ...journeys,
  testDir: "specs",
  globalSetup: "./harness/open.ts",
  outputDir: "../test-results/clients",
  reporter: [["line"], ["json", { outputFile: "../test-results/clients.json" }]],
  projects: [{ name: "clients", use: { viewport: { width: 1280, height: 800 } } }],
};
