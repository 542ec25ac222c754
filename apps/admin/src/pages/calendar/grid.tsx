import { signs } from "@uola/art";
import { categoryOf } from "@uola/browser/gym/category.ts";
import type { CategoryKind, Session } from "@uola/contract";
import { CategoryIcon } from "@uola/ui/ornament.tsx";
import { say } from "@uola/words/admin";
import { capitalized, type Day, dayLong, localDate, time, weekdayShort } from "@uola/words/formats";
import type { KeyboardEvent, PointerEvent } from "react";
import { hoursOf, minuteOf, type Piece } from "./layout.ts";

/** The name of a category and its kind. */
export type Heading = { name: string; kind?: CategoryKind | null | undefined };

/** Part of a day when a staff member is away or a resource is closed. */
export type Away = { id: string; startDate: Date; endDate: Date; text: string };

type GridProps = {
  days: readonly Day[];
  sessions: ReadonlyMap<Day, Piece<Session>[]>;
  away: ReadonlyMap<Day, Piece<Away>[]>;
  holidays: ReadonlyMap<Day, string>;
  categories: ReadonlyMap<string, Heading>;
  now: Date;
  /** The one session in the Tab order. */
  focused: string | undefined;
  /** The session being moved. */
  moving: string | undefined;
  /** The time range being drawn. */
  draft: { day: Day; from: number; to: number } | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: (id: string) => void;
  /** Opens a session after a key press, or after a pointer press that may have ended a drag. */
  onOpen: (session: Session, isKey: boolean) => void;
  /** Handles a press on a session or on its lower edge. */
  onGrab: (event: PointerEvent<HTMLElement>, session: Session, edge: boolean) => void;
  /** Handles a press on an empty time. */
  onDraw: (event: PointerEvent<HTMLElement>, day: Day) => void;
};

/**
 * A grid of days side by side with the sessions of each. Arrow keys move between sessions; the
 * whole grid is one Tab stop.
 */
export function CalendarGrid({ days, sessions, away, holidays, now, draft, ...rest }: GridProps) {
  const hours = hoursOf([...sessions.values(), ...(draft ? [[draft]] : [])].flat());
  const span = Array.from({ length: hours.to - hours.from }, (_, index) => hours.from + index);
  const today = localDate(now);
  const at = minuteOf(now) / 60 - hours.from;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table has no place for what overlaps
    <div
      role="grid"
      aria-label={say("calendar.grid")}
      aria-describedby="calendar-help"
      className="calendar"
      style={{ "--hours": span.length, "--days": days.length }}
      onKeyDown={rest.onKeyDown}
    >
      <div className="calendar-hours" aria-hidden="true">
        {span.map((hour, index) => (
          <span key={hour} style={{ "--at": index }}>
            {hour}:00
          </span>
        ))}
      </div>
      {days.map((day) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        // biome-ignore lint/a11y/useFocusableInteractive: the sessions in it are
        <div role="row" key={day} className={`calendar-day ${day === today ? "today" : ""}`} aria-label={dayLong(day)}>
          {/* biome-ignore lint/a11y/useSemanticElements: as above */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: it heads, and does nothing */}
          <div role="rowheader" className="calendar-head">
            <b>{Number(day.slice(8))}</b>
            <span>
              {capitalized(weekdayShort(day))}
              {holidays.has(day) && <em>{holidays.get(day)}</em>}
            </span>
          </div>
          <div
            role="presentation"
            className={`calendar-area ${holidays.has(day) ? "holiday" : ""}`}
            data-day={day}
            data-from={hours.from}
            onPointerDown={(event) => event.target === event.currentTarget && rest.onDraw(event, day)}
          >
            {(away.get(day) ?? []).map((piece) => (
              // biome-ignore lint/a11y/useSemanticElements: as above
              // biome-ignore lint/a11y/useFocusableInteractive: it is read, not pressed
              <div
                role="gridcell"
                key={piece.item.id}
                className="calendar-away"
                style={placed({ ...piece, column: 0, columns: 1 }, hours)}
              >
                <span>{piece.item.text}</span>
              </div>
            ))}
            {(sessions.get(day) ?? []).map((piece) => (
              <Block key={piece.item.id} piece={piece} hours={hours} {...rest} />
            ))}
            {draft?.day === day && (
              <div
                role="presentation"
                className="calendar-draft"
                style={placed({ ...draft, column: 0, columns: 1 }, hours)}
              />
            )}
            {day === today && at >= 0 && at <= span.length && <i className="calendar-now" style={{ "--at": at }} />}
          </div>
        </div>
      ))}
    </div>
  );
}

type Span = { from: number; to: number };
const placed = ({ from, to, column, columns }: Span & { column: number; columns: number }, hours: Span) => ({
  "--from": Math.max(0, from / 60 - hours.from),
  "--to": Math.min(hours.to - hours.from, Math.max(to, from + 30) / 60 - hours.from),
  "--column": column,
  "--columns": columns,
});

const hourHeight = 56;
const lineHeight = 17;
/** Height of the torn-paper edges at the top and bottom of a piece of the calendar. */
const torn = 19;
/**
 * Returns how many lines of text fit into a piece of the calendar; lines that do not fit are
 * omitted, never cut off.
 */
const linesIn = ({ from, to }: Span): number =>
  Math.floor(((Math.max(to - from, 30) / 60) * hourHeight - torn) / lineHeight);

type BlockProps = Pick<GridProps, "categories" | "focused" | "moving" | "onFocus" | "onOpen" | "onGrab"> & {
  piece: Piece<Session>;
  hours: Span;
};

function Block({ piece, hours, categories, focused, moving, onFocus, onOpen, onGrab }: BlockProps) {
  const { item: session, day } = piece;
  const canceled = session.status === "CANCELLED";
  const { name, kind } = categories.get(session.serviceId) ?? { name: "" };
  const category = categoryOf(kind);
  const begins = localDate(session.startDate) === day;
  const isShort = piece.to - piece.from < 45;
  const trainers = session.staff.map(({ name: who }) => who).join(", ");
  const lines = linesIn(piece);
  const hasTrainer = trainers !== "" && lines > 2;
  const state = [moving === session.id && "moving", canceled && "canceled", isShort && "short"];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table has no place for what overlaps
    // biome-ignore lint/a11y/useFocusableInteractive: the button in it is
    <div role="gridcell" className="calendar-cell" style={placed(piece, hours)}>
      <button
        type="button"
        id={begins ? blockId(session.id) : undefined}
        style={{
          "--lines": Math.max(1, lines - (hasTrainer ? 2 : 1)),
          "--narrow-lines": Math.max(1, lines - 1),
        }}
        className={`block ${canceled ? "" : signs[category].hue} ${state.filter(Boolean).join(" ")}`}
        tabIndex={begins && focused === session.id ? 0 : -1}
        onFocus={() => onFocus(session.id)}
        onClick={(event) => onOpen(session, event.detail === 0)}
        onPointerDown={(event) => onGrab(event, session, false)}
      >
        {!canceled && <CategoryIcon category={category} />}
        <span className="top">
          <span className="when">
            {time(session.startDate)}
            <span className="end">–{time(session.endDate)}</span>
          </span>{" "}
          <span className="places">{canceled ? say("session.canceled") : placesOf(session)}</span>
        </span>
        <span className={`name ${/\S{11}/.test(session.title) ? "long" : ""}`} title={session.title}>
          {session.title}
        </span>
        {hasTrainer && <span className="more">{trainers}</span>}
        <span className="visually-hidden">
          {!hasTrainer && trainers && `, ${trainers}`}
          {`, ${name}`}
          {session.ruleId && `, ${say("calendar.weekly")}`}
        </span>
        {!canceled && (
          <span
            aria-hidden="true"
            className="calendar-edge"
            onPointerDown={(event) => {
              event.stopPropagation();
              onGrab(event, session, true);
            }}
          />
        )}
      </button>
    </div>
  );
}

export const blockId = (sessionId: string) => `session-${sessionId}`;

function placesOf({ totalSpots, openSpots, waiting, capacityType }: Session): string {
  const taken = totalSpots - openSpots;
  const places = capacityType === "UNLIMITED" ? String(taken) : `${taken}\u00a0/\u00a0${totalSpots}`;
  return waiting > 0 ? `${places} · ${say("calendar.waiting", { count: waiting })}` : places;
}
