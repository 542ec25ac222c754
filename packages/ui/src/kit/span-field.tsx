import { say } from "@uola/words/admin";
import type { ReactNode } from "react";
import type { Span, Unit } from "./span.ts";

const units = ["MINUTES", "HOURS", "DAYS"] as const;

type SpanFieldProps = {
  id: string;
  label: string;
  value: Span;
  disabled?: boolean;
  error?: string | undefined;
  onChange: (value: Span) => void;
};

/** A number input and its unit, for use within a sentence. */
export function SpanField({ id, label, value, disabled = false, error, onChange }: SpanFieldProps): ReactNode {
  return (
    <span className="span-field">
      <input
        id={id}
        className="input"
        inputMode="decimal"
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
        disabled={disabled}
        value={value.count}
        onChange={({ target }) => onChange({ ...value, count: target.value })}
      />
      <select
        className="input"
        aria-label={say("span.unit", { label })}
        disabled={disabled}
        value={value.unit}
        onChange={({ target }) => onChange({ ...value, unit: target.value as Unit })}
      >
        {units.map((unit) => (
          <option key={unit} value={unit}>
            {say(`span.${unit}`)}
          </option>
        ))}
      </select>
      {error && (
        <span className="error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </span>
  );
}
