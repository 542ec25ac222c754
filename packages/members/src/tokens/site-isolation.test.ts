import { createAccounts } from "@uola/accounts";
import { newId } from "@uola/database";
import { createKeyring, issueSecret } from "@uola/kernel";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callback, createPlatform, createTestPlatform, type TestPlatform, urls } from "../testing.ts";
import { anyCall, challenge, tokenCalls, verifier } from "./tokens.testing.ts";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());
const { anonymous, grant } = tokenCalls(() => platform);

test("a site rejects every token, API key and code of another site on the same database", async () => {
  const { db, siteId } = platform;
  const otherId = newId();
  await db.insertInto("site").values({ id: otherId, name: "Another", createdDate: platform.clock.now }).execute();
  const client = { siteId: otherId, id: platform.clientId, name: "site", redirectUris: [callback] };
  await db
    .insertInto("appClient")
    .values({ ...client, createdDate: platform.clock.now })
    .execute();
  const accounts = createAccounts({ db, siteId: otherId, secret: "another secret of the test" });
  const { connection, clock } = platform;
  const other = createPlatform({ connection, siteId: otherId, accounts, urls, now: () => clock.now });
  const ask = async (path: string, init: RequestInit) =>
    (await other.fetch(new Request(`${urls.platform}${path}`, init))).status;
  const askGrant = (input: object, headers = {}) =>
    ask("/oauth2/token", { method: "POST", headers, body: JSON.stringify({ clientId: platform.clientId, ...input }) });

  const member = await platform.member();
  const visitor = await anonymous();
  const keysOf = async (id: string, owner: Pick<typeof accounts, "sealer">) =>
    (await createKeyring({ db, siteId: id, accounts: owner, now: () => clock.now }, "token_key").all()).map((key) =>
      key.export().toString("base64url"),
    );
  const shared = await keysOf(siteId, platform.accounts);
  expect(await askGrant({ grantType: "anonymous" })).toBe(200);
  expect(await keysOf(otherId, accounts)).not.toEqual(shared);
  // A token contains its site, so the other site rejects it even if both sites sign with the same
  // key.
  await db
    .updateTable("setting")
    .set({ value: JSON.stringify({ keys: shared }) })
    .where("siteId", "=", otherId)
    .where("name", "=", "token_key")
    .execute();
  const restarted = createPlatform({ connection, siteId: otherId, accounts, urls, now: () => clock.now });
  for (const { fetch } of [other, restarted]) {
    for (const authorization of [member.token, visitor.access_token, platform.key]) {
      const request = new Request(urls.platform + anyCall, { headers: { authorization } });
      expect((await fetch(request)).status).toBe(401);
    }
  }
  expect(await askGrant({ grantType: "refresh_token", refreshToken: visitor.refresh_token })).toBe(400);
  const expires = new Date(clock.now.getTime() + 60_000);
  const code = { memberId: member.id, clientId: platform.clientId, codeChallenge: challenge, session: newId() };
  const issued = await issueSecret(db, { siteId, purpose: "sign_in_code" }, code, expires);
  const redeemed = { grantType: "authorization_code", code: issued, codeVerifier: verifier };
  expect(await askGrant(redeemed)).toBe(400);
  expect((await grant({ clientId: platform.clientId, ...redeemed })).status).toBe(200);
});
