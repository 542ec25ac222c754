import { withNoBreakSpaces } from "@uola/words/formats";

/** HTML that is already safe; everything else that meets a template is escaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

type Value = string | number | Markup | readonly Markup[] | false | null | undefined;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string) => withNoBreakSpaces(text).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

const printed = (value: Value): string => {
  if (value === false || value === null || value === undefined) return "";
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map((part: Markup) => part.text).join("");
  return escaped(String(value));
};

/** A template whose values are escaped, so that a name can never become a tag. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(strings.map((text, index) => text + printed(values[index])).join(""));
}

/** Text of many lines, its line breaks kept. */
export const lines = (text: string): Markup =>
  new Markup(
    text
      .split(/\r\n|\r|\n/)
      .map(escaped)
      .join("<br>"),
  );
