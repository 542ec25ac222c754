import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { digest, progress, readPlaywright, readVitest, sum } from "./outcome.ts";

const vitestFile = (name: string, status: string, message: string, ...tests: [status: string, fullName: string][]) => ({
  name: resolve(name),
  status,
  message,
  assertionResults: tests.map(([status, fullName]) => ({
    status,
    fullName,
    failureMessages: status === "failed" ? [`${fullName} is wrong`] : [],
  })),
});

test("counts failed tests in vitest's report, and files that fail outside of their tests", () => {
  const testResults = [
    vitestFile("a.test.ts", "passed", "", ["passed", "one"], ["skipped", "two"]),
    vitestFile("b.test.ts", "failed", "", ["passed", "three"], ["failed", "four"]),
    vitestFile("c.test.ts", "failed", "no such module"),
    vitestFile("d.test.ts", "failed", "its afterAll failed", ["passed", "five"]),
  ];
  expect(readVitest({ numPassedTests: 3, testResults })).toEqual({
    passed: 3,
    failures: [
      { title: "b.test.ts › four", message: "four is wrong" },
      { title: "c.test.ts", message: "no such module" },
      { title: "d.test.ts", message: "its afterAll failed" },
    ],
  });
});

describe("Playwright's report", () => {
  const spec = (title: string, ...tests: [status: string, ...messages: string[]][]) => ({
    title,
    file: "book.spec.ts",
    tests: tests.map(([status, ...messages]) => ({
      projectName: "wide",
      status,
      results: messages.map((message) => ({ errors: message ? [{ message }] : [] })),
    })),
  });
  const report = (stats: { expected: number; flaky: number }, ...specs: ReturnType<typeof spec>[]) => ({
    stats,
    suites: [{ title: "book.spec.ts", specs: [], suites: [{ title: "guests", specs }] }],
    errors: [],
  });

  test("counts a journey that fails in both attempts as failed, and also counts errors outside of journeys", () => {
    const journeys = report(
      { expected: 5, flaky: 0 },
      spec("a member books", ["expected", ""], ["unexpected", "no button", "still no button"]),
    );
    expect(readPlaywright({ ...journeys, errors: [{ message: "the server ended" }] })).toEqual({
      passed: 5,
      failures: [
        { title: "book.spec.ts › a member books (wide)", message: "no button\nstill no button" },
        { title: "outside of the journeys", message: "the server ended" },
      ],
      retried: [],
    });
  });

  test("counts a journey that passes on the second attempt as passed and lists its first error", () => {
    const journeys = report(
      { expected: 5, flaky: 1 },
      spec("a member books", ["expected", ""]),
      spec("a guest pays", ["flaky", "too late", ""]),
    );
    expect(readPlaywright(journeys)).toEqual({
      passed: 6,
      failures: [],
      retried: [{ title: "book.spec.ts › a guest pays (wide)", message: "too late" }],
    });
  });
});

test("sums the passed, failed and retried tests of all steps", () => {
  const failure = (title: string) => ({ title, message: "" });
  const unit = { passed: 3, failures: [failure("unit")] };
  const journeys = { passed: 2, failures: [failure("journey")], retried: [failure("again")] };
  expect(sum([unit, journeys])).toEqual({
    passed: 5,
    failures: [failure("unit"), failure("journey")],
    retried: [failure("again")],
  });
});

test("the digest contains every failed test's title and the first lines of its message, without colours", () => {
  const message = "\u001b[31mexpected 1\u001b[39m\n\n  to be 2\n";
  expect(digest([{ title: "a.test.ts › one", message }])).toBe("✗ a.test.ts › one\n    expected 1\n      to be 2");
});

test("the digest fits into a hundred lines when many tests fail", () => {
  const message = Array.from({ length: 50 }, (_, line) => `line ${line}`).join("\n");
  const failures = (count: number) => Array.from({ length: count }, (_, n) => ({ title: `test ${n}`, message }));
  const lengths = [1, 5, 10, 40].map((count) => digest(failures(count)).split("\n").length);
  expect(lengths).toEqual([15, 75, 80, 80]);
  // The digest never omits titles.
  expect(digest(failures(90)).match(/✗ test/g)).toHaveLength(90);
});

test("formats the result and duration of a step in one line", () => {
  const failure = { title: "", message: "" };
  expect(progress("unit", { passed: 3, failures: [] }, 302_400)).toBe("✓ unit: 3 passed, 0 failed in 5 min 2 s");
  expect(progress("lint", { passed: 0, failures: [failure] }, 900)).toBe("✗ lint: 0 passed, 1 failed in 1 s");
  expect(progress("journeys", { passed: 0, failures: [] }, 0)).toContain("✗");
  expect(progress("journeys", { passed: 9, failures: [], retried: [failure] }, 61_000)).toBe(
    "✓ journeys: 9 passed, 0 failed in 1 min 1 s; 1 passed only at the second try",
  );
});
