/**
 * Values in the tab's session storage, as JSON. They survive a reload, a language change and a
 * sign-in, and never appear in a URL. In a browser that blocks storage, reading returns null and
 * writing does nothing.
 */
export function readStored<Value>(name: string): Value | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** Stores a value; null removes it. */
export function writeStored(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // The page works without storage.
  }
}

/** Returns the storage for a form's draft (`use-form.ts`); writing null removes the draft. */
export const draftStorage = <Draft>(name: string) => ({
  read: (): Partial<Draft> => readStored<Partial<Draft>>(name) ?? {},
  write: (draft: Draft | null) => writeStored(name, draft),
});
