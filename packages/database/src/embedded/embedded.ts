import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { appRole, grantToApp } from "./app-role.ts";
import { findBinaries } from "./binaries.ts";
import { EmbeddedError } from "./embedded-error.ts";
import { DataDirInUse, lockFolder } from "./lock.ts";
import { canReach, isRoot, type ProcessUser, processUserFor } from "./process-user.ts";
import { stopStaleProcesses } from "./stale-process.ts";

export { DataDirInUse, EmbeddedError };

export type Embedded = {
  url: string;
  /** Resolves when PostgreSQL has ended, whether requested or not. */
  ended: Promise<void>;
  /** Fast shutdown: running transactions are rolled back; acknowledged writes are kept. */
  stop(): Promise<void>;
};

type Options = {
  dataDir: string;
  log?: (line: string) => void;
  /** Set to false only for temporary databases: writes do not wait for the disk. */
  durable?: boolean;
  /** Only for tests and benchmarks: allows the connection to create other databases. */
  canCreateDatabases?: boolean;
  /** The maximum number of connections that PostgreSQL accepts. Default 100. */
  maxConnections?: number;
};

/** The superuser, used only where the privileges of the application role are not enough. */
const superuser = "uola";
const database = "uola";
/**
 * Where data is stored when root starts the server, because the unprivileged user that the server
 * runs as cannot access the checkout.
 */
const rootDataHome = "/var/lib/uola";

/**
 * Starts a PostgreSQL server on `dataDir`. Creates the cluster on the first start, and takes over
 * from a killed run. The server listens on a free port of the loopback address only. Throws
 * `DataDirInUse` if another process uses the folder.
 */
export async function startEmbedded(options: Options): Promise<Embedded> {
  const { dataDir, log = () => {}, durable = true, canCreateDatabases = false, maxConnections = 100 } = options;
  const home = resolve(dataDir);
  mkdirSync(home, { recursive: true });
  const lock = await lockFolder(home);
  try {
    const data = dataFolderOf(home, log);
    const rights = processUserFor(data);
    if (existsSync(data) && statSync(data).uid !== rights.uid) {
      throw new EmbeddedError(
        `The database in ${data} belongs to another user. Start as that user or as root, or set DATA_DIR.`,
      );
    }
    const native = findBinaries(rights, isRoot() ? rootDataHome : home, log);
    const passwordFile = join(home, "postgres.password");
    if (existsSync(data)) await stopStaleProcesses(data, log);
    else makeCluster({ native, data, rights, passwordFile, durable, log });
    if (!existsSync(passwordFile))
      throw new EmbeddedError(`${passwordFile}, the password of the database in ${data}, is gone.`);
    const password = readFileSync(passwordFile, "utf8");
    const { child, port } = await launch({
      native,
      data,
      rights,
      password,
      durable,
      maxConnections,
      logFile: join(home, "postgres.log"),
    });
    const address = `127.0.0.1:${port}/${database}`;
    const appPassword = await grantToApp(`postgresql://${superuser}:${password}@${address}`, {
      canCreateDatabases,
    }).catch((error) => {
      child.kill("SIGINT");
      throw error;
    });
    const url = `postgresql://${appRole}:${appPassword}@${address}`;
    lock.note(url);
    // The database shuts down cleanly however this process ends, unless this process is killed.
    const shutDown = () => child.kill("SIGINT");
    process.once("exit", shutDown);
    const ended = once(child, "exit").then(() => {
      process.off("exit", shutDown);
      return lock.release();
    });
    const stop = async () => {
      child.kill("SIGINT");
      const late = setTimeout(() => child.kill("SIGQUIT"), 30_000);
      await ended;
      clearTimeout(late);
    };
    return { url, ended, stop };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * Returns the `postgres` folder in the data folder. If root starts the server and the user that it
 * runs as cannot access that folder, `postgres` is a symbolic link to a folder that the user can
 * access.
 */
function dataFolderOf(home: string, log: (line: string) => void): string {
  const data = join(home, "postgres");
  if (existsSync(data)) return realpathSync(data);
  const rights = processUserFor(data);
  if (canReach(realpathSync(home), rights)) return join(realpathSync(home), "postgres");
  // Uses a new folder name each time, because another checkout at this path may have left its data
  // there.
  const elsewhere = join(rootDataHome, randomBytes(6).toString("hex"), "postgres");
  mkdirSync(dirname(elsewhere), { recursive: true, mode: 0o755 });
  rmSync(data, { force: true });
  symlinkSync(elsewhere, data);
  log(`The user PostgreSQL runs as cannot reach ${home}: the database is kept in ${elsewhere}`);
  return elsewhere;
}

type ClusterOptions = {
  native: string;
  data: string;
  rights: ProcessUser;
  passwordFile: string;
  durable: boolean;
  log: Options["log"];
};

/**
 * Creates the cluster under a temporary name and renames it when it is complete, so that an
 * interrupted start leaves no incomplete cluster.
 */
function makeCluster({ native, data, rights, passwordFile, durable, log }: ClusterOptions) {
  log?.(`Creating a new database in ${data}`);
  const unfinished = `${data}.unfinished`;
  const handedPassword = `${data}.initial`;
  const password = randomBytes(24).toString("base64url");
  for (const old of [unfinished, handedPassword, passwordFile]) rmSync(old, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  writeFileSync(handedPassword, password, { mode: 0o600 });
  if (isRoot()) for (const mine of [unfinished, handedPassword]) chownSync(mine, rights.uid, rights.gid);
  const { status, stderr, error } = spawnSync(
    join(native, "bin/initdb"),
    [
      `--pgdata=${unfinished}`,
      `--username=${superuser}`,
      `--pwfile=${handedPassword}`,
      "--auth=scram-sha-256",
      "--no-locale",
      "--encoding=UTF8",
      "--data-checksums",
      ...(durable ? [] : ["--no-sync"]),
    ],
    { ...rights, cwd: "/", encoding: "utf8", env: {} },
  );
  rmSync(handedPassword);
  if (status !== 0)
    throw new EmbeddedError(`PostgreSQL could not create its data folder: ${error?.message ?? stderr.trim()}`);
  renameSync(unfinished, data);
}

type LaunchOptions = {
  native: string;
  data: string;
  rights: ProcessUser;
  password: string;
  durable: boolean;
  maxConnections: number;
  logFile: string;
};

async function launch(options: LaunchOptions): Promise<{ child: ChildProcess; port: number }> {
  // Retries with another port, because another program may take the free port before PostgreSQL
  // does.
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const child = run(options, port);
    try {
      await waitUntilReady(child, { port, password: options.password });
      return { child, port };
    } catch (cause) {
      child.kill("SIGQUIT");
      if (attempt < 3 && lastLines(options.logFile).includes("Address already in use")) continue;
      throw new EmbeddedError(
        `PostgreSQL did not start. The end of ${options.logFile}:\n${lastLines(options.logFile)}`,
        {
          cause,
        },
      );
    }
  }
}

function run({ native, data, rights, durable, maxConnections, logFile }: LaunchOptions, port: number): ChildProcess {
  const onOff = durable ? "on" : "off";
  const settings = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    max_connections: maxConnections,
    shared_buffers: "128MB",
    fsync: onOff,
    synchronous_commit: onOff,
    full_page_writes: onOff,
    timezone: "UTC",
    log_timezone: "UTC",
    // All statements are short, so just-in-time compilation would cost more than it saves.
    jit: "off",
  };
  // The old log shows why the previous run ended.
  if (existsSync(logFile)) renameSync(logFile, `${logFile}.old`);
  const output = openSync(logFile, "w", 0o600);
  const child = spawn(
    join(native, "bin/postgres"),
    ["-D", data, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    // Runs in its own process group, so that Ctrl-C in the terminal signals only this process,
    // which stops the database after the last request.
    { ...rights, cwd: "/", env: {}, detached: true, stdio: ["ignore", output, output] },
  );
  closeSync(output);
  child.unref();
  return child;
}

/**
 * Waits until the server accepts connections and the database exists. Recovery after a crash may
 * take a while.
 */
async function waitUntilReady(child: ChildProcess, { port, password }: { port: number; password: string }) {
  let ended = false;
  child.once("error", () => {
    ended = true;
  });
  child.once("exit", () => {
    ended = true;
  });
  for (;;) {
    const client = new pg.Client({ host: "127.0.0.1", port, user: superuser, password, database: "postgres" });
    client.on("error", () => {});
    try {
      await client.connect();
      const { rowCount } = await client.query("select from pg_database where datname = $1", [database]);
      if (!rowCount) await client.query(`create database ${database}`);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const starting = code === "ECONNREFUSED" || code === "57P03" || code === "ECONNRESET";
      if (ended || !starting) throw error;
    } finally {
      await client.end().catch(() => {});
    }
    await wait(30);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (!address || typeof address === "string") throw new EmbeddedError("There is no free port.");
  return address.port;
}

const lastLines = (file: string) => readFileSync(file, "utf8").trim().split("\n").slice(-8).join("\n");
