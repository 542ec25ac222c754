import { clockOf } from "./week-hours.ts";

type ClockProps = { label: string; value: string; onChange: (value: string) => void; onLeave?: () => void };

/** A time of the clock of 24 hours, whatever the browser's own language makes of times; "9" is read as 09:00. */
export function Clock({ label, value, onChange, onLeave }: ClockProps) {
  return (
    <input
      className="input clock"
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      placeholder="00:00"
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onBlur={() => {
        onChange(clockOf(value));
        onLeave?.();
      }}
    />
  );
}
