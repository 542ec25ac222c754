import { withoutLocale } from "../locale.ts";
import { keptKey } from "./stored-form-input.ts";
import { fields, type Typed } from "./typed-input.ts";

type Field = Typed["field"];
/** A stored field value, identified by its name because it is restored in a different document. */
type Kept = { name: string; value: string; checked: boolean };

/**
 * Sets the value directly and then dispatches the event for it, so that React's controlled fields
 * take it over.
 */
export function replayInput({ field, value, checked }: Typed): void {
  if (!field.isConnected) return;
  // React ignores a value equal to the last one it tracked, so the tracked value is changed first.
  const seen = (field as { _valueTracker?: { setValue(value: string): void } })._valueTracker;
  if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type)) {
    if (field.checked !== checked) {
      field.click();
      return;
    }
    // The checked state is already right, but React has not registered it, so a click is
    // dispatched. In a radio group only the chosen option needs it.
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

/**
 * How long after the document has loaded the restored form may still appear, if its page first
 * requests data from the platform (ms).
 */
const patienceMs = 10_000;
const isSecret = (field: Field) => /^(password|file|hidden)$/.test(field.type);
const isFilled = (field: Field) =>
  field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type) ? field.checked : field.value !== "";

/** Stores the form input of this page for the same page in another language, in this tab. */
export function storeFormInput(): void {
  const kept = byName(document)
    .filter(([, field]) => !isSecret(field) && isFilled(field))
    .map(([name, field]): Kept => ({ name, value: field.value, checked: "checked" in field && field.checked }));
  try {
    sessionStorage.setItem(keptKey, JSON.stringify({ path: withoutLocale(location.pathname), kept }));
  } catch {
    // Without storage the form stays empty.
  }
}

/** Writes the stored values into the fields of this page as they appear, each once. */
export function restoreFormInput(element: Element, tell = replayInput): void {
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

/** Returns each field with its name or id and its index among the fields with that name. */
function byName(element: ParentNode): [string, Field][] {
  const count = new Map<string, number>();
  return [...element.querySelectorAll<Field>(fields)].map((field) => {
    const name = field.name || field.id;
    const at = count.get(name) ?? 0;
    count.set(name, at + 1);
    return [`${name} ${at}`, field];
  });
}
