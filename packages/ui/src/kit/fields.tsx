import { say } from "@uola/words/admin";
import { duration } from "@uola/words/formats";
import type { ComponentProps } from "react";
import { RadioGroup } from "../choices.tsx";
import { Check, Field as Input, Select, TextArea } from "../field.tsx";
import { CheckList } from "./check-list.tsx";
import { ClockField } from "./date-time-field.tsx";
import { custom, type Described, errorBy, type Field, type InputProps, type Maybe, showPlain } from "./field.ts";
import { formatCents, parseAmount, parseCents, priceText } from "./money.ts";
import { MoneyField } from "./money-field.tsx";
import { minutesOf, type Span, spanOf } from "./span.ts";
import { SpanField } from "./span-field.tsx";
import { firstInvalidDay, type HoursInterval } from "./week-hours.ts";
import { dayName, hoursText, WeekHours } from "./week-hours-field.tsx";

export { complete, custom, matches, required, showPlain } from "./field.ts";

const mark = (optional: boolean | undefined) => (optional ? { optional: say("optional") } : {});

type InputOptions = Described<string> & Omit<ComponentProps<"input">, keyof InputProps<string>>;

const typed = (initial: Maybe<string | number>, { check, hint, optional, ...attributes }: InputOptions) => ({
  initial: String(initial ?? ""),
  check: errorBy({ check }),
  show: showPlain,
  input: ({ onChange, ...props }: InputProps<string>) => (
    <Input
      {...attributes}
      {...mark(optional)}
      hint={hint}
      {...props}
      onChange={({ target }) => onChange(target.value)}
    />
  ),
});

/** A line of text. */
export const text = (initial: Maybe<string>, options: InputOptions = {}): Field<string> => ({
  ...typed(initial, options),
  sent: (value) => value.trim(),
});

type TextAreaOptions = Described<string> & Omit<ComponentProps<"textarea">, keyof InputProps<string>>;

/** A text of several lines. */
export const longText = (
  initial: Maybe<string>,
  { check, hint, optional, ...attributes }: TextAreaOptions = {},
): Field<string> =>
  custom({
    initial: initial ?? "",
    sent: (value) => value.trim(),
    check,
    input: ({ onChange, ...props }) => (
      <TextArea
        {...attributes}
        {...mark(optional)}
        hint={hint}
        {...props}
        onChange={({ target }) => onChange(target.value)}
      />
    ),
  });

/** Makes a field send null instead of an empty text. */
export const orNull = <Value,>(field: Field<Value, string>): Field<Value, string | null> => ({
  ...field,
  sent: (value) => field.sent(value) || null,
});

/** Parses a whole number of at most seven digits. */
export const parseWhole = (value: string): number | undefined =>
  /^\d{1,7}$/.test(value.trim()) ? Number(value) : undefined;

type Range = readonly [min: number, max: number];
type NumberOptions = Omit<InputOptions, "check">;
const isWithin = (value: string, [min, max]: Range) => {
  const number = parseWhole(value) ?? Number.NaN;
  return number >= min && number <= max;
};

/** A whole number that must be typed. */
export const wholeNumber = (
  initial: Maybe<number>,
  range: Range,
  error: string,
  options: NumberOptions = {},
): Field<string, number> => ({
  ...typed(initial, { inputMode: "numeric", ...options, check: (value) => !isWithin(value, range) && error }),
  sent: Number,
});

/** A whole number; null if it is empty. */
export const wholeNumberOrNull = (...[initial, range, error, options]: Parameters<typeof wholeNumber>) => ({
  ...typed(initial, {
    inputMode: "numeric",
    ...options,
    check: (value) => value.trim() !== "" && !isWithin(value, range) && error,
  }),
  sent: (value: string) => parseWhole(value) ?? null,
});

const moneyInput =
  ({ hint, optional }: Described<string>) =>
  (props: InputProps<string>) => <MoneyField {...mark(optional)} hint={hint} {...props} />;

/** An amount in cents; null if it is empty. */
export const money = (initial: Maybe<number>, options: Described<string> = {}): Field<string, number | null> =>
  custom({
    initial: initial == null ? "" : formatCents(initial),
    sent: (value) => parseCents(value) ?? null,
    check: options.check,
    input: moneyInput(options),
  });

/** An amount as a decimal such as "28.50"; null if it is empty. */
export const amount = (initial: Maybe<string>, options: Described<string> = {}): Field<string, string | null> =>
  custom({
    initial: priceText(initial ?? undefined),
    sent: (value) => parseAmount(value) ?? null,
    check: options.check,
    show: (value) => (typeof value === "string" ? priceText(value) : showPlain(value)),
    input: moneyInput(options),
  });

/** A date; null if it is empty. */
export const date = (initial: Maybe<string>, options: InputOptions = {}): Field<string, string | null> => ({
  ...typed(initial, { ...options, type: "date" }),
  sent: (value) => value || null,
});

/** A time of day; null if it is empty. */
export const clock = (initial: Maybe<string>, options: Described<string> = {}): Field<string, string | null> =>
  custom({
    initial: initial ?? "",
    sent: (value) => value || null,
    check: options.check,
    input: (props) => <ClockField {...mark(options.optional)} hint={options.hint} {...props} />,
  });

/** One of a few values, as radio buttons; `shown` displays the label above them. */
export const choice = <const Value extends string>(
  initial: Value,
  values: readonly Value[],
  labelOf: (value: Value) => string,
  { shown = false }: { shown?: boolean } = {},
): Field<Value> =>
  custom({
    initial,
    sent: (value) => value,
    show: (value) => (values.includes(value as Value) ? labelOf(value as Value) : ""),
    input: ({ id, label, value, onChange }) => (
      <RadioGroup
        shown={shown}
        legend={label}
        name={id}
        value={value}
        choices={values.map((each) => ({ value: each, label: labelOf(each) }))}
        onChange={(chosen) => onChange(chosen as Value)}
      />
    ),
  });

/** An option of a list: an item of the platform, or a value with its name. */
export type Named<Value extends string = string> = { id: Value; name: string };
const optionsOf = (items: readonly Named[]) => items.map(({ id, name }) => ({ value: id, label: name }));
const nameIn = (items: readonly Named[], value: unknown) =>
  items.find(({ id }) => id === value)?.name ?? String(value ?? "");

/** One of several options, as a list to choose from. */
export const select = <const Value extends string>(
  initial: Value,
  items: readonly Named<Value>[],
  { check, hint }: Described<Value> = {},
): Field<Value> =>
  custom({
    initial,
    sent: (value) => value,
    check,
    show: (value) => nameIn(items, value),
    input: ({ onChange, ...props }) => (
      <Select
        hint={hint}
        {...props}
        options={optionsOf(items)}
        onChange={({ target }) => onChange(target.value as Value)}
      />
    ),
  });

/** Formats a number of minutes: "24 val.", "2 d." */
export const spanText = (minutes: number): string => {
  const { count, unit } = spanOf(minutes);
  return unit === "DAYS" ? `${count}\u00a0${say("span.DAYS")}` : duration(minutes);
};

/** A duration in minutes, as a number and its unit. */
export const span = (minutes: number): Field<Span, number> =>
  custom({
    initial: spanOf(minutes),
    sent: (typed) => minutesOf(typed) ?? 1,
    show: (value) => {
      if (value === undefined || value === null) return "";
      return spanText(typeof value === "number" ? value : (minutesOf(value as Span) ?? 0));
    },
    input: ({ id, label, value, error, onChange }) => (
      <SpanField id={id} label={label} value={value} error={error} onChange={onChange} />
    ),
  });

/** A checkbox. */
export const flag = (initial: Maybe<boolean>): Field<boolean> =>
  custom({
    initial: initial ?? false,
    sent: (value) => value,
    input: ({ id, label, value, error, onChange }) => (
      <Check id={id} error={error} checked={value} onChange={({ target }) => onChange(target.checked)}>
        {label}
      </Check>
    ),
  });

/** Several of a few options, as checkboxes; not rendered until the options are loaded. */
export const checkList = <const Value extends string>(
  initial: readonly Value[],
  items: readonly Named<Value>[] | undefined,
  { check, hint: usual }: Described<readonly Value[]> = {},
): Field<readonly Value[], Value[]> =>
  custom({
    initial,
    sent: (values) => [...values],
    check,
    show: (values) => (Array.isArray(values) ? values.map((value) => nameIn(items ?? [], value)).join(", ") : ""),
    input: ({ label, value, hint = usual, onChange, ...props }) =>
      items && (
        <CheckList
          {...props}
          legend={label}
          hint={hint}
          options={optionsOf(items)}
          values={value}
          onChange={(values) => onChange(values as Value[])}
        />
      ),
  });

/** Weekdays; 1 is Monday. */
export const weekdays = (
  initial: readonly number[],
  options: Described<readonly string[]> = {},
): Field<readonly string[], number[]> => {
  const days = ([1, 2, 3, 4, 5, 6, 7] as const).map((day) => ({
    id: String(day),
    name: say(`coupons.weekday.${day}`),
  }));
  return {
    ...checkList(initial.map(String), days, options),
    sent: (values) => values.map(Number).sort(),
  };
};

/** Weekly hours; `none` is the text for a day without hours. */
export const weekHours = (
  initial: HoursInterval[],
  none: string | ((hours: readonly HoursInterval[]) => string),
): Field<HoursInterval[]> => ({
  initial,
  sent: (hours) => hours,
  check: (hours) => {
    const day = firstInvalidDay(hours);
    return day ? say("hours.wrong", { day: dayName(day) }) : undefined;
  },
  show: (hours) => (Array.isArray(hours) ? hoursText(hours) : ""),
  input: ({ id, label, value, error, onChange }) => (
    <WeekHours
      id={id}
      legend={label}
      hours={value}
      none={typeof none === "string" ? none : none(value)}
      error={error}
      onChange={onChange}
    />
  ),
});
