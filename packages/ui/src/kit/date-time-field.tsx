import { describedBy, type FieldProps, Labelled } from "../field.tsx";
import { parseClockTime } from "./date-time.ts";

type ClockProps = {
  value: string;
  onChange: (value: string) => void;
  onLeave?: () => void;
  /** The accessible label of an input without a visible label. */
  label?: string;
  id?: string;
  invalid?: boolean | undefined;
  described?: string | undefined;
};

/**
 * An input for a time in the 24-hour format, regardless of the browser's language; "9" is read as
 * 09:00.
 */
export function ClockInput({ label, value, onChange, onLeave, id, invalid, described }: ClockProps) {
  return (
    <input
      id={id}
      className="input w-[76px]"
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      placeholder="00:00"
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={described}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      // Submitting a form with Enter does not trigger blur first.
      onKeyDown={({ key }) => key === "Enter" && onChange(parseClockTime(value))}
      onBlur={() => {
        onChange(parseClockTime(value));
        onLeave?.();
      }}
    />
  );
}

type ClockFieldProps = FieldProps & Pick<ClockProps, "value" | "onChange">;

/** The same input with a label, as a form field. */
export const ClockField = ({ value, onChange, ...field }: ClockFieldProps) => (
  <Labelled {...field}>
    <ClockInput
      id={field.id}
      value={value}
      onChange={onChange}
      invalid={field.error !== undefined}
      described={describedBy(field)}
    />
  </Labelled>
);

type DateTimeProps = {
  /**
   * The accessible labels of the day and the time; both inputs are on one line without visible
   * labels.
   */
  labels: { day: string; time: string };
  day: string;
  time: string;
  onChange: (day: string, time: string) => void;
  /** The first day that can be selected. */
  min?: string;
  invalid?: boolean | undefined;
};

/** Inputs for a day and a time. */
export const DateTime = ({ labels, day, time, onChange, min, invalid }: DateTimeProps) => (
  <div className="flex flex-wrap items-center gap-2">
    <input
      type="date"
      className="input w-[176px]"
      aria-label={labels.day}
      aria-invalid={invalid || undefined}
      min={min}
      value={day}
      onChange={({ target }) => onChange(target.value, time)}
    />
    <ClockInput label={labels.time} invalid={invalid} value={time} onChange={(clock) => onChange(day, clock)} />
  </div>
);

type DateTimeFieldProps = FieldProps & DateTimeProps;

/** The same inputs with a label, as a form field. */
export const DateTimeField = ({ labels, day, time, onChange, min, invalid, ...field }: DateTimeFieldProps) => (
  <Labelled group {...field}>
    <DateTime {...{ labels, day, time, onChange, min }} invalid={invalid ?? field.error !== undefined} />
  </Labelled>
);
