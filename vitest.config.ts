import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { generate } from "./tools/make.ts";
import { temporaryFolder } from "./tools/temporary.ts";

// Whoever runs a single test of a fresh clone has not started anything before.
await generate();

process.env.TMPDIR = temporaryFolder();

/** Every `*.test.ts` beside the code. One PostgreSQL serves the whole run; each file clones its own database from it. */
export default defineConfig({
  test: {
    include: ["{packages,apps,tools}/**/*.test.{ts,tsx}"],
    globalSetup: ["packages/database/src/testing-server.ts", "packages/kernel/src/covered-operations.testing.ts"],
    setupFiles: ["tools/fast-check-seed.ts", "apps/server/src/close-prototype.ts"],
    env: {
      TZ: "UTC",
      // For the processes that tests start.
      NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/node"),
    },
    // Only what will never hold runs into these: a machine that does other work beside is slow, not wrong.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    // One more than the two cores this is made for: a third of the tests wait for the database or for a time-out.
    maxWorkers: 3,
    // A third of the time would go into reading the same modules again; what they keep are caches and nothing else.
    isolate: false,
    // So that no file finds what another has put in the place of a global.
    unstubGlobals: true,
  },
});
