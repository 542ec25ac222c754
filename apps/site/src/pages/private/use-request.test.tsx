import { runHook } from "@uola/browser/hook.testing.tsx";
import { PlatformError } from "@uola/client";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { activity } from "../../features/booking/booking.fixture.ts";
import type { Offer } from "./offers.ts";
import { useFreeDays, useRequest } from "./use-request.ts";

// Test files of a worker share modules: without a reset, modules loaded by another file would not
// use this file's mocks.
const { calls, went } = vi.hoisted(() => {
  vi.resetModules();
  return { calls: [] as { reject(error: unknown): void; resolve(answer: unknown): void }[], went: vi.fn() };
});
afterAll(() => void vi.resetModules());
afterEach(() => {
  calls.length = 0;
  vi.unstubAllGlobals();
});
const call = () => new Promise((resolve, reject) => void calls.push({ resolve, reject }));
vi.mock("@uola/browser/platform.ts", () => ({
  platform: async () => ({ bookings: { create: call }, availability: { query: call } }),
}));
vi.mock("@uola/browser/session/session.tsx", () => ({ useAuth: () => ({ user: undefined }) }));
vi.mock("@uola/page-loader/tree.tsx", () => ({ useApp: () => ({}) }));
vi.mock("@uola/page-loader/browser/go.ts", () => ({ go: went }));

const offer: Offer = { kind: "company", activity: activity(), minutes: [], least: 6, most: 15, asks: true };
const time = { start: "2026-09-12T09:00:00.000Z", end: "2026-09-12T11:00:00.000Z", cancelUntil: null };
const filled = { firstName: "Ona", lastName: "Šaltūnė", email: "ona@uola.example", day: "2026-09-12", time };

function storageOfTab() {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  return kept;
}

test("clears a time that turns out to be taken, and keeps everything typed meanwhile", async () => {
  storageOfTab();
  const onTaken = vi.fn();
  const hook = await runHook(() => useRequest(offer, 8, onTaken));
  await hook.do((form) => form.set(filled));
  await hook.do((form) => void form.send());
  await hook.settle(() => calls.length === 1);
  await hook.do((form) => form.set({ ages: "30–40" }));
  const taken = { kind: "application", status: 409, code: "SLOT_NOT_AVAILABLE" } as const;
  await hook.do(() => calls[0]?.reject(new PlatformError("", taken)));
  await hook.settle(({ refusal }) => refusal !== undefined);
  expect(onTaken).toHaveBeenCalledOnce();
  expect(hook.now()).toMatchObject({ refusal: { why: "gone" }, busy: false });
  expect(hook.now().draft).toMatchObject({ ...filled, time: undefined, ages: "30–40" });
  await hook.end();
});

test("stores only the contact details, which the booking page shares", async () => {
  const kept = storageOfTab();
  const hook = await runHook(() => useRequest(offer, 8, () => {}));
  await hook.do((form) => form.set(filled));
  const stored = JSON.parse(kept.get("uola.booking") ?? "{}");
  expect(stored).toMatchObject({ firstName: "Ona", email: "ona@uola.example" });
  expect(Object.keys(stored).filter((name) => ["day", "time", "ages", "invoice"].includes(name))).toEqual([]);
  await hook.end();
});

test("sending a request opens its confirmation", async () => {
  storageOfTab();
  const hook = await runHook(() => useRequest(offer, 8, () => {}));
  await hook.do((form) => form.set(filled));
  await hook.do((form) => {
    void form.send();
    void form.send();
  });
  await hook.settle(() => calls.length > 0);
  await hook.do(() => calls[0]?.resolve({ booking: { id: "b-1", status: "PENDING" } }));
  await hook.settle(({ at }) => at === "sent");
  expect(calls).toHaveLength(1);
  expect(went).toHaveBeenCalledWith("?kind=company&done=b-1", { replace: true });
  await hook.end();
});

test("the form shows that the free times could not be loaded, and loads them again", async () => {
  const hook = await runHook(() => useFreeDays(offer));
  await hook.settle(() => calls.length === 1);
  await hook.do(() => calls[0]?.reject(new PlatformError("", { kind: "system", status: 0 })));
  expect(hook.now()).toMatchObject({ failed: true, data: undefined });
  await hook.do(({ again }) => again());
  const entry = { slot: { startDate: time.start, endDate: time.end }, bookable: true };
  await hook.settle(() => calls.length === 2);
  await hook.do(() => calls[1]?.resolve({ availabilityEntries: [entry] }));
  expect(hook.now()).toMatchObject({ failed: false, data: new Map([["2026-09-12", [time]]]) });
  await hook.end();
});
