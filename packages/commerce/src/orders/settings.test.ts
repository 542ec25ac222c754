import type { Client } from "@uola/client";
import { json } from "@uola/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestGym, type TestGym } from "../testing.ts";

let gym: TestGym;
let owner: Client;
beforeAll(async () => {
  gym = await createTestGym();
  owner = gym.as(gym.key);
});
afterAll(() => gym.close());

const read = async () => (await owner.payments.settings({})).settings;
type Changes = Partial<Parameters<Client["payments"]["updateSettings"]>[0]["settings"]>;
async function change(changes: Changes) {
  const { revision, ...settings } = await read();
  return (await owner.payments.updateSettings({ revision, settings: { ...settings, ...changes } })).settings;
}
const storedText = async () =>
  JSON.stringify(await gym.db.selectFrom("setting").select("value").where("name", "=", "payments").execute());

const keys = {
  montonio: { sandbox: false, accessKey: "AK-1", secretKey: "a secret key of Montonio" },
  paysera: { sandbox: false, projectId: "1234", password: "0123456789abcdef0123456789abcdef" },
  stripe: { secretKey: "sk_live_0123456789", webhookSecret: "whsec_0123456789" },
};

test("until the owner sets it up, every provider is disabled, in sandbox mode and without keys", async () => {
  expect(await read()).toMatchObject({
    montonio: { enabled: false, sandbox: true, accessKey: "", hasSecretKey: false },
    paysera: { enabled: false, sandbox: true, projectId: "", hasPassword: false },
    stripe: { enabled: false, hasSecretKey: false, hasWebhookSecret: false },
  });
});

test("stores secrets encrypted and returns only that they are stored", async () => {
  const settings = await change({
    montonio: { enabled: true, ...keys.montonio },
    paysera: { enabled: true, ...keys.paysera },
    stripe: { enabled: true, ...keys.stripe },
  });
  expect(settings.montonio).toEqual({ enabled: true, sandbox: false, accessKey: "AK-1", hasSecretKey: true });
  expect(settings.paysera).toEqual({ enabled: true, sandbox: false, projectId: "1234", hasPassword: true });
  expect(settings.stripe).toEqual({ enabled: true, hasSecretKey: true, hasWebhookSecret: true });
  const stored = await storedText();
  for (const secret of [keys.montonio.secretKey, keys.paysera.password, ...Object.values(keys.stripe)]) {
    expect(stored).not.toContain(secret);
  }
});

test("a change without a secret or a provider keeps the stored values", async () => {
  const before = await read();
  const { revision, paysera, stripe, ...settings } = before;
  const montonio = { enabled: false, sandbox: true, accessKey: "AK-2" };
  await owner.payments.updateSettings({ revision, settings: { ...settings, montonio } });
  expect(await read()).toMatchObject({ montonio: { ...montonio, hasSecretKey: true }, paysera, stripe });
});

test.each([
  ["montonio", "accessKey", { ...keys.montonio, accessKey: "A".repeat(101) }],
  ["montonio", "secretKey", { ...keys.montonio, secretKey: "short" }],
  ["paysera", "projectId", { ...keys.paysera, projectId: "12a" }],
  ["paysera", "projectId", { ...keys.paysera, projectId: "1".repeat(12) }],
  ["paysera", "password", { ...keys.paysera, password: "short" }],
  ["stripe", "webhookSecret", { ...keys.stripe, webhookSecret: "w".repeat(201) }],
])("rejects %s.%s in a wrong format", async (provider, field, values) => {
  await expect(change({ [provider]: { enabled: true, ...values } })).rejects.toMatchObject({
    status: 400,
    fieldViolations: [{ field: `settings.${provider}.${field}` }],
  });
});

test("reads settings that were stored before a provider existed", async () => {
  const { montonio, paysera: _, stripe: __, ...more } = await read();
  const value = { ...more, montonio: { ...montonio, secretKey: null }, revision: 7 };
  await gym.db
    .updateTable("setting")
    .set({ value: json(value) })
    .where("name", "=", "payments")
    .execute();
  expect(await read()).toMatchObject({
    montonio: { accessKey: "AK-2", hasSecretKey: false },
    paysera: { enabled: false, sandbox: true, projectId: "", hasPassword: false },
    stripe: { enabled: false, hasSecretKey: false, hasWebhookSecret: false },
    revision: "7",
  });
});
