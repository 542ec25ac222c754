/**
 * Generates the files that are not committed: `packages/{words,art}/generated` and, with `--build`,
 * the built site. Each is regenerated only when its sources have changed.
 * (`packages/database/src/schema.ts` is generated too, but from a running PostgreSQL, so it is
 * committed.)
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");

/** A generated folder, its source folders, and the function that generates it. */
export type Product = { folder: string; sources: readonly string[]; make: () => void | Promise<void> };

const generated = (folder: string, files: () => Promise<Record<string, string>>): Product => ({
  folder: join(folder, "generated"),
  sources: [folder],
  make: async () => {
    for (const [name, text] of Object.entries(await files())) replace(join(root, folder, "generated", name), text);
  },
});

/** The tools are imported only when needed, because most starts generate nothing. */
const words = generated("packages/words", async () =>
  (await import("../packages/words/tools/compile.ts")).compileAll(),
);
const art = generated("packages/art", async () => (await import("../packages/art/tools/generate.ts")).generate());

const site: Product = {
  folder: "apps/web/build",
  sources: [
    "apps/admin",
    "apps/site",
    "apps/web",
    ...["art", "browser", "client", "contract", "page-loader", "ui", "words"].map((name) => `packages/${name}`),
  ],
  make: () => {
    console.log("Building the site.");
    const { status } = spawnSync(process.execPath, ["src/bundle/build.ts"], {
      cwd: join(root, "apps/web"),
      stdio: ["ignore", "inherit", "inherit"],
    });
    if (status !== 0) throw new Error("The site could not be built. Nothing was started.");
  },
};

/** Generates the modules that every program and test of the project imports. */
export const generate = () => refresh(root, [words, art]);

/** Two processes may run this at the same time: each writes complete files, and the marker last. */
export async function refresh(root: string, products: readonly Product[]): Promise<void> {
  const lock = readFileSync(join(root, "package-lock.json"));
  for (const { folder, sources, make } of products) {
    const mark = join(root, folder, ".sources");
    const sourceHash = hashOf(root, sources, lock);
    if (marked(mark) === sourceHash) continue;
    await make();
    replace(mark, sourceHash);
  }
}

/** The lock file counts as a source, because the tools' versions affect the result. */
function hashOf(root: string, sources: readonly string[], lock: Buffer): string {
  const hash = createHash("sha256").update(lock);
  for (const path of sources.flatMap((source) => filesIn(root, source))) {
    hash.update(path).update(readFileSync(join(root, path)));
  }
  return `${hash.digest("hex")}\n`;
}

function filesIn(root: string, folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (/^(node_modules|build|dist|generated|\..*)$|\.test\.tsx?$/.test(entry.name)) return [];
    return entry.isDirectory() ? filesIn(root, path) : [path];
  });
}

function marked(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** Replaces a file atomically, so that readers see either the old or the new version. */
function replace(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const whole = `${path}.${process.pid}`;
  writeFileSync(whole, text);
  renameSync(whole, path);
}

if (import.meta.main) {
  try {
    await generate();
    if (process.argv.includes("--build")) await refresh(root, [site]);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
