import { useEffect, useRef } from "react";
import { RoundButton } from "./buttons.tsx";
import { DayFace, type StripDay } from "./day-links.tsx";

type DateStripProps = {
  heading: string;
  days: readonly StripDay[];
  value: string | undefined;
  onChange: (day: string) => void;
  name?: string;
  earlier?: { label: string; onClick: () => void; disabled?: boolean };
  later?: { label: string; onClick: () => void; disabled?: boolean };
};

/**
 * A radio group of days: arrow keys move between the days, and the selected day is a strip of tape
 * that hangs over the ruled line.
 */
export function DateStrip({ heading, days, value, onChange, name = "day", earlier, later }: DateStripProps) {
  const strip = useRef<HTMLFieldSetElement>(null);
  // Scrolls the selected day into view initially, without scrolling the page.
  useEffect(() => {
    const element = strip.current;
    const chosen = element?.querySelector<HTMLElement>(`[data-day="${value}"]`);
    if (!element || !chosen) return;
    const middle = chosen.offsetLeft - (element.clientWidth - chosen.offsetWidth) / 2;
    element.scrollTo({ left: middle });
  }, [value]);
  return (
    <section className="date-strip">
      <header>
        <h2>{heading}</h2>
        <div className="flex gap-1">
          {earlier && <RoundButton bare icon="left" {...earlier} />}
          {later && <RoundButton bare icon="right" {...later} />}
        </div>
      </header>
      <fieldset className="days" ref={strip}>
        <legend className="visually-hidden">{heading}</legend>
        {days.map((day) => (
          <label key={day.day} data-day={day.day} className={`day ${day.empty ? "empty" : ""}`}>
            <input
              className="visually-hidden"
              type="radio"
              name={name}
              value={day.day}
              aria-label={day.label}
              checked={day.day === value}
              onChange={() => onChange(day.day)}
            />
            <DayFace {...day} />
          </label>
        ))}
      </fieldset>
    </section>
  );
}
