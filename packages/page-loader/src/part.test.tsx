import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { part } from "./part.tsx";

afterEach(() => void vi.unstubAllGlobals());

const Ticket = ({ name }: { name: string }) => <p>{name}</p>;

test("renders a lazy part only after it has been loaded, and nothing before", async () => {
  const load = vi.fn(async () => Ticket);
  const Part = part(load);
  expect(renderToString(<Part name="Ieva" />)).toBe("");
  await Part.fetch();
  await Part.fetch();
  expect(renderToString(<Part name="Ieva" />)).toBe("<p>Ieva</p>");
  expect(load).toHaveBeenCalledTimes(1);
});

test("loads a lazy part again after a failed attempt", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  const load = vi.fn(async () => Ticket).mockRejectedValueOnce(new TypeError("offline"));
  const Part = part(load);
  vi.useFakeTimers();
  const failed = expect(Part.fetch()).rejects.toThrow("offline");
  await vi.runAllTimersAsync();
  await failed;
  vi.useRealTimers();
  await Part.fetch();
  expect(renderToString(<Part name="Ieva" />)).toBe("<p>Ieva</p>");
});

test("reloads the page for a missing script only when its lazy part is needed, not when it is prefetched", async () => {
  const reload = vi.fn();
  vi.stubGlobal("location", { pathname: "/admin/orders/", reload });
  const kept = new Map<string, string>();
  const [getItem, setItem] = [
    (key: string) => kept.get(key) ?? null,
    (key: string, value: string) => kept.set(key, value),
  ];
  vi.stubGlobal("sessionStorage", { getItem, setItem });
  vi.stubGlobal("fetch", async () => Response.json({ build: "newer" }));
  const load = vi.fn(async () => Ticket).mockRejectedValueOnce(new TypeError("gone"));
  const Part = part(load);
  Part.ahead();
  await new Promise((settled) => setTimeout(settled));
  expect(reload).not.toHaveBeenCalled();
  Part.ahead();
  await vi.waitFor(() => expect(renderToString(<Part name="Ieva" />)).toBe("<p>Ieva</p>"));

  void part(async () => Promise.reject(new TypeError("gone"))).fetch();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});
