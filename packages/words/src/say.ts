import type { Locale } from "./locales.ts";

/**
 * A compiled message: a list of texts and `[name, kind?, cases?]` tokens. In the text of the cases,
 * `#` is replaced by the counted number.
 */
export type Message = readonly unknown[];
type Cases = Readonly<Record<string, Message | number>>;
type Values = Readonly<Record<string, unknown>>;

/** Intl objects are expensive to create and cheap to cache. */
const formats = new Map<string, Intl.NumberFormat | Intl.PluralRules>();
function cached<Made extends Intl.NumberFormat | Intl.PluralRules>(key: string, make: () => Made): Made {
  const made = (formats.get(key) as Made | undefined) ?? make();
  formats.set(key, made);
  return made;
}
const counted = (locale: Locale, number: number) =>
  cached(`number ${locale}`, () => new Intl.NumberFormat(locale)).format(number);
const formOf = (locale: Locale, type: "cardinal" | "ordinal", number: number) =>
  cached(`${type} ${locale}`, () => new Intl.PluralRules(locale, { type })).select(number);

/**
 * Formats a message with the given values. Browsers need no other ICU code, because messages are
 * precompiled.
 */
export function formatMessage(message: Message, values: Values, locale: Locale, count?: string): string {
  return message
    .map((token) => {
      if (typeof token === "string") return token === "#" && count !== undefined ? count : token;
      const [name, kind, cases = {}] = token as [name: string, kind?: string, cases?: Cases];
      const value = values[name];
      const branch = (key: string) => (Object.hasOwn(cases, key) ? (cases[key] as Message) : undefined);
      if (kind === "select")
        return formatMessage(branch(String(value)) ?? branch("other") ?? [], values, locale, count);
      if (kind === "number") return counted(locale, value as number);
      if (!kind) return value ?? "";
      const number = (value as number) - ((cases.offset as number | undefined) ?? 0);
      const form = formOf(locale, kind === "selectordinal" ? "ordinal" : "cardinal", number);
      const chosen = branch(String(value)) ?? branch(form) ?? branch("other") ?? [];
      return formatMessage(chosen, values, locale, counted(locale, number));
    })
    .reduce<string>((before, part) => {
      const text = String(part);
      // Avoids a second full stop after a value that ends with one: "gruodžio 4 d.", "Senelis P."
      return before + (before.endsWith(".") && text.startsWith(".") ? text.slice(1) : text);
    }, "");
}
