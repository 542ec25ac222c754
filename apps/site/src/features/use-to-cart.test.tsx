import { runHook } from "@uola/browser/hook.testing.tsx";
import type { SyntheticEvent } from "react";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { useForm } from "./use-form.ts";
import { useToCart } from "./use-to-cart.ts";

// Test files of a worker share modules: without a reset, modules loaded by another file would not
// use this file's mocks.
const { added, went, answer } = vi.hoisted(() => {
  vi.resetModules();
  return { added: [] as unknown[], went: vi.fn(), answer: { error: undefined as unknown } };
});
afterAll(() => void vi.resetModules());
vi.mock("@uola/browser/platform.ts", () => ({ platform: async () => ({}) }));
vi.mock("@uola/page-loader/tree.tsx", () => ({ useApp: () => ({}) }));
vi.mock("@uola/page-loader/browser/go.ts", () => ({ go: went }));
vi.mock("./cart.ts", () => ({
  async addToCart(_: unknown, item: unknown) {
    if (answer.error) throw answer.error;
    added.push(item);
  },
}));

const focused: string[] = [];
beforeEach(() => {
  vi.stubGlobal("document", { getElementById: (id: string) => ({ focus: () => void focused.push(id) }) });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  for (const list of [added, focused]) list.length = 0;
  answer.error = undefined;
});

const event = { preventDefault() {} } as SyntheticEvent;
const onAdded = vi.fn();
const useDonation = () => {
  const form = useForm({ empty: { sum: "" } });
  const add = useToCart(
    form,
    ({ sum }) => (sum ? { donation: { amount: Number(sum) * 100 } } : { field: "own-sum", text: "Sum?" }),
    onAdded,
  );
  return { ...form, add };
};

test("a form with an error adds nothing to the cart and moves the focus to the invalid field", async () => {
  const hook = await runHook(useDonation);
  await hook.do(({ add }) => add(event));
  expect(hook.now()).toMatchObject({ problems: [{ field: "own-sum", text: "Sum?" }], busy: false });
  expect([focused, added]).toEqual([["own-sum"], []]);
  await hook.end();
});

test("adding an item opens the checkout, and the button stays busy until the page changes", async () => {
  const hook = await runHook(useDonation);
  await hook.do(({ set }) => set({ sum: "5" }));
  await hook.do(({ add }) => add(event));
  await hook.settle(({ at }) => at === "sent");
  expect(added).toEqual([{ donation: { amount: 500 } }]);
  expect(went).toHaveBeenCalledWith("/order/");
  expect(onAdded).toHaveBeenCalledOnce();
  expect(hook.now().busy).toBe(true);
  await hook.end();
});

test("when an item is rejected, the form keeps its values and shows the reason", async () => {
  answer.error = { kind: "application", status: 409, code: "CART_FULL" };
  const hook = await runHook(useDonation);
  await hook.do(({ set }) => set({ sum: "5" }));
  await hook.do(({ add }) => add(event));
  await hook.settle(({ refusal }) => refusal !== undefined);
  expect(hook.now()).toMatchObject({ draft: { sum: "5" }, busy: false });
  expect(hook.now().refusal?.why).toContain("Krepšelis pilnas.");
  expect(went).not.toHaveBeenCalled();
  expect(onAdded).not.toHaveBeenCalled();
  await hook.end();
});
