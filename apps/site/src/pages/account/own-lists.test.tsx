import { runHook } from "@uola/browser/hook.testing.tsx";
import { PlatformError } from "@uola/client";
import { Tree } from "@uola/page-loader/tree.tsx";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, expect, test, vi } from "vitest";
import { Orders } from "./orders.tsx";
import { Passes } from "./passes.tsx";

// Test files of a worker share modules; modules loaded by another file would not use the platform
// mock below.
vi.hoisted(() => void vi.resetModules());
afterAll(() => void vi.resetModules());

/** The platform rejects every request here. */
vi.mock("@uola/browser/platform.ts", () => ({
  platform: async () => {
    throw new PlatformError("", { kind: "application", status: 403, code: "PERMISSION_DENIED" });
  },
}));

/** Returns the HTML of an account list that cannot be loaded. */
async function shownBy(list: () => ReactNode) {
  const hook = await runHook(
    () => ({ drawn: list() }),
    (children) => {
      const from = { page: "test", path: "/account/", search: "", now: "2026-09-09T13:30:00Z", params: {}, data: null };
      const shown = { kind: "client-only", from, answers: {}, search: "", view: { default: () => children } };
      const frame = { Frame: ({ children: inside }: { children: ReactNode }) => inside, Failed: () => null };
      const around = { app: { platformUrl: "http://platform.test", clientId: "test" }, slices: {}, frame };
      return <Tree shown={shown as never} around={around as never} />;
    },
  );
  const { drawn } = await hook.settle(({ drawn }) => drawn !== null);
  await hook.end();
  return renderToStaticMarkup(drawn);
}

test("shows an error with a retry button when orders cannot be loaded", async () => {
  const html = await shownBy(Orders);
  expect(html).toContain('role="alert"');
  expect(html).toContain("Užsakymų įkelti nepavyko");
  expect(html).toContain("Bandyti dar kartą");
});

test("shows an error with a retry button when passes cannot be loaded", async () => {
  const html = await shownBy(Passes);
  expect(html).toContain("Abonementų įkelti nepavyko");
  expect(html).toContain("Bandyti dar kartą");
});
