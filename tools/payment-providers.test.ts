import { globSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { paymentProviders } from "../packages/contract/src/payment-providers.ts";

/**
 * Adding a payment provider requires only a folder of its own and changes to the registry files
 * (docs/rules/payments.md), so no other product code may name a provider.
 */
const root = resolve(import.meta.dirname, "..");
const providers = "packages/commerce/src/orders/payment-providers";
const registry = [
  "packages/contract/src/payment-providers.ts",
  `${providers}/registry.ts`,
  `${providers}/provider-simulators.testing.ts`,
];

const isProduct = (path: string) => !/\.test\.tsx?$|\.testing\.ts$/.test(path);

const files = globSync("{packages,apps}/*/src/**/*.{ts,tsx}", { cwd: root });

const isOwn = (key: string, path: string) => path.startsWith(`${providers}/${key}/`) || registry.includes(path);
const namesElsewhere = (key: string, path: string, text: string) =>
  isProduct(path) && !isOwn(key, path) && new RegExp(`${key}(?!d)`, "i").test(text);

test.each([
  ['const isOnline = (way: string) => way === "PAYSERA";', "packages/commerce/src/orders/order-rules.ts", true],
  ["export type Draft = { payseraSandbox: boolean };", "apps/admin/src/pages/orders/form.tsx", true],
  ["const provider = createPaysera(parts);", "packages/commerce/src/orders/orders.ts", true],
  ['<p className="striped">', "apps/site/src/pages/home/home.tsx", false],
  ["// Paysera has no status query.", "apps/site/src/pages/order/order.tsx", true],
  ['notificationUrl: "/v1/payments/paysera",', `${providers}/montonio/montonio.ts`, true],
  ['export const name = "Paysera";', `${providers}/paysera/paysera.ts`, false],
  ["settings: { paysera: { enabled: true } }", "packages/commerce/src/orders/orders.test.ts", false],
  ["PAYSERA: createPaysera(partsOf),", `${providers}/registry.ts`, false],
])("detects whether %j in %s names a provider outside its folder", (text, path, isWrong) => {
  expect(paymentProviders.some(({ key }) => namesElsewhere(key, path, text))).toBe(isWrong);
});

test.each(paymentProviders)("the provider $name is named only in its folder, the registry and tests", ({ key }) => {
  expect(files.filter((path) => namesElsewhere(key, path, readFileSync(join(root, path), "utf8")))).toEqual([]);
});

test("every provider has a folder with its code, its simulator and its tests", () => {
  for (const { key } of paymentProviders) {
    expect(readdirSync(join(root, providers, key))).toEqual(
      expect.arrayContaining([`${key}.ts`, `${key}.testing.ts`, `${key}.test.ts`]),
    );
  }
});
