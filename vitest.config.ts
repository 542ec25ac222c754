import { defineConfig } from "vitest/config";

/** Every `*.test.ts` beside the code. One PostgreSQL serves the whole run; each file clones its own database from it. */
export default defineConfig({
  test: {
    include: ["{packages,apps,tools}/**/*.test.{ts,tsx}"],
    globalSetup: ["packages/database/src/testing-server.ts"],
    env: { TZ: "UTC" },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
