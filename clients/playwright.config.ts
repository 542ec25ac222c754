import journeys from "../e2e/playwright.config.ts";

/** Other people's clients against a real Uola: own ports and data; Chromium for what runs in a browser. */
export default {
  ...journeys,
  testDir: "specs",
  globalSetup: "./harness/open.ts",
  workers: 1,
  outputDir: "../test-results/clients",
  reporter: [["line"], ["json", { outputFile: "../test-results/clients.json" }]],
  projects: [{ name: "clients", use: { viewport: { width: 1280, height: 800 } } }],
};
