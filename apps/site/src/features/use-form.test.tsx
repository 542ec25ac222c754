import { runHook } from "@uola/browser/hook.testing.tsx";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { draftStorage } from "./tab-storage.ts";
import { errorsOf, inputsOf, useForm } from "./use-form.ts";

const stored = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
});
afterEach(() => {
  stored.clear();
  vi.unstubAllGlobals();
});
afterAll(() => void vi.restoreAllMocks());

type Draft = { name: string; email: string; people: number };
const empty: Draft = { name: "", email: "", people: 1 };
const storage = draftStorage<Draft>("draft");
const check = ({ name, email }: Draft) => [
  ...(name ? [] : [{ field: "name", text: "Name?" }]),
  ...(email ? [] : [{ field: "email", text: "E-mail?" }]),
];
const explain = (error: unknown) => ({ why: String(error) });

test("stored values fill untouched fields, and known values fill the remaining ones", async () => {
  stored.set("draft", JSON.stringify({ name: "Ona", people: 3, other: 1 }));
  let known: Partial<Draft> | undefined;
  const hook = await runHook(() => useForm<Draft>({ empty, storage, known }));
  expect(hook.now().draft).toEqual({ name: "Ona", email: "", people: 3 });
  known = { name: "Jonas", email: "jonas@uola.example" };
  await hook.do((form) => form.set({ people: 4 }));
  expect(hook.now().draft).toEqual({ name: "Ona", email: "jonas@uola.example", people: 4 });
  await hook.end();
});

test("each change is stored at once, and a cleared field stays empty", async () => {
  const hook = await runHook(() => useForm<Draft>({ empty, storage, known: undefined }));
  await hook.do((form) => form.set({ name: "Ona" }));
  await hook.do((form) => form.set({ name: "" }));
  await hook.do((form) => form.set({ people: 2 }));
  expect(hook.now().draft).toEqual({ name: "", email: "", people: 2 });
  expect(storage.read()).toEqual({ name: "", email: "", people: 2 });
  await hook.end();
});

test("several changes in one handler are all kept", async () => {
  const hook = await runHook(() => useForm<Draft>({ empty }));
  await hook.do(({ set }) => {
    set({ name: "Ona" });
    set({ email: "ona@uola.example" });
  });
  expect(hook.now().draft).toEqual({ name: "Ona", email: "ona@uola.example", people: 1 });
  await hook.end();
});

test("a draft with errors is not sent, and an edited field loses its error", async () => {
  const send = vi.fn(async () => {});
  const hook = await runHook(() => useForm<Draft>({ empty }));
  await hook.do((form) => form.submit(check, send, explain));
  const { of, all } = errorsOf(hook.now().problems, ({ text }) => text);
  expect(all).toEqual(check(empty));
  expect(inputsOf(hook.now(), of, "x-")("email")).toMatchObject({ id: "x-email", value: "", error: "E-mail?" });
  const { tries } = hook.now();
  await hook.do((form) => inputsOf(form)("email").onChange({ target: { value: "o" } }));
  expect(hook.now()).toMatchObject({ problems: [{ field: "name" }], tries, draft: { email: "o" }, at: "filling" });
  await hook.do((form) => form.set({ people: 2 }, ["name"]));
  expect(hook.now().problems).toEqual([]);
  expect(send).not.toHaveBeenCalled();
  await hook.end();
});

test("announces the errors again after every submit and every rejection", async () => {
  const hook = await runHook(() => useForm<Draft>({ empty }));
  const seen = [hook.now().tries];
  await hook.do((form) => form.validate(check));
  seen.push(hook.now().tries);
  await hook.do((form) => form.validate(check));
  seen.push(hook.now().tries);
  await hook.do((form) =>
    form.submit(
      () => [],
      () => Promise.reject(new Error("no")),
      explain,
    ),
  );
  seen.push(hook.now().tries);
  expect(new Set(seen).size).toBe(seen.length);
  await hook.end();
});

test("submitting a form twice at once sends one request", async () => {
  let answer = () => {};
  const send = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
  );
  const hook = await runHook(() => useForm<Draft>({ empty }));
  await hook.do((form) => {
    void form.submit(() => [], send, explain);
    void form.submit(() => [], send, explain);
  });
  await hook.do((form) => void form.submit(() => [], send, explain));
  expect(hook.now()).toMatchObject({ at: "sending", busy: true });
  await hook.do(() => answer());
  expect(hook.now()).toMatchObject({ at: "sent", busy: true });
  expect(send).toHaveBeenCalledOnce();
  await hook.end();
});

test("a failed request keeps the input typed meanwhile, shows the reason and allows another request", async () => {
  let fail = (_: Error) => {};
  const hook = await runHook(() => useForm<Draft>({ empty }));
  let result: unknown;
  await hook.do((form) => {
    const sent = form.submit(
      () => [],
      () =>
        new Promise((_, reject) => {
          fail = reject;
        }),
      explain,
    );
    void sent.then((refusal) => {
      result = refusal;
    });
  });
  await hook.do((form) => form.set({ name: "Ona" }));
  await hook.do(() => fail(new TypeError("offline")));
  expect(hook.now()).toMatchObject({ draft: { name: "Ona" }, at: "filling", refusal: { why: "TypeError: offline" } });
  expect(result).toEqual({ why: "TypeError: offline" });
  const send = vi.fn(async () => {});
  await hook.do((form) => form.submit(() => [], send, explain));
  expect(send).toHaveBeenCalledWith({ ...empty, name: "Ona" });
  expect(hook.now()).toMatchObject({ at: "sent", refusal: undefined });
  await hook.end();
});

test("restarting a form keeps its draft but does not store it", async () => {
  const hook = await runHook(() => useForm<Draft>({ empty, storage }));
  await hook.do((form) => form.set({ name: "Ona", email: "ona@uola.example" }));
  await hook.do((form) =>
    form.submit(
      () => [],
      async () => storage.write(null),
      explain,
    ),
  );
  await hook.do((form) => form.restart({ name: "" }));
  expect(hook.now()).toMatchObject({ at: "filling", draft: { name: "", email: "ona@uola.example" } });
  expect(stored.size).toBe(0);
  await hook.end();
});

test("reports errors in our own code to the owner, but not rejections or lost connections", async () => {
  const reported: unknown[] = [];
  vi.stubGlobal("reportError", (error: unknown) => void reported.push(error));
  const own = new RangeError("wrong");
  const hook = await runHook(() => useForm<Draft>({ empty }));
  for (const error of [
    { kind: "application", status: 409 },
    { kind: "system", status: 0 },
    new TypeError("fetch"),
    own,
  ]) {
    await hook.do((form) =>
      form.submit(
        () => [],
        () => Promise.reject(error),
        explain,
      ),
    );
  }
  expect(reported).toEqual([own]);
  await hook.end();
});
