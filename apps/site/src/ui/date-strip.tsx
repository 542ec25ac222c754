import { useEffect, useRef } from "react";
import { RoundButton } from "./buttons.tsx";

export type StripDay = {
  /** YYYY-MM-DD. */
  day: string;
  weekday: string;
  number: string;
  /** Under the number: "5 laikai", "nėra". */
  count?: string;
  /** Said in place of the short forms: "trečiadienis, rugsėjo 9 d., 5 laikai". */
  label: string;
  /** Nothing that day; it can still be looked at. */
  empty?: boolean;
  /** Makes the day a link, as in the schedule; a day without one leads nowhere. */
  href?: string | undefined;
};

type DateStripProps = {
  heading: string;
  days: readonly StripDay[];
  value: string | undefined;
  onChange: (day: string) => void;
  name?: string;
  earlier?: { label: string; onClick: () => void; disabled?: boolean };
  later?: { label: string; onClick: () => void; disabled?: boolean };
};

/** Days to choose from, one of a radio group: arrow keys walk, the chosen day is a strip of tape hung over the rule. */
export function DateStrip({ heading, days, value, onChange, name = "day", earlier, later }: DateStripProps) {
  const strip = useRef<HTMLFieldSetElement>(null);
  // The chosen day is in sight from the start, without moving the page.
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

/** A week's days as links, today's or the chosen one hung as tape. */
export function DayLinks({
  label,
  days,
  value,
}: {
  label: string;
  days: readonly StripDay[];
  value: string | undefined;
}) {
  return (
    <nav className="days week" aria-label={label}>
      {days.map((day) => (
        <a
          key={day.day}
          href={day.href}
          aria-label={day.label}
          {...(!day.href && { role: "link", "aria-disabled": true })}
          aria-current={day.day === value ? "date" : undefined}
          className={`day ${day.empty ? "empty" : ""}`}
        >
          <DayFace {...day} />
        </a>
      ))}
    </nav>
  );
}

function DayFace({ weekday, number, count }: StripDay) {
  return (
    <>
      <span className="weekday">{weekday}</span> <span className="number">{number}</span>{" "}
      {count && <span className="times">{count}</span>}
    </>
  );
}
