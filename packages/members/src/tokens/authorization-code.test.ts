import { newId } from "@uola/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callback, createTestPlatform, refusalResponse, type TestPlatform } from "../testing.ts";
import { tokenCalls, verifier } from "./tokens.testing.ts";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());
const { codeFor, grant, later, me, redeem } = tokenCalls(() => platform);

test("an authorization code works once; if several requests redeem it simultaneously, its session ends", async () => {
  const memberId = await platform.account();
  const code = await codeFor(memberId);
  const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(code)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
  // The other requests arrived before or after the session was created. In both cases they end the
  // session.
  const winner = answers.find(({ status }) => status === 200)?.body;
  expect((await me(winner.access_token)).status).toBe(401);
  expect(await grant({ grantType: "refresh_token", refreshToken: winner.refresh_token })).toMatchObject(
    refusalResponse(400, "INVALID_GRANT"),
  );
});

test("an authorization code is bound to its verifier, client and redirect URI, and expires after a minute", async () => {
  const memberId = await platform.account();
  const no = refusalResponse(400, "INVALID_GRANT");
  expect(await redeem(await codeFor(memberId), { codeVerifier: verifier.replace("d", "e") })).toMatchObject(no);
  expect(await redeem(await codeFor(memberId), { codeVerifier: undefined })).toMatchObject(no);
  expect(await redeem(await codeFor(memberId, { clientId: newId() }))).toMatchObject(no);
  expect(await redeem(await codeFor(memberId, { redirectUri: callback }))).toMatchObject(no);
  expect(await redeem(await codeFor(memberId), { redirectUri: callback })).toMatchObject(no);
  expect((await redeem(await codeFor(memberId, { redirectUri: callback }), { redirectUri: callback })).status).toBe(
    200,
  );
  expect(await redeem("never-issued")).toMatchObject(no);
  const code = await codeFor(memberId);
  later(61);
  expect(await redeem(code)).toMatchObject(no);
  expect(await redeem(await codeFor(memberId), { clientId: newId() })).toMatchObject(
    refusalResponse(400, "INVALID_CLIENT"),
  );
  expect(await redeem(await codeFor(await platform.account({ status: "BLOCKED" })))).toMatchObject(no);
});
