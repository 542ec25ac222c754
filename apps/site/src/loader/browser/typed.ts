import { withoutLocale } from "../locale.ts";
import { fields, type Typed } from "./typed-in.ts";
import { keptKey } from "./typed-kept.ts";

type Field = Typed["field"];
/** A field by what it is called, since the document it is written into is another one. */
type Kept = { name: string; value: string; checked: boolean };

/** Sets the value past React and then tells it, so that controlled fields take it over as well. */
export function retype({ field, value, checked }: Typed): void {
  if (!field.isConnected) return;
  // React compares with what it last saw: give it something else first.
  const seen = (field as { _valueTracker?: { setValue(value: string): void } })._valueTracker;
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
    if (field.checked !== checked) {
      field.click();
      return;
    }
    // It is as it was left, which React keeps and does not know. Of a group it is told what was chosen.
    if (field.type === "radio" && !checked) return;
    seen?.setValue(String(!checked));
    field.dispatchEvent(new Event("click", { bubbles: true }));
    return;
  }
  const prototype = Object.getPrototypeOf(field) as object;
  const tracker = Object.getOwnPropertyDescriptor(prototype, "value");
  seen?.setValue(`${value}\0`);
  tracker?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}

/** So long after its document a form may come, when its page asks the platform first (ms). */
const patienceMs = 10_000;
const isSecret = (field: Field) => /^(password|file|hidden)$/.test(field.type);
const isFilled = (field: Field) =>
  field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type) ? field.checked : field.value !== "";

/** Keeps what the forms of this page hold for the same page in another language, in this tab. */
export function keepTyped(): void {
  const kept = byName(document)
    .filter(([, field]) => !isSecret(field) && isFilled(field))
    .map(([name, field]): Kept => ({ name, value: field.value, checked: "checked" in field && field.checked }));
  try {
    sessionStorage.setItem(keptKey, JSON.stringify({ path: withoutLocale(location.pathname), kept }));
  } catch {
    // A browser that keeps nothing shows an empty form.
  }
}

/** Writes what was kept into the fields of this page as they appear, once. */
export function restoreKept(element: Element, tell = retype): void {
  const waiting = takeKept();
  if (waiting.size === 0) return;
  const write = () => {
    for (const [name, field] of byName(document)) {
      const found = waiting.get(name);
      if (!found) continue;
      waiting.delete(name);
      tell({ field, ...found });
    }
    if (waiting.size === 0) observer.disconnect();
  };
  const observer = new MutationObserver(write);
  observer.observe(element, { subtree: true, childList: true });
  setTimeout(() => observer.disconnect(), patienceMs);
  write();
}

function takeKept(): Map<string, Kept> {
  try {
    const { path, kept } = JSON.parse(sessionStorage.getItem(keptKey) ?? "{}") as { path?: string; kept?: Kept[] };
    sessionStorage.removeItem(keptKey);
    return new Map(path === withoutLocale(location.pathname) ? kept?.map((each) => [each.name, each]) : []);
  } catch {
    return new Map();
  }
}

/** Each field under its name, or its id, and which of that name it is. */
function byName(element: ParentNode): [string, Field][] {
  const count = new Map<string, number>();
  return [...element.querySelectorAll<Field>(fields)].map((field) => {
    const name = field.name || field.id;
    const at = count.get(name) ?? 0;
    count.set(name, at + 1);
    return [`${name} ${at}`, field];
  });
}
