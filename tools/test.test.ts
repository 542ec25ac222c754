import { expect, test } from "vitest";
import { countPlaywright, countVitest, progress } from "./test.ts";

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((status) => ({ status })),
});

test("vitest's report: failed tests count, and so do files that fail as a whole", () => {
  const testResults = [
    file("passed", "passed", "passed"),
    file("failed", "passed", "failed"),
    file("failed"),
    file("failed", "passed"),
  ];
  expect(countVitest({ numPassedTests: 4, numFailedTests: 1, testResults })).toEqual({ passed: 4, failed: 3 });
});

test("playwright's report: a test that passes only on retry has failed, and errors outside of tests count", () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1 };
  expect(countPlaywright({ stats, errors: [{}] })).toEqual({ passed: 5, failed: 3 });
});

test("a step prints its result and its duration in one line", () => {
  expect(progress("unit", { passed: 3, failed: 0 }, 302_400)).toBe("✓ unit: 3 passed, 0 failed in 5 min 2 s");
  expect(progress("lint", { passed: 0, failed: 1 }, 900)).toBe("✗ lint: 0 passed, 1 failed in 1 s");
  expect(progress("journeys", { passed: 0, failed: 0 }, 0)).toContain("✗");
});
