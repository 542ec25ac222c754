import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { generate } from "./tools/make.ts";
import { temporaryFolder } from "./tools/temporary.ts";

// A single test may be run in a fresh clone, before any files have been generated.
await generate();

process.env.TMPDIR = temporaryFolder();

/**
 * Every `*.test.ts` next to the code. One PostgreSQL serves the whole run; each file clones its own
 * database from it.
 */
export default defineConfig({
  test: {
    include: ["{packages,apps,tools}/**/*.test.{ts,tsx}"],
    globalSetup: ["packages/database/src/testing-server.ts", "packages/kernel/src/covered-operations.testing.ts"],
    setupFiles: ["tools/fast-check-seed.ts", "apps/server/src/close-prototype.ts"],
    env: {
      TZ: "UTC",
      // For processes started by tests.
      NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/node"),
    },
    // Long timeouts, which only a condition that never becomes true should reach: tests are slow,
    // not wrong, on a busy computer.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    // One more than the two cores of the target machine: a third of the tests wait for the database
    // or for a timeout.
    maxWorkers: 3,
    // Test files share modules: loading the same modules again would take a third of the time, and
    // the only state they hold is caches.
    isolate: false,
    // Prevents a file from seeing the globals stubbed by another file.
    unstubGlobals: true,
  },
});
