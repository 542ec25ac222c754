import { runHook } from "@uola/browser/hook.testing.tsx";
import { Tree } from "@uola/page-loader/tree.tsx";
import type { ReactNode } from "react";
import { afterAll, expect, test, vi } from "vitest";
import * as lookups from "./lookups.ts";

// Test files in one worker share modules; modules already loaded by another file would not use this
// file's mocks.
vi.hoisted(() => void vi.resetModules());
afterAll(() => void vi.resetModules());

/** The number of requests to the platform for each list. */
const asked: Record<string, number> = {};
const answer = (name: string, field: string) => async () => {
  asked[name] = (asked[name] ?? 0) + 1;
  return { [field]: [name] };
};
vi.mock("@uola/browser/platform.ts", () => ({
  platform: async () => ({
    resources: { listStaff: answer("staff", "staff"), list: answer("resources", "resources") },
    policies: { list: answer("policies", "policies") },
    categories: { list: answer("categories", "categories") },
    plans: { list: answer("plans", "plans") },
    forms: { list: answer("forms", "forms") },
    locations: { list: answer("locations", "locations") },
    business: { get: answer("business", "business") },
  }),
}));

const onPage = <Result,>(use: () => Result) =>
  runHook(use, (children) => {
    const from = { page: "test", path: "/admin/", search: "", now: "2026-09-09T13:30:00Z", params: {}, data: null };
    const shown = { kind: "client-only", from, answers: {}, search: "", view: { default: () => children } };
    const frame = { Frame: ({ children: inside }: { children: ReactNode }) => inside, Failed: () => null };
    return <Tree shown={shown as never} around={{ app: {}, slices: {}, frame } as never} />;
  });

test.each([
  ["staff", lookups.useStaff],
  ["resources", lookups.useResources],
  ["policies", lookups.usePolicies],
  ["categories", lookups.useCategories],
  ["plans", lookups.usePlans],
  ["forms", lookups.useForms],
  ["locations", lookups.useLocations],
  ["business", lookups.useBusiness],
] as const)("the lookup %s is loaded once for all of its users", async (name, use) => {
  const hook = await onPage(() => [use().data, use().data] as readonly unknown[]);
  expect(await hook.settle(([first, second]) => first !== undefined && second !== undefined)).toEqual([[name], [name]]);
  await hook.end();
  const later = await onPage(() => [use().data] as readonly unknown[]);
  expect(later.now()).toEqual([[name]]);
  await later.end();
  expect(asked[name]).toBe(1);
});

test("every lookup is covered by a test", () => expect(Object.keys(asked)).toHaveLength(Object.keys(lookups).length));
