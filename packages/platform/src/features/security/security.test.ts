import { setTimeout as wait } from "node:timers/promises";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHouse, type House, refused } from "../../people.testing.ts";

let house: House;
beforeAll(async () => {
  house = await createHouse();
});
afterAll(() => house.close());

const at = (path: string) => `/v1/members/me/security${path}`;
const post = (path: string, token: string, body: object = {}) =>
  house.ask(at(path), { token, body: JSON.stringify(body) });
const read = (token: string) => house.ask(at(""), { method: "GET", token });

test("a code app is turned on by its first code, and a code works once", async () => {
  const { id, token } = await house.member();
  const begun = await post("/authenticator/begin", token);
  expect(begun).toMatchObject({ status: 200, body: { qrCode: expect.stringContaining("<svg") } });
  expect(await post("/authenticator/confirm", token, { code: "abcdef" })).toMatchObject(refused(400, "WRONG_CODE"));
  const code = TOTP.generate({ secret: Secret.fromBase32(begun.body.secret), timestamp: house.clock.now.getTime() });
  const on = await post("/authenticator/confirm", token, { code });
  expect(on.body.recoveryCodes).toHaveLength(10);
  expect(on.body.security.authenticator).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
  expect(await house.accounts.factors.checkCode(id, code)).toBe(false);
  const recovery = on.body.recoveryCodes[0].toUpperCase().replaceAll("-", " ");
  expect(await house.accounts.factors.checkCode(id, recovery)).toBe(true);
  expect(await house.accounts.factors.checkCode(id, recovery)).toBe(false);
});

test("a new password keeps the stay it was set from and ends the others; a wrong one is said", async () => {
  const { id, token } = await house.member();
  expect(await post("/password", token, { newPassword: "short" })).toMatchObject({ status: 400 });
  expect((await post("/password", token, { newPassword: "trys raudoni kibirai" })).status).toBe(200);
  expect(await post("/password", token, { newPassword: "katinas duona kalnas mokykla" })).toMatchObject(
    refused(403, "WRONG_PASSWORD"),
  );
  expect((await read(token)).body.security.devices).toMatchObject([{ current: true }]);
  expect((await house.accounts.factors.of(id)).hasPassword).toBe(true);
});

test("blocked here, unknown there at once", async () => {
  const { id, token } = await house.member();
  const neighbour = house.neighbour();
  await neighbour.start();
  const there = async () => {
    const init = { headers: { authorization: token } };
    return (await neighbour.fetch(new Request(`http://localhost:3001${at("")}`, init))).status;
  };
  expect(await there()).toBe(200);
  await house.accounts.block(id);
  await wait(300);
  expect(await there()).toBe(401);
  await neighbour.stop();
});

test("nobody's device or site is not found; out everywhere is out here too", async () => {
  const { token } = await house.member();
  expect(await post("/devices/x/end", token)).toMatchObject(refused(404, "DEVICE_NOT_FOUND"));
  expect(await post("/apps/x/disconnect", token)).toMatchObject(refused(404, "APP_NOT_FOUND"));
  expect((await post("/devices/end-all", token)).status).toBe(200);
  expect((await read(token)).status).toBe(401);
});
