import { defineConfig, devices } from "@playwright/test";
import { site } from "./harness/addresses.ts";
import { withSystemFont } from "./harness/fonts.ts";

const everywhere = /(book|last-place|axe)\.spec\.ts/;

/**
 * Runs the browser tests in the system's Chromium, two at a time, against a real Uola instance with
 * its own ports, data and SMTP server.
 */
export default defineConfig({
  testDir: "journeys",
  globalSetup: "./harness/open.ts",
  outputDir: "../test-results/journeys",
  // Long enough that only a real failure causes a timeout, even on a busy machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  workers: 2,
  // One flaky test does not fail a run of hundreds; the reporter lists it at the end.
  retries: 1,
  reporter: [["line"], ["json", { outputFile: "../test-results/journeys.json" }]],
  use: {
    baseURL: site,
    locale: "lt-LT",
    timezoneId: "Europe/Vilnius",
    // A service worker's requests would bypass the routes set by tests; only the service-worker
    // test allows service workers.
    serviceWorkers: "block",
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      // Layouts must not depend on the fonts that are installed on the machine.
      env: withSystemFont("Arimo"),
      args: [
        "--no-sandbox",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-sync",
        "--disable-component-update",
        // Pages are too short-lived in these tests for the optimizing compilers to pay off: they
        // took a seventh of the CPU time.
        "--js-flags=--no-maglev --no-turbofan",
      ],
    },
  },
  projects: [
    { name: "wide", use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } } },
    {
      name: "phone",
      testMatch: everywhere,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
  ],
});
