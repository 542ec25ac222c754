import { type Category, categories } from "@uola/art";
import {
  addDays,
  dayHeading,
  dayLong,
  localDate,
  localParts,
  time,
  weekday,
  weekdayShort,
  weekNumber,
  weekRange,
} from "@uola/words/formats";
import { words } from "@uola/words/site";
import { type CSSProperties, useState } from "react";
import { categoryOf } from "../../features/category.ts";
import { placesOf } from "../../features/places.ts";
import { byDay, type Row } from "../../features/timetable.ts";
import { TimetableRow } from "../../features/timetable-row.tsx";
import type { Head, PageProps } from "../../loader/page.ts";
import { Band } from "../../ui/band.tsx";
import { RoundLink } from "../../ui/buttons.tsx";
import { CategoryFilter } from "../../ui/choices.tsx";
import { DayLinks } from "../../ui/date-strip.tsx";
import { Glyph } from "../../ui/hold.tsx";
import { StickyBar } from "../../ui/sticky-bar.tsx";
import { Tape, TapeLink } from "../../ui/tape.tsx";
import type { ScheduleData } from "./schedule.data.ts";
import { hoursShown, weekOf } from "./week.ts";

const say = words("lt");
const usualHours = { from: 9, to: 21 };

export const head = ({ data }: PageProps<ScheduleData>): Head => ({
  title: say("site.title", { page: say("page.schedule") }),
  description: `${data.texts.description} ${weekRange(data.monday)}`,
});

export default function Schedule({ data, now }: PageProps<ScheduleData>) {
  const { texts, monday, today, rows, special, earlier, later } = data;
  // Nothing chosen shows everything; a chosen kind leaves the others out.
  const [chosen, setChosen] = useState<readonly Category[]>(categories);
  const present = categories.filter((category) => rows.some((row) => categoryOf(row.category) === category));
  const shown = rows.filter((row) => chosen.includes(categoryOf(row.category)));
  const toggle = (category: Category, on: boolean) =>
    setChosen((before) => (on ? [...before, category] : before.filter((other) => other !== category)));
  const href = (day: string) => `/schedule/?week=${day}`;
  return (
    <main id="content">
      <Band title={say("page.schedule")}>
        <div className="week-turn mt-6 lg:mt-0 lg:absolute lg:right-(--gutter) lg:bottom-8">
          {earlier ? (
            <RoundLink label={say("week.earlier")} icon="left" href={href(addDays(monday, -7))} />
          ) : (
            <span className="w-[46px]" />
          )}
          <p>
            <b>{weekRange(monday)}</b>
            {say("week.ofYear", { year: monday.slice(0, 4), week: weekNumber(monday) })}
          </p>
          {later ? (
            <RoundLink label={say("week.later")} icon="right" href={href(addDays(monday, 7))} />
          ) : (
            <span className="w-[46px]" />
          )}
        </div>
      </Band>
      <div className="page">
        <div className="lg:hidden">
          <DayLinks label={say("schedule.list")} days={dayLinks(monday, rows)} value={today} />
        </div>
        <div className="filters">
          <span className="font-bold max-lg:visually-hidden">{say("schedule.show")}</span>
          <CategoryFilter
            legend={say("schedule.filters")}
            categories={present.map((category) => ({ category, label: say(`category.${category}`) }))}
            chosen={chosen}
            onChange={toggle}
          />
        </div>
        <WeekGrid monday={monday} today={today} rows={shown} special={special} now={now} />
        <WeekList monday={monday} today={today} rows={shown} special={special} now={now} none={texts.emptyWeek} />
        <p className="muted small py-6 max-lg:hidden">{texts.pale}</p>
      </div>
      <StickyBar
        action={
          <TapeLink small href="/booking/">
            {say("action.book")}
          </TapeLink>
        }
      >
        <p>{weekRange(monday)}</p>
      </StickyBar>
    </main>
  );
}

function dayLinks(monday: string, rows: readonly Row[]) {
  return Array.from({ length: 7 }, (_, index) => {
    const day = addDays(monday, index);
    const count = rows.filter(({ start }) => localDate(new Date(start)) === day).length;
    return {
      day,
      href: `#${day}`,
      weekday: weekdayShort(day),
      number: String(Number(day.slice(8))),
      // Begins with what is seen, so that somebody who speaks to the device can name it.
      label: `${weekdayShort(day)} ${Number(day.slice(8))}, ${dayLong(day)}, ${say("times", { count })}`,
      empty: count === 0,
    };
  });
}

type WeekProps = Pick<ScheduleData, "monday" | "today" | "special"> & { rows: readonly Row[]; now: Date };

/** Seven days side by side for wide screens. */
function WeekGrid({ monday, today, rows, special, now }: WeekProps) {
  const hours = hoursShown(rows, usualHours);
  const span = Array.from({ length: hours.to - hours.from }, (_, index) => hours.from + index);
  const { hour, minute } = localParts(now);
  const at = hour + minute / 60 - hours.from;
  const isNow = monday <= today && today <= addDays(monday, 6) && at > 0 && at < span.length;
  const nowLine = { "--at": at } as CSSProperties;
  return (
    <section
      className="week-grid"
      aria-label={say("schedule.grid")}
      style={{ "--hours": span.length } as CSSProperties}
    >
      <span className="corner" />
      {weekOf(monday, rows).map(({ day }) => (
        <header key={day} className={day === today ? "today" : ""}>
          <b>{Number(day.slice(8))}</b>
          <span>
            {upperFirst(weekday(day))}
            {day === today && (
              <>
                <br />
                {say("day.today")}
              </>
            )}
          </span>
        </header>
      ))}
      <div className="hours-gutter" aria-hidden="true">
        {span.map((each) => (
          <span key={each} style={{ "--at": each - hours.from } as CSSProperties}>
            {each}:00
          </span>
        ))}
        {isNow && (
          <div className="now-line" style={nowLine}>
            <span>{time(now)}</span>
          </div>
        )}
      </div>
      {weekOf(monday, rows).map(({ day, blocks }) => {
        const closed = special.find((other) => other.day === day);
        return (
          <ul key={day} className={`week-day ${day === today ? "today" : ""}`} aria-label={dayLong(day)}>
            {isNow && (
              <li className="now-line" style={{ ...nowLine, height: 0, left: 0, width: "100%" }} aria-hidden="true" />
            )}
            {closed && (
              <li
                className="outside hatched"
                style={{ "--from": 0, "--to": closed.closed && blocks.length === 0 ? span.length : 1 } as CSSProperties}
              >
                <span>
                  {closed.closed ? say("hours.closed") : closed.hours} · {closed.name}
                </span>
              </li>
            )}
            {blocks.map(({ item, from, to, column, columns }) => (
              <li
                key={item.id}
                style={
                  {
                    "--from": from - hours.from,
                    "--to": to - hours.from,
                    "--column": column,
                    "--columns": columns,
                  } as CSSProperties
                }
              >
                <Block row={item} />
              </li>
            ))}
          </ul>
        );
      })}
    </section>
  );
}

const hueOf: Record<Category, string> = {
  firstTime: "pink",
  children: "yellow",
  trainings: "sky",
  ropes: "green",
  bouldering: "orange",
};

function Block({ row }: { row: Row }) {
  const category = categoryOf(row.category);
  const pale = row.state !== "free";
  const words = (
    <>
      <Glyph category={category} />
      <span className="when flex">
        {time(new Date(row.start))}–{time(new Date(row.end))}
      </span>
      <b className="name flex font-bold">
        {row.title}
        {row.course && ` (${say("schedule.course", row.course)})`}
      </b>
      <span className={pale ? "font-bold" : ""}>{placesOf(row).text}</span>
    </>
  );
  const className = `block ${hueOf[category]} ${pale ? "full" : ""} ${row.state === "canceled" ? "canceled" : ""}`;
  const style = pale ? ({ "--hue": `var(--color-${hueOf[category]})` } as CSSProperties) : undefined;
  return row.state === "free" || (row.state === "full" && row.waits) ? (
    <a href={row.href} className={className} style={style}>
      {words}
      {pale && <span className="visually-hidden">{say("action.joinListShort")}</span>}
    </a>
  ) : (
    <div className={className} style={style}>
      {words}
    </div>
  );
}

/** Days under one another for a phone, from today on when it is this week. */
function WeekList({ monday, today, rows, special, now, none }: WeekProps & { none: string }) {
  const days = byDay(rows, localDate).filter(({ day }) => day >= today || today > addDays(monday, 6));
  const { hour, minute } = localParts(now);
  return (
    <section className="week-list pb-12" aria-label={say("schedule.list")}>
      <h2 className="visually-hidden">{say("schedule.list")}</h2>
      {days.length === 0 && <p className="py-8">{none}</p>}
      {days.map(({ day, rows: own }) => (
        <section key={day} id={day} className="pt-8">
          <h3 className="day-heading">{dayHeading(day, today)}</h3>
          {day === today && (
            <p className="py-3">
              <Tape hue="orange">{say("schedule.now", { time: `${hour}:${String(minute).padStart(2, "0")}` })}</Tape>
            </p>
          )}
          {special
            .filter((other) => other.day === day)
            .map(({ name, closed, hours }) => (
              <p key={name} className="hatched p-4 font-bold">
                <span className="px-1">
                  {closed
                    ? say("schedule.special.closed", { day: dayLong(day), name })
                    : say("schedule.special.hours", { day: dayLong(day), name, hours: hours ?? "" })}
                </span>
              </p>
            ))}
          <ul className="rows">
            {own.map((row) => (
              <TimetableRow key={row.id} row={row} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
