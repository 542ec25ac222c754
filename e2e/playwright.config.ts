import { defineConfig, devices } from "@playwright/test";

/** Journeys through a real Uola: own ports and data, a real SMTP server, Debian's Chromium. */
export default defineConfig({
  testDir: "journeys",
  globalSetup: "./house/open.ts",
  outputDir: "../test-results",
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 1,
  retries: 0,
  reporter: process.env.CI
    ? [["line"], ["json", { outputFile: "../test-results/journeys.json" }]]
    : [["line"], ["json", { outputFile: "../test-results/journeys.json" }]],
  use: {
    baseURL: "http://localhost:3920",
    locale: "lt-LT",
    timezoneId: "Europe/Vilnius",
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-sync",
        "--disable-component-update",
      ],
    },
  },
  projects: [
    { name: "wide", use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } } },
    {
      name: "phone",
      testMatch: /(book|sign-in|axe)\.spec\.ts/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
  ],
});
