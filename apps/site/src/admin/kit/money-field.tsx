import type { ComponentProps } from "react";
import { described, type FieldProps, Labelled } from "../../ui/field.tsx";
import { moneyOf } from "./money.ts";

type MoneyProps = Omit<ComponentProps<"input">, "value" | "onChange"> & {
  value: string;
  onChange: (text: string) => void;
};

/** An amount of euros as it is typed, with a comma or a point; the label says that it is euros. */
export const Money = ({ value, onChange, onBlur, className = "", ...input }: MoneyProps) => (
  <input
    inputMode="decimal"
    autoComplete="off"
    {...input}
    className={`input ${className}`}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    onBlur={(event) => {
      if (moneyOf(value) !== value) onChange(moneyOf(value));
      onBlur?.(event);
    }}
  />
);

/** The same under its label, as a field of a form. */
export const MoneyField = ({ value, onChange, ...field }: FieldProps & Pick<MoneyProps, "value" | "onChange">) => (
  <Labelled {...field}>
    <Money
      id={field.id}
      value={value}
      onChange={onChange}
      aria-invalid={field.error ? true : undefined}
      aria-describedby={described(field)}
    />
  </Labelled>
);
