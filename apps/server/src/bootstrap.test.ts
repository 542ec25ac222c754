import { type FreshDatabase, freshDatabase } from "@uola/database/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ensureApps, ensureSite } from "./bootstrap.ts";

const now = new Date("2026-05-04T08:00:00Z");
const urls = { site: "http://localhost:1", platform: "http://localhost:2", identity: "http://localhost:3" };
const input = { urls, clientId: undefined, identityClientId: undefined };

let fresh: FreshDatabase;
beforeEach(async () => {
  fresh = await freshDatabase();
});
afterEach(() => fresh.close());

test("a new database gets exactly one site when several processes start at once", async () => {
  const { db } = fresh;
  await db.deleteFrom("site").execute();
  const sites = await Promise.all([1, 2, 3, 4].map(() => ensureSite(db, now)));
  expect(new Set(sites.map(({ id }) => id)).size).toBe(1);
  expect(await db.selectFrom("site").select("id").execute()).toHaveLength(1);
});

test("each start keeps the ids of the site's clients and updates their URLs", async () => {
  const { db, siteId } = fresh;
  const first = await ensureApps(db, siteId, input, now);
  const moved = { site: "https://uola.lt", platform: "https://api.uola.lt", identity: "https://id.uola.lt" };
  expect(await ensureApps(db, siteId, { ...input, urls: moved }, now)).toEqual(first);
  expect(await db.selectFrom("appClient").select(["id", "redirectUris"]).execute()).toEqual([
    { id: first.clientId, redirectUris: ["/", "/en/", "/callback/", "/en/callback/"].map((path) => moved.site + path) },
  ]);
  expect(await db.selectFrom("idpConnection").select(["id", "issuer", "jwksUri", "audiences"]).execute()).toEqual([
    {
      id: first.idpConnectionId,
      issuer: "https://id.uola.lt/",
      jwksUri: "https://id.uola.lt/.well-known/jwks.json",
      audiences: ["uola-site", "https://api.uola.lt"],
    },
  ]);
});

test("ids from the settings are used for the clients", async () => {
  const clientId = "0b8a1d4e-6f5c-4a39-9c1e-2d7f3b5a6c80";
  const apps = await ensureApps(fresh.db, fresh.siteId, { ...input, clientId, identityClientId: "site" }, now);
  expect(apps).toMatchObject({ clientId, identityClientId: "site" });
});
