import { say } from "@uola/words/admin";
import type { ReactNode } from "react";
import { isDay } from "./date-time.ts";

export type InputProps<Value> = {
  id: string;
  label: string;
  value: Value;
  error: string | undefined;
  /** Replaces the hint of the field. */
  hint?: string | undefined;
  onChange: (value: Value) => void;
};

/** A field of a form: `Value` is what the form edits, `Sent` what the platform receives. */
export type Field<Value, Sent = Value> = {
  /** The value of the stored item. */
  initial: Value;
  sent: (value: Value) => Sent;
  /** Returns the error of a value. */
  check: (value: Value) => string | undefined;
  /** Formats a stored or edited value for the history and for the list of concurrent changes. */
  show: (value: unknown) => string;
  input: (props: InputProps<Value>) => ReactNode;
};

export type Maybe<Value> = Value | null | undefined;
/** Returns an error, or nothing if the value is valid. */
type Checked<Value> = { check?: (value: Value) => string | false | undefined };
export type Described<Value> = Checked<Value> & {
  hint?: string | undefined;
  /** Marks the field as optional. */
  optional?: boolean;
};

export const errorBy =
  <Value>({ check }: Checked<Value>) =>
  (value: Value) =>
    check?.(value) || undefined;

export const showPlain = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(showPlain).join(", ");
  if (value && typeof value === "object") return "…";
  return typeof value === "boolean" ? say(value ? "yes" : "no") : String(value ?? "");
};

/** Returns a check that a text is not empty. */
export const required = (error: string) => (text: string) => !text.trim() && error;
/** Returns a check for a text that is not empty: it must match the pattern. */
export const matches = (pattern: RegExp, error: string) => (text: string) =>
  text.trim() !== "" && !pattern.test(text.trim()) && error;

/** A field of any other kind. */
export const custom = <Value, Sent = Value>(
  field: Pick<Field<Value, Sent>, "initial" | "sent"> &
    Checked<Value> &
    Partial<Pick<Field<Value, Sent>, "show" | "input">>,
): Field<Value, Sent> => ({ show: showPlain, input: () => null, ...field, check: errorBy(field) });

/** Returns a check that a date is complete. */
export const complete = (error: string) => (day: string) => !isDay(day) && error;
