import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contract } from "@uola/contract";
import { type Logger, pino } from "pino";

/**
 * The environment variable with the path of the file in which test processes record successful
 * operations.
 */
const variable = "UOLA_TEST_ANSWERED";
/** The environment variable that marks a run of all tests. */
const wholeRun = "UOLA_TEST_WHOLE";

const operations = Object.entries(contract).flatMap(([feature, group]) =>
  Object.entries(group).map(([name, { method, path }]) => ({ name: `${feature}.${name}`, method, route: path })),
);
const writes = (method: string, route: string) => method !== "GET" || route === "/v1/logout";
const recorded = new Set<string>();

/** Returns a logger that records which operations responded successfully. */
export function recordingLogger(): Logger {
  const file = process.env[variable];
  const write = (line: string) => {
    const { method, route, status } = JSON.parse(line) as Record<"method" | "route" | "status", unknown>;
    const key = `${method} ${route}`;
    if (status !== 200 || !file || recorded.has(key)) return;
    recorded.add(key);
    appendFileSync(file, `${key}\n`);
  };
  return pino({ level: "info", base: null, timestamp: false }, { write });
}

/**
 * After a run of all tests, checks that every operation that may write has succeeded on a platform
 * with one database connection.
 */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "uola-answered-"));
  const file = join(folder, "operations");
  appendFileSync(file, "");
  process.env[variable] = file;
  return () => {
    const answered = new Set(readFileSync(file, "utf8").split("\n"));
    rmSync(folder, { recursive: true });
    if (!process.env[wholeRun]) return;
    const missing = operations.filter(
      ({ method, route }) => writes(method, route) && !answered.has(`${method} ${route}`),
    );
    if (missing.length === 0) return;
    const names = missing.map(({ name }) => name).join(", ");
    throw new Error(`No test calls these successfully in a platform with one connection: ${names}.`);
  };
}
