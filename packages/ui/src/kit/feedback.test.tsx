import { runHook } from "@uola/browser/hook.testing.tsx";
import { PlatformError } from "@uola/client";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { useFeedback } from "./feedback.tsx";

const shownBy = (hook: { now: () => ReturnType<typeof useFeedback> }) => renderToStaticMarkup(hook.now().shown);
const refused = new PlatformError("", { kind: "application", status: 409, code: "LAST_OWNER" });
const invalid = new PlatformError("", { kind: "validation", status: 400 });

test("feedback shows a success message with the result of the action", async () => {
  const hook = await runHook(() => useFeedback());
  expect(
    await hook.do(({ make }) =>
      make(
        async () => 3,
        (count) => `Ištrinta: ${count}`,
      ),
    ),
  ).toBe(true);
  expect(shownBy(hook)).toContain("Ištrinta: 3");
  expect(shownBy(hook)).not.toContain("Grąžinti");
  await hook.end();
});

test("a rejection replaces the success message with its own message", async () => {
  const hook = await runHook(() => useFeedback());
  await hook.do(({ done }) => done("Išsaugota"));
  expect(await hook.do(({ make }) => make(() => Promise.reject(refused), "Ištrinta"))).toBe(false);
  expect(shownBy(hook)).toContain("Tai vienintelis savininkas");
  expect(shownBy(hook)).not.toContain("Išsaugota");
  await hook.do(({ done }) => done("Pakeista"));
  expect(shownBy(hook)).not.toContain("savininkas");
  await hook.end();
});

test("an invalid request is reported with the message of its page", async () => {
  const hook = await runHook(() => useFeedback({ invalid: "calendar.failed.invalid" }));
  await hook.do(({ make }) => make(() => Promise.reject(invalid), ""));
  expect(shownBy(hook)).toContain("Pasirinkite kitą laiką");
  await hook.end();
});

test("the undo key reverts the last action once and shows the message of the undo", async () => {
  const listening = new Set<(event: unknown) => void>();
  const browser = globalThis as unknown as Record<string, unknown>;
  const before = { ...browser };
  Object.assign(browser, {
    addEventListener: (_: string, listener: (event: unknown) => void) => listening.add(listener),
    removeEventListener: (_: string, listener: (event: unknown) => void) => listening.delete(listener),
    document: { querySelector: () => null },
    HTMLElement: class {},
  });
  const hook = await runHook(() => useFeedback({ byKey: true }));
  let times = 0;
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const work = () => {
    times++;
    return answered;
  };
  await hook.do(({ done }) => done("Perkelta", { work, text: "Perkelta atgal" }));
  const press = (key: string) =>
    hook.do(() => {
      for (const listener of listening) listener({ key, target: null });
    });
  await press("y");
  expect(times).toBe(0);
  await press("z");
  await press("z");
  answer();
  await hook.settle(({ shown }) => renderToStaticMarkup(shown).includes("Perkelta atgal"));
  expect(times).toBe(1);
  await hook.end();
  expect(listening.size).toBe(0);
  for (const name of ["addEventListener", "removeEventListener", "document", "HTMLElement"]) {
    if (name in before) browser[name] = before[name];
    else delete browser[name];
  }
});
