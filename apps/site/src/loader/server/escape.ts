const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] as string);

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
/** Text of an XML document, which cannot have every character that somebody pasted. */
export const escapeXml = (text: string) => escapeHtml(text.replace(unwritable, ""));

/** JSON that cannot end the script element it stands in, whatever somebody called themselves. */
export const escapeJson = (value: unknown, replacer?: (key: string, value: unknown) => unknown) =>
  JSON.stringify(value, replacer).replaceAll("<", "\\u003c");
