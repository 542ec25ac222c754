import { expect, test } from "vitest";
import { countPlaywright, countVitest, progress } from "./test.ts";

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((status) => ({ status })),
});

test("vitest: tests, and files that fail as a whole", () => {
  const testResults = [
    file("passed", "passed", "passed"),
    file("failed", "passed", "failed"),
    file("failed"),
    file("failed", "passed"),
  ];
  expect(countVitest({ numPassedTests: 4, numFailedTests: 1, testResults })).toEqual({ passed: 4, failed: 3 });
});

test("playwright: what passes only when repeated, and what breaks outside of tests, has failed", () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1 };
  expect(countPlaywright({ stats, errors: [{}] })).toEqual({ passed: 5, failed: 3 });
});

test("a step says in a line what it came to and how long it took", () => {
  expect(progress("unit", { passed: 3, failed: 0 }, 302_400)).toBe("✓ unit: 3 passed, 0 failed in 5 min 2 s");
  expect(progress("lint", { passed: 0, failed: 1 }, 900)).toBe("✗ lint: 0 passed, 1 failed in 1 s");
  expect(progress("journeys", { passed: 0, failed: 0 }, 0)).toContain("✗");
});
