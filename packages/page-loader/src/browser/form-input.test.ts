import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { restoreFormInput, storeFormInput } from "./form-input.ts";
import { hasStoredFormInput } from "./stored-form-input.ts";

/** A fake form field that has only the members used for saving and restoring input. */
class Field {
  isConnected = true;
  heard: string[] = [];
  #value = "";
  readonly name: string;
  readonly id: string;
  readonly type: string;
  constructor({
    name = "",
    id = "",
    type = "text",
    value = "",
  }: { [key in "name" | "id" | "type" | "value"]?: string }) {
    [this.name, this.id, this.type, this.#value] = [name, id, type, value];
  }
  get value() {
    return this.#value;
  }
  set value(value: string) {
    this.#value = value;
  }
  dispatchEvent({ type }: Event) {
    this.heard.push(`${type} ${this.value}`);
  }
}
class Input extends Field {
  checked = false;
  override get value() {
    return super.value;
  }
  override set value(value: string) {
    super.value = value;
  }
  click() {
    this.checked = this.type === "radio" || !this.checked;
    this.heard.push("click");
  }
}
class Select extends Field {
  override get value() {
    return super.value;
  }
  override set value(value: string) {
    super.value = value;
  }
}

let stored: Map<string, string>;
let observers: (() => void)[];
beforeEach(() => {
  stored = new Map();
  observers = [];
  vi.useFakeTimers();
  vi.stubGlobal("HTMLInputElement", Input);
  vi.stubGlobal("HTMLSelectElement", Select);
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
  vi.stubGlobal(
    "MutationObserver",
    class {
      readonly #seen: () => void;
      constructor(seen: () => void) {
        this.#seen = seen;
      }
      observe() {
        observers.push(this.#seen);
      }
      disconnect() {
        observers = observers.filter((each) => each !== this.#seen);
      }
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Sets up a document with these fields at the given path. */
function shows(pathname: string, ...fields: Field[]) {
  vi.stubGlobal("location", { pathname });
  vi.stubGlobal("document", { querySelectorAll: () => fields });
  return fields;
}
const text = (name: string, value = "") => new Input({ name, value });
const restore = () => restoreFormInput({} as Element);

test("restores typed input on the same page in the other language and notifies React of it", () => {
  shows(
    "/booking/",
    text("firstName", "Ona"),
    new Field({ id: "text", value: "Labas" }),
    new Select({ name: "size", value: "M" }),
  );
  storeFormInput();
  expect(hasStoredFormInput()).toBe(true);
  const [name, area, size] = shows(
    "/en/booking/",
    text("firstName"),
    new Field({ id: "text" }),
    new Select({ name: "size" }),
  );
  restore();
  expect([name?.value, area?.value, size?.value]).toEqual(["Ona", "Labas", "M"]);
  expect([name?.heard, area?.heard, size?.heard]).toEqual([["input Ona"], ["input Labas"], ["change M"]]);
});

test("restores typed input only once and only on the same page", () => {
  shows("/en/booking/", text("firstName", "Ona"));
  storeFormInput();
  const [elsewhere] = shows("/contact/", text("firstName"));
  restore();
  expect([elsewhere?.value, hasStoredFormInput()]).toEqual(["", false]);

  shows("/en/booking/", text("firstName", "Ona"));
  storeFormInput();
  shows("/booking/", text("firstName"));
  restore();
  const [again] = shows("/booking/", text("firstName"));
  restore();
  expect(again?.value).toBe("");
});

test("fills in a form that appears late, but only within ten seconds", () => {
  shows("/booking/", text("firstName", "Ona"), text("lastName", "Onaitė"));
  storeFormInput();
  shows("/en/booking/");
  restore();
  const [first] = shows("/en/booking/", text("firstName"));
  for (const seen of observers) seen();
  expect(first?.value).toBe("Ona");
  expect(observers).toHaveLength(1);
  vi.advanceTimersByTime(10_000);
  expect(observers).toHaveLength(0);
});

test("distinguishes fields with the same name by their order and restores the chosen option", () => {
  const choice = (checked: boolean) =>
    Object.assign(new Input({ name: "who", type: "radio", value: "x" }), { checked });
  shows("/booking/", text("name", "Ona"), text("name", "Jonas"), choice(false), choice(true));
  storeFormInput();
  const fields = shows("/en/booking/", text("name"), text("name"), choice(true), choice(false)) as Input[];
  restore();
  expect(fields.slice(0, 2).map(({ value }) => value)).toEqual(["Ona", "Jonas"]);
  expect(fields[3]?.checked).toBe(true);
});

test("does not store the values of password, file and hidden fields", () => {
  const secret = (type: string) => new Input({ name: type, type, value: "slapta" });
  shows("/account/", secret("password"), secret("file"), secret("hidden"), text("empty"));
  storeFormInput();
  expect(stored.get("uola.typed")).toBe(JSON.stringify({ path: "/account/", kept: [] }));
});

test("leaves the form empty if the browser has no storage", () => {
  vi.stubGlobal("sessionStorage", undefined);
  const [field] = shows("/booking/", text("firstName", ""));
  storeFormInput();
  restore();
  expect([field?.value, hasStoredFormInput()]).toEqual(["", false]);
});
