import { withNoBreakSpaces } from "@uola/words/formats";

/** HTML that is already safe. All other template values are escaped. */
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
const escaped = (text: string) =>
  withNoBreakSpaces(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);

const printed = (value: Value): string => {
  if (value === false || value === null || value === undefined) return "";
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map((part: Markup) => part.text).join("");
  return escaped(String(value));
};

/** Template tag that escapes every value, so that a name cannot inject a tag. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(strings.map((text, index) => text + printed(values[index])).join(""));
}

/** Renders multi-line text with its line breaks. */
export const lines = (text: string): Markup =>
  new Markup(
    text
      .split(/\r\n|\r|\n/)
      .map(escaped)
      .join("<br>"),
  );
