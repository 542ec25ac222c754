/** XML in the form that the tax authority and Peppol expect: elements in a fixed order. */

/** Cents as "10.33"; hundredths of a percent as "21.00". */
export const money = (cents: number): string => {
  const size = Math.abs(cents);
  return `${cents < 0 ? "-" : ""}${Math.floor(size / 100)}.${String(size % 100).padStart(2, "0")}`;
};

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
// XML allows no other control characters, not even escaped.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const escaped = (value: string) => value.replace(forbidden, "").replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** An element with its content; empty content is left out. The tag may have attributes. */
export const element = (tag: string, ...inside: (string | false | null | undefined)[]): string => {
  const body = inside.filter(Boolean).join("\n");
  const name = tag.split(" ", 1)[0];
  return body ? `<${tag}>\n${body}\n</${name}>` : `<${tag}/>`;
};
export const text = (tag: string, value: string): string => `<${tag}>${escaped(value)}</${tag.split(" ", 1)[0]}>`;
export const nil = (name: string): string => `<${name} xsi:nil="true"/>`;
