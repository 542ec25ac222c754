/** The storage key of form input that is carried over to the same page in another language. */
export const keptKey = "uola.typed";

export function hasStoredFormInput(): boolean {
  try {
    return sessionStorage.getItem(keptKey) !== null;
  } catch {
    return false;
  }
}
