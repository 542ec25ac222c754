import { randomBytes } from "node:crypto";
import { type Account as AccountRow, type Accounts, createAccounts } from "@uola/accounts";
import { type Client, createClient, createTokenStore, type TokenStore } from "@uola/client";
import { type Connection, type Database, newId } from "@uola/database";
import { freshDatabase } from "@uola/database/testing";
import { recordingLogger } from "./covered-operations.testing.ts";
import { sha256 } from "./one-time-secrets.ts";
import type { Platform, PlatformOptions } from "./platform.ts";

export const urls = {
  site: "http://localhost:3000",
  platform: "http://localhost:3001",
  identity: "http://localhost:3002",
};
export const callback = `${urls.site}/callback/`;

type Account = {
  role?: AccountRow["role"];
  status?: AccountRow["status"];
  reasons?: string[];
  email?: string;
  emailVerified?: boolean;
};

type TestSession = { id: string; token: string; sessionId: string };

export type TestPlatform = {
  api: Platform;
  connection: Connection;
  db: Database;
  siteId: string;
  accounts: Accounts;
  clock: { now: Date };
  clientId: string;
  key: string;
  /** A client with these tokens. `language` is the language of the pages the person reads. */
  as(tokens?: TokenStore | string, language?: string): Client;
  visitor(): TokenStore;
  account(account?: Account): Promise<string>;
  /** Returns an access token for a member who has just signed in. */
  member(account?: Account): Promise<TestSession>;
  /** Creates another login session of a member. */
  signIn(id: string): Promise<TestSession>;
  /** Returns the code in the newest mail to an e-mail address. */
  mailedCode(email: string): Promise<string>;
  /**
   * Returns the secret in the newest mail that uses this template and was sent to this e-mail
   * address.
   */
  mailedLink(email: string, template: string): Promise<string>;
  /** Sends a raw request. The response body is parsed if it is JSON. */
  ask(path: string, init?: RequestInit & { token?: string; network?: string }): Promise<Answer>;
  /** Another process on the same database, with its own connections. */
  secondProcess(): Platform;
  secondConnection(): Connection;
  close(): Promise<void>;
};
// biome-ignore lint/suspicious/noExplicitAny: tests inspect raw bodies.
export type Answer = { status: number; headers: Headers; text: string; body: any };

export type OpenPlatform<Options> = (options: PlatformOptions & Options) => Platform;

/**
 * Returns a function that creates a platform on its own database, with a client, an owner's API key
 * and accounts of every role. The packages must include `members`. The platform has one database
 * connection by default, so code that requests a second connection while holding one fails.
 */
export const testPlatformOf =
  <Options>(openPlatform: OpenPlatform<Options>) =>
  (options: Partial<PlatformOptions & Options> = {}, size: { connections?: number } = {}): Promise<TestPlatform> =>
    createTestPlatform(openPlatform, options, size);

async function createTestPlatform<Options>(
  openPlatform: OpenPlatform<Options>,
  options: Partial<PlatformOptions & Options>,
  { connections = 1 }: { connections?: number },
): Promise<TestPlatform> {
  const { connection, db, siteId, another, close } = await freshDatabase({ connections });
  const clock = { now: new Date("2026-09-01T09:00:00Z") };
  const now = () => clock.now;
  const accounts = createAccounts({ db, siteId, now, secret: "a secret of the test" });
  const open = (on: Connection, more: Pick<PlatformOptions, "log"> = {}) =>
    openPlatform({ connection: on, siteId, accounts, urls, now, ...more, ...options } as PlatformOptions & Options);
  const api = open(connection, connections === 1 ? { log: recordingLogger() } : {});
  const fetch = api.fetch;
  const clientId = newId();
  const key = `uola_${randomBytes(24).toString("base64url")}`;
  const createdDate = clock.now;
  await db
    .insertInto("appClient")
    .values({ siteId, id: clientId, name: "site", redirectUris: [callback], createdDate })
    .execute();
  await db
    .insertInto("apiKey")
    .values({ siteId, id: newId(), keyHash: sha256(key), name: "test", createdDate })
    .execute();

  const platform: TestPlatform = {
    api,
    connection,
    db,
    siteId,
    accounts,
    clock,
    clientId,
    key,
    // The timeout is long, because a slow response on a busy machine is not an error.
    as: (tokens, language) =>
      createClient({
        url: urls.platform,
        fetch,
        timeoutMs: 120_000,
        ...(tokens && { tokens }),
        ...(language && { language }),
      }),
    visitor: () => createTokenStore({ url: urls.platform, clientId, fetch, now: () => clock.now }),
    async account({ role = "member", status = "ACTIVE", reasons = [], email, emailVerified = true } = {}) {
      const id = newId();
      const address = email ?? `${id}@example.lt`;
      const dates = { createdDate: clock.now, updatedDate: clock.now };
      const account = { siteId, id, email: address, emailVerified, role, status, statusReasons: reasons, ...dates };
      await db
        .insertInto("account")
        .values({ ...account, firstName: "Ona" })
        .execute();
      return id;
    },
    member: async (account) => platform.signIn(await platform.account(account)),
    async signIn(id) {
      const visitor = await platform.visitor().access();
      const body = JSON.stringify({ grant_type: "authorized_client", scope: "offline_access", member_id: id });
      const { body: tokens } = await platform.ask("/oauth2/token", { body, token: `${visitor},${key}` });
      const sessions = db.selectFrom("memberSession").select("id").where("accountId", "=", id).orderBy("id", "desc");
      const { id: sessionId } = await sessions.executeTakeFirstOrThrow();
      // An API key started this session, but tests need a member who has just authenticated in
      // person.
      await db.updateTable("memberSession").set({ provedDate: clock.now }).where("id", "=", sessionId).execute();
      return { id, token: tokens.access_token, sessionId };
    },
    mailedCode: (email) => platform.mailedLink(email, "account-verify-code"),
    async mailedLink(email, template) {
      const orders = await db.selectFrom("outbox").select("payload").where("kind", "=", "mail").orderBy("id").execute();
      const mails = orders.map(({ payload }) => payload as { to: string; template: string; proofId: string });
      const mail = mails.findLast((each) => each.to === email && each.template === template);
      return (await accounts.issueVerificationSecret(mail?.proofId ?? ""))?.secret ?? "none";
    },
    async ask(path, { token, network, ...init } = {}) {
      const headers = { ...(token !== undefined && { authorization: token }), ...(init.headers as object) };
      const response = await fetch(
        new Request(urls.platform + path, { method: "POST", ...init, headers }),
        network ? { network } : undefined,
      );
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.startsWith("application/json");
      return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
    },
    secondProcess: () => open(another()),
    secondConnection: another,
    close,
  };
  return platform;
}

/** The expected response for a rejection with this status and error code. */
export const refusalResponse = (status: number, code: string) => ({
  status,
  body: { details: { applicationError: { code } } },
});
