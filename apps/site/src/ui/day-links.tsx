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

/** How a day of a strip looks. */
export function DayFace({ weekday, number, count }: StripDay) {
  return (
    <>
      <span className="weekday">{weekday}</span> <span className="number">{number}</span>{" "}
      {count && <span className="times">{count}</span>}
    </>
  );
}
