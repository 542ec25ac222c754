/** Where what was typed waits for the same page in another language. */
export const keptKey = "uola.typed";

export function hasKept(): boolean {
  try {
    return sessionStorage.getItem(keptKey) !== null;
  } catch {
    return false;
  }
}
