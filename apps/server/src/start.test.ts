import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FreshDatabase, freshDatabase } from "@uola/database/testing";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readSettings } from "./settings.ts";
import { type RunningServer, start } from "./start.ts";
import { startErrorMessage } from "./start-errors.ts";

let fresh: FreshDatabase;
let dataDir: string;
const running: RunningServer[] = [];

beforeEach(async () => {
  fresh = await freshDatabase();
  dataDir = mkdtempSync(join(tmpdir(), "uola-start-"));
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  await fresh.close();
  rmSync(dataDir, { recursive: true });
});

const key = "a-key-that-is-long-enough-for-this";
const anyPorts = { SITE_PORT: "0", PLATFORM_PORT: "0", IDENTITY_PORT: "0" };

async function open(environment: Record<string, string> = {}) {
  const settings = readSettings({
    ...anyPorts,
    DATABASE_URL: fresh.connection.url,
    DATA_DIR: dataDir,
    OWNER_API_KEY: key,
    ...environment,
  });
  const server = await start({ settings, only: ["platform", "identity"], log: pino({ level: "silent" }) });
  running.push(server);
  return server;
}

const services = (platform: string, authorization: string) =>
  fetch(`${platform}/v2/services/query`, { method: "POST", headers: { authorization }, body: "{}" });

describe("server start", () => {
  test("startup opens the platform and the identity provider, which trust each other", async () => {
    const { urls } = await open();
    expect((await fetch(`${urls.platform}/ready`)).status).toBe(200);
    const discovery = await (await fetch(`${urls.identity}/.well-known/openid-configuration`)).json();
    const trusted = await fresh.db.selectFrom("idpConnection").selectAll().executeTakeFirstOrThrow();
    expect(discovery).toMatchObject({ issuer: trusted.issuer, jwks_uri: trusted.jwksUri });
    const client = await fresh.db.selectFrom("identityClient").selectAll().executeTakeFirstOrThrow();
    expect(trusted.audiences).toContain(client.id);
    expect(client).toMatchObject({
      firstParty: true,
      redirectUris: [`${urls.site}/callback/`, `${urls.site}/en/callback/`],
    });
  });

  test("the server sends the security headers on every origin, and HSTS only with https", async () => {
    const here = await open();
    const answers = async (urls: string[]) =>
      (await Promise.all(urls.map((url) => fetch(url)))).map(({ headers }) => [
        headers.get("x-content-type-options"),
        headers.get("strict-transport-security"),
      ]);
    const { platform, identity } = here.urls;
    const paths = [`${platform}/v1/business`, `${platform}/nowhere`, `${identity}/health`, `${identity}/nowhere`];
    expect(await answers(paths)).toEqual(Array(4).fill(["nosniff", null]));
  });

  test("a start revokes the owner's API key that was removed from the environment", async () => {
    const before = await open();
    expect((await services(before.urls.platform, key)).status).toBe(200);
    const after = await open({ OWNER_API_KEY: "" });
    expect((await services(after.urls.platform, key)).status).toBe(401);
    await expect.poll(async () => (await services(before.urls.platform, key)).status).toBe(401);
  });

  test("accepts the owner's API key and rejects an unknown one", async () => {
    const { urls } = await open();
    expect((await services(urls.platform, key)).status).toBe(200);
    expect((await services(urls.platform, "a-key-that-nobody-has-ever-made")).status).not.toBe(200);
  });

  test("the start passes the settings to the parts they configure", async () => {
    const { urls } = await open({
      RECAPTCHA_VISIBLE_SITE_KEY: "visible",
      RECAPTCHA_VISIBLE_SECRET: "1",
      RECAPTCHA_INVISIBLE_SITE_KEY: "invisible",
      RECAPTCHA_INVISIBLE_SECRET: "2",
      SIGN_INS_PER_MINUTE: "1",
    });
    const captcha = await fetch(`${urls.platform}/v1/captcha`, { headers: { authorization: key } });
    const siteKeys = { invisibleSiteKey: "invisible", visibleSiteKey: "visible" };
    expect(await captcha.json()).toEqual({ provider: "RECAPTCHA", ...siteKeys });
    const begin = async () => {
      const query = new URLSearchParams({
        client_id: "uola-platform",
        response_type: "code",
        scope: "openid",
        redirect_uri: `${urls.platform}/oauth2/callback`,
        code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        code_challenge_method: "S256",
        state: "s",
      });
      return (await fetch(`${urls.identity}/authorize?${query}`, { redirect: "manual" })).status;
    };
    expect([await begin(), await begin()]).toEqual([303, 429]);
  });

  test("creates the demo only once, with the same people and the same API key at every start", async () => {
    const first = await open({ UOLA_DEMO: "on", OWNER_API_KEY: "" });
    const people = () => fresh.db.selectFrom("account").select("email").orderBy("email").execute();
    const before = await people();
    expect(before.length).toBeGreaterThan(2);
    await first.stop();
    const second = await open({ UOLA_DEMO: "on", OWNER_API_KEY: "" });
    expect(await people()).toEqual(before);
    expect([first.hasDemoPeople, second.hasDemoPeople]).toEqual([true, true]);
    expect(second.ownerApiKey).toBe(first.ownerApiKey);
    expect((await services(second.urls.platform, first.ownerApiKey ?? "")).status).toBe(200);
  });

  test("a stopped server stops responding and can be started again", async () => {
    const server = await open();
    await server.stop();
    await expect(fetch(`${server.urls.platform}/health`)).rejects.toThrow();
    const again = await open();
    expect((await fetch(`${again.urls.identity}/.well-known/jwks.json`)).status).toBe(200);
  });
});

describe("rejected start with a readable error", () => {
  const refusal = (environment: Record<string, string>) =>
    open(environment).then(
      () => "started",
      (error: unknown) => startErrorMessage(error),
    );

  test("rejects a start if a port is in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    expect(await refusal({ PLATFORM_PORT: String(port), UOLA_DEMO: "on" })).toContain(`Port ${port} is in use`);
    other.close();
  });

  test("rejects a start that would make accounts of demo people public", async () => {
    await fresh.db.updateTable("site").set({ demo: true }).execute();
    expect(await refusal({ SITE_URL: "https://uola.lt" })).toContain("on this machine only");
    expect(await refusal({})).toContain("on this machine only");
  });

  test.each([
    ["server cannot be reached", "postgresql://uola:x@127.0.0.1:1/uola", "cannot be reached"],
    ["does not exist", undefined, "does not exist"],
  ])("rejects a start if the database %s", async (_, url, words) => {
    expect(await refusal({ DATABASE_URL: url ?? `${fresh.connection.url}_not` })).toContain(words);
  });

  test("rejects a start if the identity provider's keys were encrypted with another secret", async () => {
    await open({ IDENTITY_SECRET: "one-secret-of-enough-characters" });
    const error = await open({ IDENTITY_SECRET: "another-secret-of-enough-characters" }).catch((error: Error) => error);
    expect(error).toMatchObject({ message: expect.stringContaining("secret") });
  });
});
