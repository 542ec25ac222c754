import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createAccounts } from "@uola/accounts";
import { type FreshDatabase, freshDatabase } from "@uola/database/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "./command-line.ts";

let fresh: FreshDatabase;
let dataDir: string;

beforeAll(async () => {
  fresh = await freshDatabase();
  dataDir = mkdtempSync(join(tmpdir(), "uola-cli-"));
});
afterAll(async () => {
  await fresh.close();
  rmSync(dataDir, { recursive: true });
});

type CommandOutput = { code: number; out: string[]; err: string };

const environment = () => ({ ...process.env, DATABASE_URL: fresh.connection.url, DATA_DIR: dataDir });

/** Runs a command on this test's database. */
async function uola(...words: string[]): Promise<CommandOutput> {
  const out: string[] = [];
  const err: unknown[] = [];
  const code = await runCommand(words, environment(), {
    print: (lines) => out.push(...lines.split("\n")),
    complain: (what) => err.push(what),
  });
  return { code, out, err: err.join("\n") };
}

/** Runs a command as a user does, in a separate process. */
function uolaProcess(...words: string[]): Promise<CommandOutput> {
  const program = fileURLToPath(new URL("command-line.ts", import.meta.url));
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...words], { env: environment() }, (error, stdout, stderr) => {
      const code = error ? Number(error.code) : 0;
      resolve({ code, out: stdout.trimEnd().split("\n"), err: stderr.trim() });
    });
  });
}

test("the command-line process prints the command's output and exits with its code", async () => {
  const { code, out } = await uolaProcess("org", "add", "--name", "pirma", "--display", "Pirma");
  expect([code, out[0]]).toEqual([0, "The id of Pirma:"]);
  const refused = await uolaProcess("org", "add", "--name", "pirma", "--display", "Antra");
  expect(refused).toEqual({ code: 1, out: [""], err: "There is an organization pirma already." });
  await fresh.db.deleteFrom("organization").execute();
});

test("prints the help for the help command and for no command", async () => {
  for (const words of [[], ["help"]]) {
    const { code, out } = await uola(...words);
    expect(code).toBe(0);
    expect(out.join("\n")).toContain("client add --name N --callback URL --logout URL");
  }
});

test("rejects an unknown command, an unknown option and a missing option", async () => {
  expect(await uola("fly")).toMatchObject({ code: 1, err: expect.stringContaining('no command "fly"') });
  expect(await uola("key", "create", "--colour", "red")).toMatchObject({
    code: 1,
    err: expect.stringContaining("--colour"),
  });
  expect(await uola("key", "create")).toMatchObject({ code: 1, err: "--name has to be given, once." });
});

test("client add registers a client and prints its id on the last line", async () => {
  const callbacks = ["https://shop.uola.lt/callback/", "https://shop.uola.lt/silent/"];
  const { code, out } = await uola(
    ...["client", "add", "--name", "Shop", "--logout", "https://shop.uola.lt/"],
    ...callbacks.flatMap((address) => ["--callback", address]),
  );
  expect(code).toBe(0);
  const client = await fresh.db
    .selectFrom("identityClient")
    .selectAll()
    .where("id", "=", out.at(-1) ?? "")
    .executeTakeFirstOrThrow();
  expect(client).toMatchObject({ name: "Shop", redirectUris: callbacks, logoutUris: ["https://shop.uola.lt/"] });
});

test("client add rejects an insecure callback URL with a one-line error", async () => {
  const { code, err } = await uola("client", "add", "--name", "Shop", "--callback", "http://shop.uola.lt/");
  expect(code).toBe(1);
  expect(err).toContain("http://shop.uola.lt/");
  expect(err).not.toContain("    at ");
});

test("owner create adds an owner account that can sign in with the printed password", async () => {
  const { out } = await uola("owner", "create", "--email", "Ruta@Uola.lt", "--name", "Rūta Kalnė");
  const accounts = createAccounts({ ...fresh, secret: "a secret of the test" });
  const signedIn = await accounts.authenticate({ email: "ruta@uola.lt", password: out.at(-1) ?? "" });
  expect(signedIn).toMatchObject({ role: "owner", firstName: "Rūta", lastName: "Kalnė", emailVerified: true });
  expect(await uola("owner", "create", "--email", "ruta@uola.lt", "--name", "R")).toMatchObject({
    code: 1,
    err: expect.stringContaining("has an account"),
  });
});

test("key create adds an API key and stores only its hash", async () => {
  const { out } = await uola("key", "create", "--name", "till");
  const key = out.at(-1) ?? "";
  const { name, keyHash } = await fresh.db.selectFrom("apiKey").selectAll().executeTakeFirstOrThrow();
  expect(key).toMatch(/^uola_[\w-]{43}$/);
  expect(name).toBe("till");
  expect(keyHash.toString()).not.toContain(key);
});

test("key list shows permissions but no key, and key revoke revokes one key", async () => {
  const limits = ["--read-only", "yes", "--feature", "bookings", "--feature", "services", "--expires", "2099-01-31"];
  const { out: made } = await uola("key", "create", "--name", "report", ...limits);
  const listed = async () => (await uola("key", "list")).out.filter((line) => line.includes("  report  "));
  const [line = ""] = await listed();
  expect(line).toMatch(
    /^[\w-]{36} {2}report {2}reads of bookings, services {2}made .* expires 2099-01-31T23:59:59\.999Z {2}never used$/,
  );
  expect(line).not.toContain(made.at(-1));
  const [id = ""] = line.split(" ");
  expect((await uola("key", "revoke", "--id", id)).code).toBe(0);
  expect(await listed()).toEqual([expect.stringMatching(/ revoked 20/)]);
  expect(await uola("key", "revoke", "--id", id)).toMatchObject({ code: 1, err: expect.stringContaining(id) });
  for (const day of ["2020-01-01", "tomorrow", "2099-02-31"]) {
    const { code, err } = await uola("key", "create", "--name", "x", "--expires", day);
    expect([code, err]).toEqual([1, expect.stringContaining(day)]);
  }
});

test("the demo command is rejected if the database does not contain a demo", async () => {
  expect(await uola("demo")).toMatchObject({ code: 1, err: expect.stringContaining("UOLA_DEMO=on") });
});

test("'keys rotate' adds keys that sign later, and 'keys list' shows no secrets", async () => {
  const before = await uola("keys", "list");
  expect(before.out.map((line) => line.split(/\s+/)[0])).toEqual(["tokens", "cookies"]);
  expect((await uola("keys", "rotate")).out[0]).toBe("New keys are there.");
  const { out } = await uola("keys", "list");
  expect(out).toHaveLength(4);
  expect(out.filter((line) => /signs since .* published until /.test(line))).toHaveLength(2);
  expect(out.filter((line) => /signs from .* published$/.test(line))).toHaveLength(2);
});

test("keys rotate and keys list include the platform's keys and encrypt keys stored by an older release", async () => {
  const { db, siteId } = fresh;
  const key = Buffer.alloc(32, 7).toString("base64url");
  const value = JSON.stringify({ keys: [key] });
  await db.insertInto("setting").values({ siteId, name: "token_key", value, updatedDate: new Date() }).execute();
  const listed = async () => (await uola("keys", "list")).out.filter((line) => line.startsWith("platform token_key  "));
  expect(await listed()).toEqual([expect.stringMatching(/ signs since .* published$/)]);
  await uola("keys", "rotate");
  expect(await listed()).toEqual([
    expect.stringMatching(/ signs from .* published$/),
    expect.stringMatching(/ signs since .* published until /),
  ]);
  const stored = await db.selectFrom("setting").selectAll().where("name", "=", "token_key").executeTakeFirstOrThrow();
  expect(stored.value).toEqual({ sealed: expect.any(String) });
});

test("the org commands add an organization only once, add members with an account, and list the organization", async () => {
  const { out } = await uola("org", "add", "--name", "kopek", "--display", "UAB Kopėk");
  const id = out.at(-1) ?? "";
  expect(id).toMatch(/^org_\w+$/);
  expect(await uola("org", "add", "--name", "kopek", "--display", "Kiti")).toMatchObject({
    code: 1,
    err: "There is an organization kopek already.",
  });
  expect((await uola("org", "list")).out).toEqual([`${id}  kopek  UAB Kopėk`]);
  await createAccounts({ ...fresh, secret: "a secret of the test" }).create({ email: "jonas@uola.lt" });
  const added = await uola("org", "member", "add", "--org", "kopek", "--email", "Jonas@uola.lt");
  expect(added).toMatchObject({ code: 0, out: ["jonas@uola.lt is a member."] });
  expect(await uola("org", "member", "add", "--org", "kopek", "--email", "nobody@uola.lt")).toMatchObject({ code: 1 });
  expect(await fresh.db.selectFrom("organizationMember").select("organizationId").execute()).toEqual([
    { organizationId: id },
  ]);
});
