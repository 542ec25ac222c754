import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/**
 * The result of a step. Every failure counts as one. Tests that passed only on a retry count as
 * passed.
 */
export type Outcome = { passed: number; failures: Failure[]; retried?: Failure[] };
export type Failure = { title: string; message: string };

export const sum = (outcomes: Outcome[]): Required<Outcome> => ({
  passed: outcomes.reduce((total, { passed }) => total + passed, 0),
  failures: outcomes.flatMap(({ failures }) => failures),
  retried: outcomes.flatMap(({ retried = [] }) => retried),
});

export type VitestReport = {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

/** Reads vitest's report. A file that fails outside of its tests counts as one failure. */
export function readVitest({ numPassedTests, testResults }: VitestReport): Outcome {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }): Failure[] => {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (status === "failed" && failed.length === 0) return [{ title: file, message }];
    return failed.map(({ fullName, failureMessages }) => ({
      title: `${file} › ${fullName}`,
      message: failureMessages.join("\n"),
    }));
  });
  return { passed: numPassedTests, failures };
}

type Suite = {
  title: string;
  suites?: Suite[];
  specs: {
    title: string;
    file: string;
    tests: { projectName: string; status: string; results: { errors: { message?: string }[] }[] }[];
  }[];
};
export type PlaywrightReport = {
  stats: { expected: number; flaky: number };
  suites: Suite[];
  errors: { message?: string }[];
};

/**
 * Reads Playwright's report. A journey that passes only on the second attempt counts as passed, so
 * that one flaky journey among hundreds does not fail the whole run. It is listed with its first
 * error, so that it gets fixed.
 */
export function readPlaywright({ stats, suites, errors }: PlaywrightReport): Required<Outcome> {
  const failures = suites.flatMap((suite) => journeysIn(suite, "unexpected"));
  for (const { message = "" } of errors) failures.push({ title: "outside of the journeys", message });
  const retried = suites.flatMap((suite) => journeysIn(suite, "flaky"));
  return { passed: stats.expected + stats.flaky, failures, retried };
}

/** The journeys with a given status, and their errors. */
const journeysIn = ({ suites = [], specs }: Suite, asked: "unexpected" | "flaky"): Failure[] => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === asked)
      .map(({ projectName, results }) => ({
        title: `${file} › ${title} (${projectName})`,
        message: results.flatMap(({ errors }) => errors.map(({ message = "" }) => message)).join("\n"),
      })),
  ),
  ...suites.flatMap((suite) => journeysIn(suite, asked)),
];

/** Formats the result of a step in one line: `✓ unit: 1654 passed, 0 failed in 5 min 2 s`. */
export function progress(name: string, { passed, failures, retried = [] }: Outcome, ms: number): string {
  const seconds = Math.round(ms / 1000);
  const took = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const mark = failures.length === 0 && passed > 0 ? "✓" : "✗";
  const again = retried.length > 0 ? `; ${retried.length} passed only at the second try` : "";
  return `${mark} ${name}: ${passed} passed, ${failures.length} failed in ${took}${again}`;
}

/** Readers of a log often see only its last hundred lines. */
const longest = 80;

/**
 * Lists every failure by its title and the first lines of its message: the fewer failures, the more
 * lines each.
 */
export function digest(failures: Failure[], mark = "✗"): string {
  const each = Math.max(1, Math.min(14, Math.floor(longest / failures.length) - 1));
  return failures
    .map(({ title, message }) => {
      const lines = stripVTControlCharacters(message)
        .split("\n")
        .filter((line) => line.trim() !== "");
      return [`${mark} ${title}`, ...lines.slice(0, each).map((line) => `    ${line.slice(0, 200)}`)].join("\n");
    })
    .join("\n");
}
