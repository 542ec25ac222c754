import { type AccountMail, createAccounts } from "@uola/accounts";
import { json, newId } from "@uola/database";
import { type FreshDatabase, freshDatabase } from "@uola/database/testing";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as store from "./mail-store.ts";
import { smtpTransport } from "./notifications.ts";
import { contextOf, killedWhileSending, now, quick, runNotifications, smtpServer, until } from "./testing.ts";

let fresh: FreshDatabase;
let accounts: ReturnType<typeof createAccounts>;
let accountId: string;
const email = "ona@example.lt";
const ends: (() => unknown)[] = [];

beforeEach(async () => {
  fresh = await freshDatabase();
  accounts = createAccounts({ ...fresh, secret: "a secret of the test", now: () => now });
  ({ id: accountId } = await accounts.create({ email, password: "trys-atramos-taskai-9", firstName: "Ona" }));
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await fresh.close();
});

async function postOffice(refuse?: Parameters<typeof smtpServer>[0]) {
  const smtp = await smtpServer(refuse);
  ends.push(smtp.close);
  return smtp;
}
async function working(smtpUrl: string | undefined, { demo = false, pace = quick } = {}) {
  const mail = smtpUrl ? smtpTransport(smtpUrl) : undefined;
  const running = runNotifications(contextOf(fresh, { mail, accounts, demo }), { pace });
  await running.start();
  ends.push(async () => {
    await running.stop();
    mail?.close();
  });
  return running;
}

type Purpose = "VERIFY_LINK" | "VERIFY_CODE" | "RESET_PASSWORD";
/** Creates a verification, which also writes its mail to the outbox. Returns the id of the mail. */
async function createVerification(purpose: Purpose = "RESET_PASSWORD"): Promise<string> {
  await fresh.db
    .transaction()
    .execute((tx) => accounts.openVerification(tx, { accountId, purpose, email, language: "lt" }));
  const newest = fresh.db.selectFrom("outbox").select("id").orderBy("createdDate", "desc").orderBy("id", "desc");
  return (await newest.executeTakeFirstOrThrow()).id;
}
const mailOf = (id: string) => store.find(fresh.db, fresh.siteId, id);
const ended = (id: string, status: store.Status) =>
  until(async () => {
    const mail = await mailOf(id);
    return mail?.status === status && mail;
  }, `the mail becomes ${status}`);
const tokenIn = (text: string | undefined) => /token=([\w-]+)/.exec(text ?? "")?.[1] ?? "";

/** Returns the names of all tables with a row that contains the text. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(fresh.db);
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const hits = await sql`select 1 from ${sql.raw(name)} t where position(${text} in t::text) > 0 limit 1`.execute(
      fresh.db,
    );
    if (hits.rows.length > 0) found.push(name);
  }
  return found;
}

test("the mailed link works, and its token is removed from the database once the mail is sent", async () => {
  const smtp = await postOffice();
  await working(smtp.url);
  const id = await createVerification();
  const stored = await ended(id, "SENT");
  const token = tokenIn(smtp.received[0]?.text);
  expect(smtp.received[0]?.html).toContain(`http://localhost:3002/password/reset?token=${token}`);
  expect(stored).toMatchObject({
    recipient: email,
    template: "account-reset-password",
    subject: "Pasirinkite naują slaptažodį",
  });
  expect(stored.text).toBe("Šio laiško turinys ištrintas, nes jame buvo slapta nuoroda arba kodas.");
  expect(await tablesWith(token)).toEqual([]);
  expect((await accounts.resetPassword(token, "keturios-atramos-taskai-7")).id).toBe(accountId);
});

test("removes a mailed code from the stored subject too", async () => {
  const smtp = await postOffice();
  await working(smtp.url);
  const id = await createVerification("VERIFY_CODE");
  const stored = await ended(id, "SENT");
  const code = /^\d{6}/.exec(smtp.received[0]?.subject ?? "")?.[0] ?? "";
  expect(smtp.received[0]?.text).toContain(code);
  expect(stored.subject).toBe("Jūsų patvirtinimo kodas");
  const { id: _id, createdDate: _created, attachments: _parts, ...content } = stored;
  expect(JSON.stringify(content)).not.toContain(code);
  await accounts.useCode(accountId, code);
});

test("keeps the secret in the stored mail in demo mode", async () => {
  const smtp = await postOffice();
  await working(smtp.url, { demo: true });
  const stored = await ended(await createVerification(), "SENT");
  expect(tokenIn(stored.text)).toBe(tokenIn(smtp.received[0]?.text));
});

test("does not store the secret without a mail server", async () => {
  await working(undefined);
  const stored = await ended(await createVerification(), "RENDERED");
  expect(stored.text + stored.html).not.toContain("token=");
});

test("a retry after a temporary mail server error sends one mail with the same working link", async () => {
  const tried: (string | undefined)[] = [];
  const smtp = await postOffice((step, count) => (step === "message" && count <= 2 ? 451 : undefined));
  await working(smtp.url);
  const id = await createVerification();
  await until(async () => {
    const { text } = (await mailOf(id)) ?? {};
    if (text?.includes("token=")) tried.push(tokenIn(text));
    return smtp.received[0];
  }, "the mail arrives");
  await ended(id, "SENT");
  expect(new Set(tried)).toEqual(new Set([tokenIn(smtp.received[0]?.text)]));
  expect(smtp.received).toHaveLength(1);
  expect((await accounts.resetPassword(tokenIn(smtp.received[0]?.text), "keturios-atramos-taskai-7")).id).toBe(
    accountId,
  );
});

test("a permanently rejected mail stores no secret, and its retry contains a new working link", async () => {
  let open = false;
  const smtp = await postOffice((step) => (step === "recipient" && !open ? 550 : undefined));
  const running = await working(smtp.url);
  const id = await createVerification();
  const failed = await ended(id, "FAILED");
  expect(failed.text + failed.html).not.toContain("token=");
  await until(async () => (await running.failed())[0], "the failed mail is listed");
  open = true;
  await running.retryFailed();
  const stored = await ended(id, "SENT");
  expect(stored.text + stored.html).not.toContain("token=");
  await accounts.resetPassword(tokenIn(smtp.received[0]?.text), "keturios-atramos-taskai-7");
});

test("a newer mail of the same kind replaces an older one that has not been sent", async () => {
  const older = await createVerification();
  const newer = await createVerification();
  const smtp = await postOffice();
  await working(smtp.url);
  await ended(newer, "SENT");
  await until(async () => (await fresh.db.selectFrom("outbox").select("id").execute()).length === 0, "both are taken");
  await ended(newer, "SENT");
  expect(await mailOf(older)).toBeUndefined();
  expect(smtp.received).toHaveLength(1);
});

test("a rendered mail that was replaced is marked as outdated and its content is removed", async () => {
  let open = false;
  const smtp = await postOffice((step) => (step === "recipient" && !open ? 451 : undefined));
  await working(smtp.url);
  const older = await createVerification();
  await until(async () => ((await mailOf(older))?.attempts ?? 0) > 0, "it was tried");
  const newer = await createVerification();
  open = true;
  await ended(newer, "SENT");
  const stored = await ended(older, "OUTDATED");
  expect(stored.text + stored.html).not.toContain("token=");
  expect(smtp.received).toHaveLength(1);
});

test("an account mail of a killed process is sent once by another process", async () => {
  const id = await createVerification();
  await killedWhileSending(fresh);
  const smtp = await postOffice();
  await working(smtp.url);
  await ended(id, "SENT");
  expect(smtp.received.map(({ messageId }) => messageId)).toEqual([`<${id}@localhost>`]);
  await accounts.resetPassword(tokenIn(smtp.received[0]?.text), "keturios-atramos-taskai-7");
});

test("two workers that process the same mail order create one working link", async () => {
  const smtp = await postOffice();
  await Promise.all([working(smtp.url), working(smtp.url)]);
  const id = await createVerification();
  await ended(id, "SENT");
  expect(smtp.received).toHaveLength(1);
  await accounts.resetPassword(tokenIn(smtp.received[0]?.text), "keturios-atramos-taskai-7");
});

test("stores a mail without a secret exactly as it was sent", async () => {
  const smtp = await postOffice();
  await working(smtp.url);
  const id = newId();
  const order: AccountMail = { template: "account-password-changed", accountId, to: email, language: "en" };
  await fresh.db
    .insertInto("outbox")
    .values({ siteId: fresh.siteId, id, kind: "mail", payload: json(order), createdDate: now })
    .execute();
  const stored = await ended(id, "SENT");
  expect(stored.subject).toBe("Your password was changed");
  expect(stored.text).toContain("http://localhost:3002/password/forgot");
});
