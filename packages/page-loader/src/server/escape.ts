const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
/** Escapes text for XML, and removes characters that XML does not allow. */
export const escapeXml = (text: string) => escapeHtml(text.replace(unwritable, ""));

/** Serializes JSON so that no user-supplied value can end the surrounding script element. */
export const escapeJson = (value: unknown, replacer?: (key: string, value: unknown) => unknown) =>
  JSON.stringify(value, replacer).replaceAll("<", "\\u003c");
