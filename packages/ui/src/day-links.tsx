export type StripDay = {
  /** YYYY-MM-DD. */
  day: string;
  weekday: string;
  number: string;
  /** Shown under the number: "5 laikai", "nėra". */
  count?: string;
  /** Read by screen readers in place of the short forms: "trečiadienis, rugsėjo 9 d., 5 laikai". */
  label: string;
  /** Nothing takes place that day; it can still be selected. */
  empty?: boolean;
  /** Makes the day a link, as in the schedule; without it the day is not a link. */
  href?: string | undefined;
};

/** The days of a week as links; today or the selected day is shown as a hanging strip of tape. */
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

/** Renders the content of one day in a strip of days. */
export function DayFace({ weekday, number, count }: StripDay) {
  return (
    <>
      <span className="weekday">{weekday}</span> <span className="number">{number}</span>{" "}
      {count && <span className="times">{count}</span>}
    </>
  );
}
