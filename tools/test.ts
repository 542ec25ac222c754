import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Runs all checks, one step after the other. The steps after a failed one run too. */
const root = resolve(import.meta.dirname, "..");
const results = join(root, "test-results");

export type Count = { passed: number; failed: number };
type Step = () => Count;

const steps: Record<string, Step> = {
  lint: () => check("biome", "ci", ...(process.stdout.isTTY ? [] : ["--colors=off"])),
  types: () => sum([check("tsc", "--noEmit"), check("tsc", "--noEmit", "-p", "apps/site")]),
  unit: () => {
    const report = join(results, "unit.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const ok = run("vitest", ["run", ...reporters], { UOLA_TEST_WHOLE: "yes" });
    return counted(ok, report, countVitest);
  },
  journeys: () => inBrowser("e2e/playwright.config.ts", "journeys.json"),
  clients: () => {
    if (!installClients()) return { passed: 0, failed: 1 };
    return sum([check("tsc", "--noEmit", "-p", "clients"), inBrowser("clients/playwright.config.ts", "clients.json")]);
  },
};

function inBrowser(config: string, report: string): Count {
  const chromium = findChromium() ?? installChromium();
  if (!chromium) return { passed: 0, failed: 1 };
  const ok = run("playwright", ["test", `--config=${config}`], { CHROMIUM: chromium });
  return counted(ok, join(results, report), countPlaywright);
}

/** Installs the clients of other vendors. They have a lock file of their own, because only this run needs them. */
function installClients(): boolean {
  const folder = join(root, "clients");
  const lockHash = createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex");
  const mark = join(folder, "node_modules/.uola-lock");
  if (existsSync(mark) && readFileSync(mark, "utf8") === lockHash) return true;
  console.log("Installing other people's clients (npm ci in clients/).");
  const options = ["ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  if (!run("npm", options)) return false;
  writeFileSync(mark, lockHash);
  return true;
}

function main(requested: string[]): never {
  const unknown = requested.filter((name) => !(name in steps));
  if (unknown.length > 0) {
    console.error(`There is no step ${unknown.join(", ")}; there are ${Object.keys(steps).join(", ")}.`);
    process.exit(1);
  }
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const chosen = Object.entries(steps).filter(([name]) => requested.length === 0 || requested.includes(name));
  const ended = chosen.map(([name, step], index) => {
    console.log(`\n── ${index + 1} of ${chosen.length}: ${name}`);
    const began = Date.now();
    const count = step();
    const line = progress(name, count, Date.now() - began);
    console.log(line);
    return { count, line };
  });
  console.log(`\n${ended.map(({ line }) => line).join("\n")}`);
  const { passed, failed } = sum(ended.map(({ count }) => count));
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed > 0 || passed === 0 ? 1 : 0);
}

/** The result of a step in one line: `✓ unit: 1654 passed, 0 failed in 5 min 2 s`. */
export function progress(name: string, { passed, failed }: Count, ms: number): string {
  const seconds = Math.round(ms / 1000);
  const took = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${failed === 0 && passed > 0 ? "✓" : "✗"} ${name}: ${passed} passed, ${failed} failed in ${took}`;
}

const sum = (counts: Count[]): Count => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
});

function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
  const path = `${join(root, "node_modules/.bin")}:${process.env.PATH}`;
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env, PATH: path },
  });
  if (error) console.error(`${command} could not be started: ${error.message}`);
  return status === 0;
}

/** A step with a single check. */
function check(command: string, ...args: string[]): Count {
  const ok = run(command, args);
  console.log(`${ok ? "✓" : "✗"} ${command} ${args.join(" ")}`);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
}

/** The counts of a report, with one more failure if the run failed for another reason. */
function counted(ok: boolean, report: string, count: (report: never) => Count): Count {
  const { passed, failed } = existsSync(report)
    ? count(JSON.parse(readFileSync(report, "utf8")) as never)
    : { passed: 0, failed: 0 };
  return { passed, failed: !ok && failed === 0 ? 1 : failed };
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
};

/** A file that fails outside of its tests counts as one failure. */
export function countVitest({ numPassedTests, numFailedTests, testResults }: VitestReport): Count {
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number }; errors: unknown[] };

/** A journey that passes only on retry counts as failed. */
export function countPlaywright({ stats, errors }: PlaywrightReport): Count {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? "").split(":");
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env.CHROMIUM, "/usr/bin/chromium", ...found].find((path) => path && existsSync(path));
}

function installChromium(): string | undefined {
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("The journeys need Chromium: installing it from the system's packages (apt-get install chromium).");
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    run("apt-get", ["update", "-qq"], env);
    run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], env);
  }
  const chromium = findChromium();
  if (!chromium) console.error("The journeys need Chromium: install it, or name it by CHROMIUM=/path/to/chromium.");
  return chromium;
}

if (import.meta.main) main(process.argv.slice(2));
