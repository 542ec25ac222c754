import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { digest, type Outcome, progress, readPlaywright, readVitest, sum } from "./outcome.ts";
import { temporaryFolder } from "./temporary.ts";

/**
 * Runs all checks, step by step. The steps after a failed step are run too. Arguments select steps;
 * arguments after `unit`, `journeys` or `clients` filter the tests of that step: `npm test -- unit
 * packages/booking -t "waiting list"`.
 */
const root = resolve(import.meta.dirname, "..");
const results = join(root, "test-results");
/** Journeys and clients start from the same data: see `e2e/harness/prepared-data.ts`. */
const prepared = mkdtempSync(join(temporaryFolder(), "uola-prepared-"));
process.once("exit", () => rmSync(prepared, { recursive: true, force: true }));

/** `filters` are arguments for the step's test runner. */
type Step = (filters: string[]) => Outcome | Promise<Outcome>;
const withFilters = ["unit", "journeys", "clients"];

/** Steps that use one processor each and therefore run in parallel. */
const parallelSteps = ["lint", "types"];

const steps: Record<string, Step> = {
  lint: async () =>
    sum([
      await check("biome", "ci", `--colors=${process.stdout.isTTY ? "force" : "off"}`),
      // The rules that need type information from the compiler.
      await check("oxlint", "--type-aware", "--quiet"),
      await check("node", "tools/prose.ts"),
      await check("node", "tools/dependencies.ts"),
      await check("knip", "--no-progress", "--treat-config-hints-as-errors"),
    ]),
  types: () => typesOf("."),
  unit: async (filters) => {
    const report = join(results, "unit.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    // Some checks compare the whole run with the contract, so they are skipped if only a part of
    // the tests is run.
    const whole: Record<string, string> = filters.length === 0 ? { UOLA_TEST_WHOLE: "yes" } : {};
    const ok = await run("vitest", ["run", ...reporters, ...filters], whole);
    return reported("vitest", ok, report, readVitest);
  },
  journeys: (filters) => inBrowser("e2e/playwright.config.ts", "journeys.json", filters),
  clients: async (filters) => {
    if (!(await installedClients())) return missing("other people's clients");
    return sum([await typesOf("clients"), await inBrowser("clients/playwright.config.ts", "clients.json", filters)]);
  },
};

/** One checker only, because each further one infers the whole contract again. */
const typesOf = (project: string) => check("tsc", "--noEmit", "--checkers", "1", "-p", project);

const missing = (what: string): Outcome => ({
  passed: 0,
  failures: [{ title: `${what} could not be installed`, message: "" }],
});

async function inBrowser(config: string, report: string, filters: string[]): Promise<Outcome> {
  const chromium = await installedChromium();
  if (!chromium) return missing("Chromium");
  const ok = await run("playwright", ["test", `--config=${config}`, ...filters], { CHROMIUM: chromium });
  return reported(`playwright ${config}`, ok, join(results, report), readPlaywright);
}

/** Runs an asynchronous operation once, however often it is requested. */
function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let done: Promise<Value> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

const installedChromium = once(async () => findChromium() ?? (await installChromium()));
const installedClients = once(installClients);

/**
 * Installs the clients of other vendors. They have a separate lock file, because only this run
 * needs them.
 */
async function installClients(): Promise<boolean> {
  const folder = join(root, "clients");
  const lockHash = createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex");
  const mark = join(folder, "node_modules/.uola-lock");
  if (existsSync(mark) && readFileSync(mark, "utf8") === lockHash) return true;
  console.log("Installing other people's clients (npm ci in clients/).");
  const options = ["ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  if (!(await install("npm", options))) return false;
  writeFileSync(mark, lockHash);
  return true;
}

async function main(input: string[]): Promise<never> {
  const firstFilter = input.findIndex((name) => !(name in steps));
  const requested = firstFilter < 0 ? input : input.slice(0, firstFilter);
  const filters = input.slice(requested.length);
  const [only = ""] = requested;
  if (filters.length > 0 && !(requested.length === 1 && withFilters.includes(only))) {
    console.error(`There is no step ${filters[0]}; there are ${Object.keys(steps).join(", ")}.`);
    console.error(`Filters follow exactly one of ${withFilters.join(", ")}.`);
    process.exit(1);
  }
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const chosen = Object.keys(steps).filter((name) => requested.length === 0 || requested.includes(name));
  const running = new Map<string, Promise<Ended>>();
  const begin = (name: string) => {
    console.log(`\n── ${chosen.indexOf(name) + 1} of ${chosen.length}: ${name}`);
    running.set(name, end(name, filters));
  };
  const ended: Ended[] = [];
  for (const name of chosen) {
    // Downloads the dependencies of later steps while this step runs, but not during lint, which
    // reads the installed packages.
    if (!parallelSteps.includes(name)) {
      if (chosen.includes("journeys") || chosen.includes("clients")) void installedChromium();
      if (chosen.includes("clients")) void installedClients();
    }
    const group = parallelSteps.includes(name) ? parallelSteps.filter((other) => chosen.includes(other)) : [name];
    for (const one of group) if (!running.has(one)) begin(one);
    ended.push((await running.get(name)) as Ended);
  }
  const { passed, failures, retried } = sum(ended.map(({ outcome }) => outcome));
  if (retried.length > 0) console.log(`\n── Passed only at the second try\n${digest(retried, "!")}`);
  if (failures.length > 0) console.log(`\n── What failed\n${digest(failures)}`);
  console.log(`\n${ended.map(({ line }) => line).join("\n")}`);
  const again = retried.length > 0 ? `, ${retried.length} of the passed only at the second try` : "";
  console.log(`\n${passed} passed, ${failures.length} failed${again}`);
  process.exit(failures.length > 0 || passed === 0 ? 1 : 0);
}

type Ended = { outcome: Outcome; line: string };

async function end(name: string, filters: string[]): Promise<Ended> {
  const began = Date.now();
  const outcome = await (steps[name] as Step)(filters);
  const line = progress(name, outcome, Date.now() - began);
  console.log(line);
  return { outcome, line };
}

/** Runs a program with its output connected to the terminal. */
async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const child = spawn(command, args, { ...processEnvironment(env), stdio: ["ignore", "inherit", "inherit"] });
  child.once("error", ({ message }) => console.error(`${command} could not be started: ${message}`));
  return (await closed(child)) === 0;
}

const closed = (child: ChildProcess) => new Promise<number | null>((done) => child.once("close", done));

const processEnvironment = (env: Record<string, string> = {}) => ({
  cwd: root,
  env: {
    ...process.env,
    TMPDIR: temporaryFolder(),
    UOLA_PREPARED_DATA: prepared,
    ...env,
    PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}`,
  },
});

/** Runs a program and prints its output only if it fails. */
async function install(command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const { status, output } = await outputOf(command, args, env);
  if (status !== 0) console.error(output);
  return status === 0;
}

async function outputOf(command: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(command, args, { ...processEnvironment(env), stdio: ["ignore", "pipe", "pipe"] });
  const parts: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => parts.push(part));
  child.once("error", ({ message }) => parts.push(Buffer.from(`${command} could not be started: ${message}`)));
  const status = await closed(child);
  return { status, output: Buffer.concat(parts).toString().trim() };
}

/** A single check whose output describes the problem. */
async function check(command: string, ...args: string[]): Promise<Outcome> {
  const { status, output } = await outputOf(command, args);
  const title = [command, ...args].join(" ");
  if (output) console.log(output);
  console.log(`${status === 0 ? "✓" : "✗"} ${title}`);
  return status === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [{ title, message: output }] };
}

/** The outcome in a report, with one additional failure if the run failed for another reason. */
function reported(title: string, ok: boolean, report: string, read: (report: never) => Outcome): Outcome {
  const outcome = existsSync(report)
    ? read(JSON.parse(readFileSync(report, "utf8")) as never)
    : { passed: 0, failures: [] };
  if (ok || outcome.failures.length > 0) return outcome;
  return {
    ...outcome,
    failures: [{ title, message: "It ended with an error although no test failed; its output says why." }],
  };
}

/** Browsers for the journeys in order of preference: the headless shell uses a sixth less CPU. */
const browsers = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

function findChromium(): string | undefined {
  const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(":")];
  const found = browsers.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env.CHROMIUM, ...found].find((path) => path && existsSync(path));
}

async function installChromium(): Promise<string | undefined> {
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const [shell, chromium] = browsers as [string, string];
    console.log(`The journeys need Chromium: installing it from the system's packages (apt-get install ${shell}).`);
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    const add = (name: string) => install("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], env);
    await install("apt-get", ["update", "-qq"], env);
    if (!(await add(shell))) await add(chromium);
  }
  const chromium = findChromium();
  if (!chromium) console.error("The journeys need Chromium: install it, or name it by CHROMIUM=/path/to/chromium.");
  return chromium;
}

await main(process.argv.slice(2));
