import type { ComponentProps } from "react";
import { describedBy, type FieldProps, Labelled } from "../field.tsx";
import { normalizeAmount } from "./money.ts";

type MoneyProps = Omit<ComponentProps<"input">, "value" | "onChange"> & {
  value: string;
  onChange: (text: string) => void;
};

/** An input for an amount in euros, with a comma or a point; the label states the currency. */
export const Money = ({ value, onChange, onBlur, className = "", ...input }: MoneyProps) => (
  <input
    inputMode="decimal"
    autoComplete="off"
    {...input}
    className={`input ${className}`}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    onBlur={(event) => {
      if (normalizeAmount(value) !== value) onChange(normalizeAmount(value));
      onBlur?.(event);
    }}
  />
);

/** The same input with a label, as a form field. */
export const MoneyField = ({ value, onChange, ...field }: FieldProps & Pick<MoneyProps, "value" | "onChange">) => (
  <Labelled {...field}>
    <Money
      id={field.id}
      value={value}
      onChange={onChange}
      aria-invalid={field.error ? true : undefined}
      aria-describedby={describedBy(field)}
    />
  </Labelled>
);
