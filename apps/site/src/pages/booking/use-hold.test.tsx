import { runHook } from "@uola/browser/hook.testing.tsx";
import { type Client, PlatformError } from "@uola/client";
import { afterEach, expect, test, vi } from "vitest";
import { activity, time } from "../../features/booking/booking.fixture.ts";
import { type Holding, useHold, useHolding } from "./use-hold.ts";

afterEach(() => void vi.unstubAllGlobals());

test("a booking sent before the requested hold is rendered still uses that hold", async () => {
  const wanted = { activity: activity(), time: time("2026-09-09T18:00:00Z"), participants: 1 };
  let answer = (_: unknown) => {};
  let asked = 0;
  const create = () => {
    asked++;
    return new Promise((resolve) => {
      answer = resolve;
    });
  };
  const client = { holds: { create, release: async () => ({}), get: async () => ({}) } } as unknown as Client;
  const platform = async () => client;
  const hook = await runHook(() => {
    const holding = useHold(platform);
    useHolding(holding, platform, { wanted, isSending: false, count: () => {} });
    return holding;
  });
  const drawn = hook.now();
  expect(drawn.hold.at).toBe("none");
  await hook.settle(() => asked === 1);
  const id = drawn.idFor(wanted.time);
  const expiresDate = new Date(Date.now() + 600_000);
  await hook.do(() => answer({ hold: { id: "hold-1", totalParticipants: 1, expiresDate, renewable: true } }));
  expect(await id).toBe("hold-1");
  await hook.end();
});

test("a tab reloaded before the response to its hold request gets the same hold", async () => {
  const wanted = { activity: activity(), time: time("2026-09-09T18:00:00Z"), participants: 2 };
  const sent: { participants: number; key: string | undefined }[] = [];
  let answer: (hold: unknown) => void = () => {};
  const create: Client["holds"]["create"] = ({ totalParticipants: participants }, options) => {
    sent.push({ participants, key: options?.idempotencyKey });
    return new Promise((resolve) => {
      answer = resolve as typeof answer;
    });
  };
  const client = { holds: { create, release: async () => ({}) } } as unknown as Client;
  const platform = async () => client;
  const open = (hasPlaces: (holding: Holding) => boolean) =>
    runHook(() => {
      const holding = useHold(platform);
      useHolding(holding, platform, { wanted: hasPlaces(holding) ? wanted : undefined, isSending: false, count() {} });
      return holding;
    });
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
  const before = await open(() => true);
  await before.settle(() => sent.length === 1);

  // The tab's own hold, whose response was lost, has the last places, so the reloaded page sees no
  // free places until it recovers the hold.
  const after = await open(({ hold }) => hold.at === "held");
  await after.settle(() => sent.length === 2);
  expect(sent[1]).toEqual(sent[0]);
  const expiresDate = new Date(Date.now() + 600_000);
  await after.do(() => answer({ hold: { id: "hold-1", totalParticipants: 2, expiresDate, renewable: true } }));
  expect(after.now().hold).toMatchObject({ at: "held", held: { id: "hold-1", participants: 2 } });
  await after.end();
  await before.end();
});

test("solves a captcha and resends the request to enlarge a hold when the platform requires it", async () => {
  const challenge = {
    parameters: { algorithm: "PBKDF2/SHA-256", nonce: "00ff00ff", salt: "a1b2c3d4", cost: 10, keyPrefix: "00" },
  };
  const captcha = { provider: "ALTCHA", invisibleSiteKey: "i", visibleSiteKey: "v", challenge };
  const expiresDate = new Date(Date.now() + 600_000);
  const hold = (totalParticipants: number) => ({ id: "hold-1", totalParticipants, expiresDate, renewable: true });
  const changes: Parameters<Client["holds"]["change"]>[0][] = [];
  const client = {
    authentication: { captcha: async () => captcha },
    holds: {
      create: async () => ({ hold: hold(1) }),
      release: async () => ({}),
      async change(input: Parameters<Client["holds"]["change"]>[0]) {
        changes.push(input);
        const data = { captcha: "INVISIBLE" };
        if (!input.captchaTokens) {
          throw new PlatformError("A captcha is needed.", { kind: "application", status: 400, code: "-19971", data });
        }
        return { hold: hold(input.totalParticipants) };
      },
    },
  } as unknown as Client;
  const platform = async () => client;
  let participants = 1;
  const hook = await runHook(() => {
    const holding = useHold(platform);
    const wanted = { activity: activity(), time: time("2026-09-09T18:00:00Z"), participants };
    useHolding(holding, platform, { wanted, isSending: false, count() {} });
    return holding;
  });
  await hook.settle(({ hold }) => hold.at === "held");
  participants = 3;
  await hook.do(({ hold, dispatch }) => hold.at === "held" && dispatch({ event: "hold", held: hold.held }));
  await hook.settle(({ hold }) => hold.at === "held" && hold.held.participants === 3);
  expect(changes.map(({ totalParticipants, captchaTokens }) => [totalParticipants, captchaTokens?.length])).toEqual([
    [3, undefined],
    [3, 1],
  ]);
  await hook.end();
});
