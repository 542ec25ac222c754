import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type Embedded, startEmbedded } from "./embedded.ts";
import { canReach, isRoot } from "./process-user.ts";

// Real clusters on disk are slow on a busy machine, hence the long timeout.
vi.setConfig({ testTimeout: 120_000 });

const folders: string[] = [];
const running: Embedded[] = [];
const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0))
    if (child.exitCode === null && child.kill("SIGKILL")) await once(child, "exit");
  for (const server of running.splice(0)) await server.stop();
  for (const folder of folders.splice(0)) {
    // As in production, the next start stops any server that a killed child process left running.
    if (existsSync(join(folder, "postgres/postmaster.pid"))) await (await startEmbedded({ dataDir: folder })).stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), "uola-embedded-"));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

/** The data folder of a stopped cluster. Copying it is faster than creating another cluster. */
let model: string;
beforeAll(async () => {
  model = mkdtempSync(join(tmpdir(), "uola-embedded-model-"));
  chmodSync(model, 0o755);
  await (await startEmbedded({ dataDir: model })).stop();
});
afterAll(() => rmSync(model, { recursive: true }));

/** A data folder in the state after a first start and a stop. */
function usedFolder() {
  const folder = newFolder();
  execFileSync("cp", ["-a", `${model}/.`, folder]);
  return folder;
}

async function start(dataDir: string) {
  const lines: string[] = [];
  const server = await startEmbedded({ dataDir, log: (line) => lines.push(line) });
  running.push(server);
  return { ...server, lines };
}

/**
 * Starts a database in another process, which runs until it is stopped or killed. Returns the first
 * output of that process.
 */
async function startElsewhere(dataDir: string, as: { uid?: number; gid?: number } = {}) {
  const module = fileURLToPath(new URL("embedded.ts", import.meta.url));
  const program = `
    import { startEmbedded } from ${JSON.stringify(module)};
    process.on("SIGINT", () => {});
    const server = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} }).catch((error) => error);
    console.log(server.url && !server.message ? server.url : server.message);
    process.on("SIGTERM", () => server.stop().then(() => process.exit(0)));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    ...as,
    detached: true,
    cwd: "/",
  });
  children.push(child);
  const chunk = await Promise.race([once(child.stdout, "data"), once(child.stderr, "data")]);
  return { child, output: String(chunk[0]).trim() };
}

async function ask<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

const write = (url: string) => ask(url, "create table note (n int); insert into note values (42)");
const read = (url: string) => ask(url, "select n from note");
const postmaster = (dataDir: string) =>
  Number.parseInt(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8"), 10);

const roles = `select rolname, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls
  from pg_roles where rolname = current_user`;

describe("a running database", () => {
  let server: Embedded;
  beforeAll(async () => {
    server = await startEmbedded({ dataDir: model });
  });
  afterAll(() => server.stop());

  test("syncs to disk, has page checksums and listens on the local machine only", async () => {
    const names = [
      "fsync",
      "synchronous_commit",
      "full_page_writes",
      "data_checksums",
      "listen_addresses",
      "server_encoding",
    ];
    const settings = await ask<{ name: string; setting: string }>(
      server.url,
      `select name, setting from pg_settings where name in (${names.map((name) => `'${name}'`)})`,
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: "on",
      synchronous_commit: "on",
      full_page_writes: "on",
      data_checksums: "on",
      listen_addresses: "127.0.0.1",
      server_encoding: "UTF8",
    });
  });

  test("a running database requires its password, which only the owner can read from disk", async () => {
    const wrong = new URL(server.url);
    wrong.password = "guess";
    await expect(ask(wrong.href, "select 1")).rejects.toMatchObject({ code: "28P01" });
    for (const secret of ["postgres.password", "running.json"]) {
      expect(statSync(join(model, secret)).mode & 0o777).toBe(0o600);
    }
  });

  test("the database role is not a superuser and can only access its own tables", async () => {
    const [role] = await ask<Record<string, unknown>>(server.url, roles);
    expect(Object.values(role ?? {}).filter((may) => may === true)).toEqual([]);
    for (const statement of [
      "copy (select 1) to program 'true'",
      "select pg_read_file('/etc/hostname')",
      "create role other superuser",
      "create database other",
      "alter system set fsync = 'off'",
      "select passwd from pg_shadow",
    ]) {
      await expect(ask(server.url, statement), statement).rejects.toMatchObject({ code: "42501" });
    }
    await ask(server.url, "create schema own; create extension pg_trgm; create table own.note (n int); notify changed");
    await ask(server.url, "create index concurrently note_n on own.note (n)");
    await ask(server.url, "drop schema own cascade; drop extension pg_trgm");
  });
});

test("transfers a database owned by the superuser, with all its objects, to the application role", async () => {
  const dataDir = usedFolder();
  const first = await start(dataDir);
  const superuser = new URL(first.url);
  superuser.username = "uola";
  superuser.password = readFileSync(join(dataDir, "postgres.password"), "utf8");
  await ask(superuser.href, "alter database uola owner to uola");
  await ask(
    superuser.href,
    `create schema old; create extension pg_trgm;
     create table old.note (id int generated always as identity, n serial, text text);
     create table part (n int) partition by range (n); create table part_1 partition of part for values from (0) to (9);
     create index on old.note using gin (text gin_trgm_ops);
     create view seen as select * from old.note; create materialized view kept as select * from old.note;
     create sequence counted; create type mood as enum ('good'); create type pair as (a int, b int);
     create domain small as int check (value < 9);
     create function one() returns int language sql as 'select 1';
     create procedure old.nothing() language sql as 'select 1';`,
  );
  await first.stop();
  const { url } = await start(dataDir);
  expect(new URL(url).username).not.toBe("uola");
  await ask(
    url,
    `insert into old.note (text) values ('a'); alter table old.note add m int; alter table part add m int;
     drop view seen; refresh materialized view kept; alter sequence counted restart; alter type mood add value 'bad';
     drop type pair; drop domain small; drop function one(); drop procedure old.nothing(); drop schema old cascade;
     create schema more`,
  );
});

test("keeps the data across a stop and a start", async () => {
  const dataDir = usedFolder();
  const first = await start(dataDir);
  await write(first.url);
  await first.stop();
  const second = await start(dataDir);
  expect(await read(second.url)).toEqual([{ n: 42 }]);
  expect(second.lines).toEqual([]);
});

test("keeps the data after the database process was killed", async () => {
  const dataDir = usedFolder();
  const first = await start(dataDir);
  await write(first.url);
  process.kill(postmaster(dataDir), "SIGKILL");
  await first.ended;
  const second = await start(dataDir);
  expect(await read(second.url)).toEqual([{ n: 42 }]);
});

test("refuses a second start on the same folder and names the process that uses it", async () => {
  const dataDir = usedFolder();
  const { url } = await start(dataDir);
  await expect(startEmbedded({ dataDir })).rejects.toMatchObject({
    name: "DataDirInUse",
    message: expect.stringContaining(`process ${process.pid}`),
    url,
  });
  const { output } = await startElsewhere(dataDir);
  expect(output).toContain(`in use by process ${process.pid}`);
  expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("exactly one of two simultaneous starts succeeds", async () => {
  const dataDir = newFolder();
  const both = await Promise.allSettled([start(dataDir), start(dataDir)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("takes over the running database of a killed process with all its data", async () => {
  const dataDir = usedFolder();
  const { child, output: url } = await startElsewhere(dataDir);
  await write(url);
  const left = postmaster(dataDir);
  child.kill("SIGKILL");
  await once(child, "exit");
  const server = await start(dataDir);
  expect(server.lines).toEqual([expect.stringContaining(`process ${left}`)]);
  expect(await read(server.url)).toEqual([{ n: 42 }]);
});

test("Ctrl-C in the terminal signals only the parent process, not the database", async () => {
  const { child, output: url } = await startElsewhere(usedFolder());
  await write(url);
  process.kill(-(child.pid ?? 0), "SIGINT");
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await read(url)).toEqual([{ n: 42 }]);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  await expect(ask(url, "select 1")).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

test("does not touch a database whose password is lost", async () => {
  const dataDir = usedFolder();
  const first = await start(dataDir);
  await write(first.url);
  await first.stop();
  const file = join(dataDir, "postgres.password");
  renameSync(file, `${file}.away`);
  await expect(start(dataDir)).rejects.toMatchObject({ name: "EmbeddedError", message: expect.stringContaining(file) });
  renameSync(`${file}.away`, file);
  expect(await read((await start(dataDir)).url)).toEqual([{ n: 42 }]);
});

test("an interrupted first start leaves no incomplete cluster", async () => {
  const dataDir = newFolder();
  mkdirSync(join(dataDir, "postgres.unfinished/base"), { recursive: true });
  const { url } = await start(dataDir);
  expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
});

const here = fileURLToPath(new URL(".", import.meta.url));
const nobody = { uid: 65534, gid: 65534 };

test.runIf(isRoot() && canReach(here, nobody))(
  "a normal user can start the database, and root can continue with the same data",
  async () => {
    const dataDir = newFolder();
    chownSync(dataDir, nobody.uid, nobody.gid);
    const { child, output: url } = await startElsewhere(dataDir, nobody);
    await write(url);
    child.kill("SIGTERM");
    await once(child, "exit");
    expect(statSync(join(dataDir, "postgres")).uid).toBe(nobody.uid);
    expect(await read((await start(dataDir)).url)).toEqual([{ n: 42 }]);
  },
);

test.runIf(isRoot())(
  "stores the data elsewhere and logs the location if the server user of root cannot access the folder",
  async () => {
    const hidden = newFolder();
    chmodSync(hidden, 0o700);
    const dataDir = join(hidden, "data");
    const first = await start(dataDir);
    const place = realpathSync(join(dataDir, "postgres"));
    expect(place).not.toContain(hidden);
    expect(first.lines.join()).toContain(place);
    await write(first.url);
    await first.stop();
    expect(await read((await start(dataDir)).url)).toEqual([{ n: 42 }]);
    await running.pop()?.stop();
    rmSync(dirname(place), { recursive: true });
  },
);
