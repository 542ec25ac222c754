import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { shieldInputDuringHydration } from "./hydrating.ts";

class Part {}
class Select extends Part {
  value = "";
}

let listening: EventTarget;
beforeEach(() => {
  listening = new EventTarget();
  vi.stubGlobal("Element", Part);
  vi.stubGlobal("HTMLSelectElement", Select);
  vi.stubGlobal("addEventListener", listening.addEventListener.bind(listening));
  vi.stubGlobal("removeEventListener", listening.removeEventListener.bind(listening));
});
afterEach(() => vi.unstubAllGlobals());

/** Whether an event on this element reaches listeners within the page. */
function goesOn(type: string, target: Part): boolean {
  const event = new Event(type);
  const stop = vi.spyOn(event, "stopPropagation");
  Object.defineProperty(event, "target", { value: target });
  listening.dispatchEvent(event);
  return stop.mock.calls.length === 0;
}
const pageWith = (...parts: Part[]) =>
  ({ contains: (part: Part) => parts.includes(part), querySelectorAll: () => [] }) as unknown as Element;

test("hides input events from React until the page is hydrated, but not events outside the page", () => {
  const [within, beside] = [new Part(), new Part()];
  const unheard = shieldInputDuringHydration(pageWith(within));
  for (const type of ["keydown", "pointerdown", "click", "input", "change"]) expect(goesOn(type, within)).toBe(false);
  expect(goesOn("keydown", beside)).toBe(true);
  expect(goesOn("scroll", within)).toBe(true);
  unheard.end();
  expect(goesOn("keydown", within)).toBe(true);
});

test("records an option chosen during hydration even if React resets the list", () => {
  const list = new Select();
  const unheard = shieldInputDuringHydration(pageWith(list));
  list.value = "second";
  goesOn("change", list);
  list.value = "first";
  expect(unheard.end()).toEqual([{ field: list, value: "second", checked: false }]);
});
