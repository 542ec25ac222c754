import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { countDown } from "./count-down.ts";

const made = new Date("2026-12-06T10:00:00.000Z");
/** The device's clock may be wrong, so the time comes from the server. */
let serverAhead = 0;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2001-01-01") });
  serverAhead = 0;
  const from = performance.now();
  const date = () => new Date(made.getTime() + serverAhead + performance.now() - from).toUTCString();
  vi.stubGlobal("location", { pathname: "/booking/261207/" });
  vi.stubGlobal("fetch", async () => ({ headers: new Headers({ date: date() }) }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const text = (nodeValue: string) => ({ firstChild: { nodeValue } });
const figure = (part: string, value: string) => ({ dataset: { part }, children: [text(value), text("")] });

/** Creates a document that contains only a server-rendered timer. */
function draw(until: string, figures: ReturnType<typeof figure>[]) {
  const part = { dataset: { until }, role: "timer", querySelectorAll: () => figures };
  let parts = [part];
  vi.stubGlobal("document", { querySelectorAll: () => parts });
  return {
    said: () => figures.map(({ children }) => children.map(({ firstChild }) => firstChild.nodeValue).join(" ")),
    leave: () => {
      parts = [];
    },
  };
}

test("server-rendered countdown figures are updated without React, according to the server's clock", async () => {
  serverAhead = 90_000;
  const wake = vi.fn();
  const page = draw("2026-12-07T10:00:00.000Z", [figure("hours", "24"), figure("minutes", "0")]);
  countDown(made, wake);
  await vi.advanceTimersByTimeAsync(1000);
  expect(page.said()).toEqual(["23 valandos", "58 minutės"]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(page.said()).toEqual(["23 valandos", "57 minutės"]);
  expect(wake).not.toHaveBeenCalled();
  page.leave();
  await vi.advanceTimersByTimeAsync(2000);
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ["the target time is near", "2026-12-06T10:01:00.000Z", ["minutes", "seconds"], 52],
  ["other time units must be shown", "2026-12-06T11:00:05.000Z", ["hours", "minutes"], 8],
])("the countdown loads React once when %s", async (_, until, parts, seconds) => {
  const wake = vi.fn();
  const drawn = parts.map((part) => figure(part, "1"));
  draw(until, drawn);
  countDown(made, wake);
  await vi.advanceTimersByTimeAsync(3000);
  expect(wake).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  expect(wake).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
});

test("starting a new countdown stops the countdown of the previous page", async () => {
  const wake = vi.fn();
  draw("2026-12-08T10:00:00.000Z", [figure("days", "2"), figure("hours", "0"), figure("minutes", "0")]);
  countDown(made, wake);
  countDown(made, wake);
  expect(vi.getTimerCount()).toBe(1);
});
