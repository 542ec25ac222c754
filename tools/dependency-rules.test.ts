import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cruise } from "dependency-cruiser";
import { afterAll, expect, test } from "vitest";
import { forbidden, options } from "./dependency-rules.ts";
import { temporaryFolder } from "./temporary.ts";

const root = mkdtempSync(join(temporaryFolder(), "uola-imports-"));
afterAll(() => rmSync(root, { recursive: true }));

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

/** Returns the names of the rules that a file with this code breaks. */
async function rulesBroken(from: string, to: string, statement: string): Promise<string[]> {
  write(to, "export type A = string;\nexport const a = 1;\n");
  write(from, statement);
  const { output } = await cruise([from], { ...options, baseDir: root, ruleSet: { forbidden }, validate: true });
  if (typeof output === "string") throw new Error(output);
  return output.summary.violations.map(({ rule }) => rule.name);
}

const cases: [string, string, string, string][] = [
  ["contract-dependencies", "packages/contract/src/a.ts", "packages/kernel/src/index.ts", "../../kernel/src/index.ts"],
  ["kernel-dependencies", "packages/kernel/src/a.ts", "packages/members/src/index.ts", "../../members/src/index.ts"],
  ["site-dependencies", "apps/site/src/a.tsx", "apps/admin/src/b.tsx", "../../admin/src/b.tsx"],
  ["admin-dependencies", "apps/admin/src/a.tsx", "apps/site/src/b.tsx", "../../site/src/b.tsx"],
  [
    "booking-services-order",
    "packages/booking/src/services/a.ts",
    "packages/booking/src/bookings/bookings.ts",
    "../bookings/bookings.ts",
  ],
  [
    "booking-bookings-order",
    "packages/booking/src/bookings/a.ts",
    "packages/booking/src/availability/store.ts",
    "../availability/store.ts",
  ],
  ["own-entry-file", "packages/booking/src/bookings/a.ts", "packages/booking/src/index.ts", "../index.ts"],
  [
    "package-entry-file",
    "packages/messaging/src/history/a.ts",
    "packages/booking/src/claims.ts",
    "../../../booking/src/claims.ts",
  ],
  ["components-without-business", "packages/ui/src/a.tsx", "packages/client/src/index.ts", "../../client/src/index.ts"],
  [
    "features-without-pages",
    "apps/site/src/features/a.ts",
    "apps/site/src/pages/home/home.tsx",
    "../pages/home/home.tsx",
  ],
  [
    "light-pages",
    "apps/site/src/pages/booking/a.tsx",
    "packages/browser/src/use-platform.ts",
    "../../../../../packages/browser/src/use-platform.ts",
  ],
  [
    "pages-use-platform",
    "apps/admin/src/pages/members/a.ts",
    "packages/browser/src/platform.ts",
    "../../../../../packages/browser/src/platform.ts",
  ],
  ["packages-by-name", "apps/site/src/a.tsx", "packages/ui/src/b.tsx", "../../../packages/ui/src/b.tsx"],
  [
    "one-query-library",
    "apps/admin/src/a.tsx",
    "node_modules/@tanstack/react-query/index.js",
    "../../../node_modules/@tanstack/react-query/index.js",
  ],
];

test.each(cases)(
  "the rule %s forbids a static import, a type import and a dynamic import",
  async (rule, from, to, specifier) => {
    for (const statement of [
      `import { a } from "${specifier}";\nexport const b = a;\n`,
      `import type { A } from "${specifier}";\nexport type B = A;\n`,
      `export const load = () => import("${specifier}");\n`,
    ]) {
      expect(await rulesBroken(from, to, statement)).toContain(rule);
    }
  },
);

test("allows a feature to import an earlier feature through its entry file", async () => {
  const [from, to] = ["packages/booking/src/bookings/a.ts", "packages/booking/src/services/services.ts"];
  expect(await rulesBroken(from, to, 'export { a } from "../services/services.ts";\n')).toEqual([]);
});

test("allows a test to import another package", async () => {
  const [from, to] = ["apps/admin/src/a.test.ts", "apps/site/src/b.tsx"];
  expect(await rulesBroken(from, to, 'import { a } from "../../site/src/b.tsx";\nexport const b = a;\n')).toEqual([]);
});
