import { afterEach, expect, test, vi } from "vitest";
import { crossTab } from "./cross-tab.ts";
import { memoryStorage, type RefreshStorage } from "./storage.ts";
import { type PreparedResponse, platform } from "./testing.ts";
import { createTokenStore } from "./token-store.ts";

const granted = (name: string, expires_in = 14_400): PreparedResponse => ({
  body: { access_token: `${name}-access`, refresh_token: `${name}-refresh`, expires_in, token_type: "Bearer" },
});
const refused: PreparedResponse = {
  status: 400,
  body: { message: "m", details: { applicationError: { code: "INVALID_GRANT", description: "m" } } },
};

let number = 0;
const newName = () => `tabs ${process.pid} ${number++}`;
afterEach(() => vi.restoreAllMocks());

/** Creates tabs of one browser, which share only the cookie, the locks and the channel. */
function tabs(
  count: number,
  answers: PreparedResponse[],
  stored?: { value: string; role: "visitor" | "member" },
  locked = true,
) {
  const name = newName();
  const storage: RefreshStorage = memoryStorage(stored);
  const clock = { now: new Date("2026-09-01T00:00:00Z") };
  const { requests, fetch, url } = platform(...answers);
  const slow = async (request: Request) => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return fetch(request);
  };
  const all = Array.from({ length: count }, () => {
    const tab = crossTab(locked ? { name } : { name, locks: undefined });
    return createTokenStore({ url, fetch: slow, clientId: "c", storage, crossTab: tab, now: () => clock.now });
  });
  return { all, requests, storage, name, clock };
}
const soon = () => new Promise((resolve) => setTimeout(resolve, 50));
type Tab = ReturnType<typeof tabs>["all"][number];

test("one of five tabs renews the token and the others use it", async () => {
  const { all, requests } = tabs(5, [granted("a")], { value: "kept", role: "member" });
  expect(await Promise.all(all.map((tab) => tab.access()))).toEqual(Array(5).fill("a-access"));
  expect(requests).toHaveLength(1);
});

test("all tabs use a refresh token replaced in one tab, and none sends the old one", async () => {
  const { all, requests, storage, clock } = tabs(5, [granted("a"), granted("b")], { value: "kept", role: "member" });
  await Promise.all(all.map((tab) => tab.access()));
  await soon();
  clock.now = new Date(clock.now.getTime() + 14_400_000);
  expect(await Promise.all(all.map((tab) => tab.access()))).toEqual(Array(5).fill("b-access"));
  expect(requests.map(({ body }) => (body as { refreshToken: string }).refreshToken)).toEqual(["kept", "a-refresh"]);
  expect(storage.read()).toEqual({ value: "b-refresh", role: "member" });
});

test("without locks each tab renews the token, and all tabs continue with the same new token", async () => {
  const storage = memoryStorage({ value: "kept", role: "member" });
  const { requests, fetch, url } = platform(granted("a"));
  const all = Array.from({ length: 3 }, () => createTokenStore({ url, fetch, clientId: "c", storage }));
  expect(await Promise.all(all.map((tab) => tab.access()))).toEqual(Array(3).fill("a-access"));
  expect(requests.map(({ body }) => (body as { refreshToken: string }).refreshToken)).toEqual(Array(3).fill("kept"));
  expect(storage.read()).toEqual({ value: "a-refresh", role: "member" });
  expect(all.map((tab) => tab.isLoggedIn())).toEqual([true, true, true]);
});

test("five new tabs are the same visitor", async () => {
  const { all, requests, storage } = tabs(5, [granted("v")]);
  expect(await Promise.all(all.map((tab) => tab.access()))).toEqual(Array(5).fill("v-access"));
  expect(requests).toHaveLength(1);
  expect(storage.read()).toEqual({ value: "v-refresh", role: "visitor" });
});

test("a sign-in or sign-out in one tab takes effect in the other immediately, including the tokens", async () => {
  const [here, there] = (({ all }) => all)(tabs(2, [granted("v"), granted("m"), granted("next")])) as [Tab, Tab];
  const states: boolean[] = [];
  there.subscribe(() => states.push(there.isLoggedIn()));
  await here.access();
  await here.signIn({ grantType: "authorization_code", code: "c", codeVerifier: "v" });
  await vi.waitFor(() => expect(states).toEqual([true]));
  expect(await there.access()).toBe("m-access");
  here.clear();
  await vi.waitFor(() => expect(states).toEqual([true, false]));
  expect(there.current().accessToken.value).toBe("");
  expect(await there.access()).toBe("next-access");
});

test("a tab that has not been notified of a sign-in yet does not use another person's token", async () => {
  const { all, requests, storage } = tabs(1, [granted("v"), granted("m")]);
  const [tab] = all as [Tab];
  await tab.access();
  storage.write({ value: "another", role: "member" });
  expect(await tab.access()).toBe("m-access");
  expect(requests[1]?.body).toMatchObject({ grantType: "refresh_token", refreshToken: "another" });
});

test("a renewal overtaken by a sign-in in another tab does not change the stored token", async () => {
  const { all, storage } = tabs(1, [refused, granted("v")], { value: "old", role: "visitor" });
  const [tab] = all as [Tab];
  const late = tab.access();
  storage.write({ value: "member's", role: "member" });
  await late;
  expect(storage.read()).toEqual({ value: "member's", role: "member" });
});

test("a member whose session ended becomes a visitor in every tab, and listeners are called", async () => {
  const { all } = tabs(2, [refused, granted("v")], { value: "ended", role: "member" });
  const [here, there] = all as [Tab, Tab];
  const listener = vi.fn();
  const end = there.subscribe(listener);
  await here.access();
  await vi.waitFor(() => expect(listener).toHaveBeenCalledOnce());
  expect(await there.access()).toBe("v-access");
  end();
  here.clear();
  await soon();
  expect(listener).toHaveBeenCalledOnce();
});

test("each tab renews the token itself when locks are unavailable", async () => {
  vi.stubGlobal("navigator", {});
  const { all, requests } = tabs(2, [granted("a")], { value: "kept", role: "member" }, false);
  expect(await Promise.all(all.map((tab) => tab.access()))).toEqual(["a-access", "a-access"]);
  expect(requests).toHaveLength(2);
  vi.unstubAllGlobals();
});

test("a tab tries ten times to get a lock held by another tab, then continues without it", async () => {
  const name = newName();
  let release = () => {};
  const held = navigator.locks.request(name, () => new Promise<void>((resolve) => (release = resolve)));
  const requests = vi.spyOn(navigator.locks, "request");
  const { exclusive } = crossTab({ name, lockWaitMs: 5 });
  expect(await exclusive(async (waited) => waited)).toBe(true);
  expect(requests).toHaveBeenCalledTimes(1 + 10);
  release();
  await held;
});

test("an error while the lock is held rejects the call and releases the lock", async () => {
  const { exclusive } = crossTab({ name: newName() });
  await expect(exclusive(() => Promise.reject(new Error("no platform")))).rejects.toThrow("no platform");
  expect(await exclusive(async (waited) => waited)).toBe(false);
});
