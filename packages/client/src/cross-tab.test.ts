import { afterEach, expect, test, vi } from "vitest";
import { acrossTabs } from "./cross-tab.ts";
import { memoryStorage, type RefreshStorage } from "./storage.ts";
import { type Answer, platform } from "./testing.ts";
import { createTokenStore } from "./token-store.ts";

const granted = (name: string, expires_in = 14_400): Answer => ({
  body: { access_token: `${name}-access`, refresh_token: `${name}-refresh`, expires_in, token_type: "Bearer" },
});
const refused: Answer = {
  status: 400,
  body: { message: "m", details: { applicationError: { code: "INVALID_GRANT", description: "m" } } },
};

let number = 0;
const newName = () => `tabs ${process.pid} ${number++}`;
afterEach(() => vi.restoreAllMocks());

/** Tabs of one browser: they share the cookie, the locks and the channel, and nothing else. */
function tabs(count: number, answers: Answer[], kept?: { value: string; role: "visitor" | "member" }, locked = true) {
  const name = newName();
  const storage: RefreshStorage = memoryStorage(kept);
  const clock = { now: new Date("2026-09-01T00:00:00Z") };
  const { asked, fetch, url } = platform(...answers);
  const slow = async (request: Request) => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return fetch(request);
  };
  const all = Array.from({ length: count }, () => {
    const across = acrossTabs(locked ? { name } : { name, locks: undefined });
    return createTokenStore({ url, fetch: slow, clientId: "c", storage, across, now: () => clock.now });
  });
  return { all, asked, storage, name, clock };
}
const soon = () => new Promise((resolve) => setTimeout(resolve, 50));
type Tab = ReturnType<typeof tabs>["all"][number];

test("of five tabs one renews and the others take its token", async () => {
  const { all, asked } = tabs(5, [granted("a")], { value: "kept", role: "member" });
  expect(await Promise.all(all.map((tab) => tab.access()))).toEqual(Array(5).fill("a-access"));
  expect(asked).toHaveLength(1);
});

test("a refresh token that was replaced in one tab is all tabs', and none asks with the one before", async () => {
  const { all, asked, storage, clock } = tabs(5, [granted("a"), granted("b")], { value: "kept", role: "member" });
  await Promise.all(all.map((tab) => tab.access()));
  await soon();
  clock.now = new Date(clock.now.getTime() + 14_400_000);
  expect(await Promise.all(all.map((tab) => tab.access()))).toEqual(Array(5).fill("b-access"));
  expect(asked.map(({ body }) => (body as { refreshToken: string }).refreshToken)).toEqual(["kept", "a-refresh"]);
  expect(storage.read()).toEqual({ value: "b-refresh", role: "member" });
});

test("tabs without locks each renew, and go on with the one token they were all given", async () => {
  const storage = memoryStorage({ value: "kept", role: "member" });
  const { asked, fetch, url } = platform(granted("a"));
  const all = Array.from({ length: 3 }, () => createTokenStore({ url, fetch, clientId: "c", storage }));
  expect(await Promise.all(all.map((tab) => tab.access()))).toEqual(Array(3).fill("a-access"));
  expect(asked.map(({ body }) => (body as { refreshToken: string }).refreshToken)).toEqual(Array(3).fill("kept"));
  expect(storage.read()).toEqual({ value: "a-refresh", role: "member" });
  expect(all.map((tab) => tab.isLoggedIn())).toEqual([true, true, true]);
});

test("the first visitor of five new tabs is one visitor", async () => {
  const { all, asked, storage } = tabs(5, [granted("v")]);
  expect(await Promise.all(all.map((tab) => tab.access()))).toEqual(Array(5).fill("v-access"));
  expect(asked).toHaveLength(1);
  expect(storage.read()).toEqual({ value: "v-refresh", role: "visitor" });
});

test("a sign-in and a sign-out in one tab reach the other, at once and with its tokens", async () => {
  const [here, there] = (({ all }) => all)(tabs(2, [granted("v"), granted("m"), granted("next")])) as [Tab, Tab];
  const heard: boolean[] = [];
  there.subscribe(() => heard.push(there.isLoggedIn()));
  await here.access();
  await here.signIn({ grantType: "authorization_code", code: "c", codeVerifier: "v" });
  await vi.waitFor(() => expect(heard).toEqual([true]));
  expect(await there.access()).toBe("m-access");
  here.clear();
  await vi.waitFor(() => expect(heard).toEqual([true, false]));
  expect(there.current().accessToken.value).toBe("");
  expect(await there.access()).toBe("next-access");
});

test("a tab that heard nothing yet uses no token of somebody else", async () => {
  const { all, asked, storage } = tabs(1, [granted("v"), granted("m")]);
  const [tab] = all as [Tab];
  await tab.access();
  storage.write({ value: "another", role: "member" });
  expect(await tab.access()).toBe("m-access");
  expect(asked[1]?.body).toMatchObject({ grantType: "refresh_token", refreshToken: "another" });
});

test("a renewal that somebody's sign-in overtook in another tab changes nothing", async () => {
  const { all, storage } = tabs(1, [refused, granted("v")], { value: "old", role: "visitor" });
  const [tab] = all as [Tab];
  const late = tab.access();
  storage.write({ value: "member's", role: "member" });
  await late;
  expect(storage.read()).toEqual({ value: "member's", role: "member" });
});

test("an ended member becomes a visitor in every tab, and each is told", async () => {
  const { all } = tabs(2, [refused, granted("v")], { value: "ended", role: "member" });
  const [here, there] = all as [Tab, Tab];
  const heard = vi.fn();
  const end = there.subscribe(heard);
  await here.access();
  await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce());
  expect(await there.access()).toBe("v-access");
  end();
  here.clear();
  await soon();
  expect(heard).toHaveBeenCalledOnce();
});

test("without locks each renews for itself", async () => {
  vi.stubGlobal("navigator", {});
  const { all, asked } = tabs(2, [granted("a")], { value: "kept", role: "member" }, false);
  expect(await Promise.all(all.map((tab) => tab.access()))).toEqual(["a-access", "a-access"]);
  expect(asked).toHaveLength(2);
  vi.unstubAllGlobals();
});

test("a tab that sits on the lock is waited for ten times, and then not any more", async () => {
  const name = newName();
  let release = () => {};
  const held = navigator.locks.request(name, () => new Promise<void>((resolve) => (release = resolve)));
  const asked = vi.spyOn(navigator.locks, "request");
  const { alone } = acrossTabs({ name, lockWaitMs: 5 });
  expect(await alone(async (waited) => waited)).toBe(true);
  expect(asked).toHaveBeenCalledTimes(1 + 10);
  release();
  await held;
});

test("what fails under the lock fails for the one who asked, and gives the lock back", async () => {
  const { alone } = acrossTabs({ name: newName() });
  await expect(alone(() => Promise.reject(new Error("no platform")))).rejects.toThrow("no platform");
  expect(await alone(async (waited) => waited)).toBe(false);
});
