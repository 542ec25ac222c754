import { type Category, categories } from "@uola/art";
import { categoryOf } from "@uola/browser/gym/category.ts";
import { go } from "@uola/page-loader/browser/go.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { useApp } from "@uola/page-loader/tree.tsx";
import { Badge } from "@uola/ui/badge.tsx";
import { PrimaryLink, RoundLink, TextLink } from "@uola/ui/buttons.tsx";
import { CategoryFilter } from "@uola/ui/choices.tsx";
import { DayLinks } from "@uola/ui/day-links.tsx";
import { Notice } from "@uola/ui/notice.tsx";
import { CategoryIcon } from "@uola/ui/ornament.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { StickyBar } from "@uola/ui/sticky-bar.tsx";
import {
  addDays,
  capitalized,
  dayHeading,
  dayLong,
  dayShort,
  localDate,
  localParts,
  time,
  weekday,
  weekdayShort,
  weekNumber,
  weekRange,
} from "@uola/words/formats";
import { say } from "@uola/words/site";
import { placesOf } from "../../features/places.ts";
import { ReturnLink } from "../../features/return-link.tsx";
import type { Row } from "../../features/timetable.ts";
import { TimetableRow } from "../../features/timetable-row.tsx";
import type { DayHours, ScheduleData } from "./schedule.data.ts";
import { type Block, closedStretches, freeHourIn, hourHeight, hoursShown, weekOf } from "./week.ts";

const usualHours = { from: 9, to: 21 };

export const head = ({ data }: PageProps<ScheduleData>): Head => ({
  title: say("page.schedule"),
  description: `${data.texts.description} ${weekRange(data.monday)}`,
});

export default function Schedule({ data, search, now }: PageProps<ScheduleData>) {
  const { texts, monday, today, rows, hours, earlier, later } = data;
  // Without a chosen category all sessions are shown, otherwise only those of the chosen ones.
  const asked = (search.get("kind") ?? "").split(",");
  const chosen = categories.filter((category) => asked.includes(category));
  const present = categories.filter(
    (category) => chosen.includes(category) || rows.some((row) => categoryOf(row.kind) === category),
  );
  const shown = rows.filter((row) => chosen.length === 0 || chosen.includes(categoryOf(row.kind)));
  const hrefOf = (kinds: readonly Category[], week = search.get("week")) => {
    const kind = categories.filter((category) => kinds.includes(category)).join(",");
    const query = new URLSearchParams({ ...(week && { week }), ...(kind && { kind }) });
    return linkTo(query.size > 0 ? `/schedule/?${query}` : "/schedule/");
  };
  const toggled = (category: Category) =>
    chosen.includes(category) ? chosen.filter((other) => other !== category) : [...chosen, category];
  const href = (day: string) => hrefOf(chosen, day);
  return (
    <main id="content" className="week-paper">
      <PageHeader title={say("page.schedule")}>
        <div className="week-turn">
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
      </PageHeader>
      <div className="page">
        {data.unknown && (
          <div className="pt-8">
            <Notice>
              <p>{say("schedule.asked.unknown")}</p>
            </Notice>
          </div>
        )}
        {data.asked && <Asked asked={data.asked} reservation={search.get("reservation")} />}
        <div className="lg:hidden">
          <DayLinks label={say("schedule.list")} days={dayLinks(monday, today, shown, hours)} value={today} />
        </div>
        <div className="filters">
          <span className="font-bold max-lg:visually-hidden">{say("schedule.show")}</span>
          <CategoryFilter
            legend={say("schedule.filters")}
            all={{ label: say("schedule.filter.all"), href: hrefOf([]) }}
            categories={present.map((category) => ({
              category,
              label: say(`category.${category}`),
              chosen: chosen.includes(category),
              href: hrefOf(toggled(category)),
            }))}
            onChoose={(href) => go(href, { replace: true })}
          />
        </div>
        {shown.length === 0 && <p className="lead pb-6 max-lg:hidden">{texts.emptyWeek}</p>}
        <WeekGrid monday={monday} today={today} rows={shown} hours={hours} now={now} />
        <WeekList monday={monday} today={today} rows={shown} hours={hours} now={now} none={texts.emptyWeek} />
        <div className="flex flex-wrap items-baseline gap-x-8 gap-y-2 py-6 print:hidden">
          <p className="text-muted small max-w-[80ch] max-lg:hidden">{texts.pale}</p>
          <Subscribe kinds={chosen} />
        </div>
      </div>
      <StickyBar
        action={
          <PrimaryLink small href={linkTo("/booking/")}>
            {say("action.book")}
          </PrimaryLink>
        }
      >
        <p>{weekRange(monday)}</p>
      </StickyBar>
      <ReturnLink search={search} />
    </main>
  );
}

/**
 * Links for subscribing to the sessions: `webcal` opens the visitor's calendar program; the file is
 * for programs that do not support `webcal`.
 */
function Subscribe({ kinds }: { kinds: readonly Category[] }) {
  const { siteUrl } = useApp();
  const path = linkTo(kinds.length > 0 ? `/schedule.ics?kind=${kinds.join(",")}` : "/schedule.ics");
  return (
    <p className="flex flex-wrap gap-x-6 gap-y-2">
      <TextLink alone href={siteUrl.replace(/^https?:/, "webcal:") + path}>
        {say("schedule.subscribe")}
      </TextLink>
      <TextLink alone href={path}>
        {say("schedule.subscribe.file")}
      </TextLink>
    </p>
  );
}

/** The service that a link refers to, with its booking link. */
const Asked = ({ asked, reservation }: { asked: NonNullable<ScheduleData["asked"]>; reservation: string | null }) => (
  <div className="grid gap-1 pt-8">
    <p className="title">{say("schedule.asked", { title: asked.title })}</p>
    {reservation && <p className="text-muted">{say("schedule.asked.reservation", { id: reservation })}</p>}
    <TextLink alone href={asked.href}>
      {say("action.book")}
    </TextLink>
  </div>
);

/** Returns the links to the days of the list; past days and days without sessions have no target. */
function dayLinks(monday: string, today: string, rows: readonly Row[], hours: WeekProps["hours"]) {
  const listed = daysListed({ monday, today, rows, hours });
  return Array.from({ length: 7 }, (_, index) => {
    const day = addDays(monday, index);
    const count = rows.filter(({ start }) => localDate(new Date(start)) === day).length;
    return {
      day,
      href: listed.includes(day) ? `#${day}` : undefined,
      weekday: weekdayShort(day),
      number: String(Number(day.slice(8))),
      // The accessible name begins with the visible text, so that voice control users can name the
      // link.
      label: `${weekdayShort(day)} ${Number(day.slice(8))}, ${dayLong(day)}, ${say("times", { count })}`,
      empty: count === 0,
    };
  });
}

type WeekProps = Pick<ScheduleData, "monday" | "today" | "hours"> & { rows: readonly Row[]; now: Date };

/**
 * Returns the days in the list: those with sessions or with unusual opening hours, excluding past
 * days of the current week.
 */
function daysListed({ monday, today, rows, hours }: Omit<WeekProps, "now">): string[] {
  const isThisWeek = today <= addDays(monday, 6);
  const withRows = new Set(rows.map(({ start }) => localDate(new Date(start))));
  return hours
    .filter(({ day, name }) => (withRows.has(day) || name) && (!isThisWeek || day >= today))
    .map(({ day }) => day);
}

/** The week view for wide screens, with seven days side by side. */
function WeekGrid({ monday, today, rows, hours, now }: WeekProps) {
  const shown = hoursShown(rows, usualHours);
  const span = Array.from({ length: shown.to - shown.from }, (_, index) => shown.from + index);
  const { hour, minute } = localParts(now);
  const at = hour + minute / 60 - shown.from;
  const isNow = monday <= today && today <= addDays(monday, 6) && at > 0 && at < span.length;
  const nowLine = { "--at": at };
  const days = weekOf(monday, rows);
  const hourPx = hourHeight(
    days.flatMap(({ blocks }) => blocks),
    { usual: usualHour, line: crowdLine },
  );
  return (
    <section
      className="week-grid"
      aria-label={say("schedule.grid")}
      style={{ "--hours": span.length, "--hour": `${hourPx}px` }}
    >
      <span className="corner" />
      {days.map(({ day }) => (
        <header key={day} className={day === today ? "today" : ""}>
          <b>{Number(day.slice(8))}</b>
          <span>
            <span className="whole">{capitalized(weekday(day))}</span>
            <span className="short" aria-hidden="true">
              {weekdayShort(day)}
            </span>
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
          <span key={each} style={{ "--at": each - shown.from }}>
            {each}:00
          </span>
        ))}
        {isNow && (
          <div className="now-line" style={nowLine}>
            <span>{time(now)}</span>
          </div>
        )}
      </div>
      {days.map(({ day, blocks }) => {
        const own = hours.find((other) => other.day === day);
        return (
          <ul key={day} className={`week-day ${day === today ? "today" : ""}`} aria-label={dayLong(day)}>
            {isNow && (
              <li className="now-line" style={{ ...nowLine, height: 0, left: 0, width: "100%" }} aria-hidden="true" />
            )}
            {own && <Closed hours={own} shown={shown} blocks={blocks} isPast={day < today} />}
            {blocks.map(({ item, from, to, crowd }) => {
              // Columns within a day would be too narrow for text, so overlapping sessions are
              // stacked vertically within their common hours.
              const share = (crowd.to - crowd.from) / crowd.size;
              const isCrowd = crowd.size > 1;
              const top = isCrowd ? crowd.from + crowd.index * share : from;
              const hours = isCrowd ? share : to - from;
              return (
                <li key={item.id} style={{ "--from": top - shown.from, "--to": top + hours - shown.from }}>
                  <SessionBlock row={item} lines={linesIn(hours * hourPx)} />
                </li>
              );
            })}
          </ul>
        );
      })}
    </section>
  );
}

type ClosedProps = {
  hours: DayHours;
  shown: { from: number; to: number };
  blocks: readonly Block<Row>[];
  isPast: boolean;
};

/**
 * Hatches the hours when the gym is closed, and adds a label with the unusual hours of the day
 * where it covers no session.
 */
function Closed({ hours, shown, blocks, isPast }: ClosedProps) {
  const stretches = closedStretches(shown, hours);
  const said = wordsOfDay(hours, isPast);
  const place = (from: number, to: number) => ({ "--from": from - shown.from, "--to": to - shown.from });
  const plate = said && freeHourIn("closed" in hours ? shown : (stretches[0] ?? shown), blocks);
  return (
    <>
      {stretches.map(({ from, to }) => (
        <li key={from} className="outside hatched" style={place(from, to)}>
          {!said && "open" in hours && (
            <span>
              {from === shown.from
                ? say("schedule.closed.until", { time: short(hours.open) })
                : say("schedule.closed.from", { time: short(hours.close) })}
            </span>
          )}
        </li>
      ))}
      {said && plate !== undefined && plate !== "" && (
        <li className="outside plate" style={place(plate, plate + 1)}>
          <span>{said}</span>
        </li>
      )}
    </>
  );
}

/** Returns the text for a day with unusual opening hours: "nedirbame · Kūčios". */
function wordsOfDay(hours: DayHours, isPast: boolean): string | undefined {
  const { name } = hours;
  if (!name) return undefined;
  if ("closed" in hours) return say("schedule.special.off", { name });
  const open = `${short(hours.open)}–${short(hours.close)}`;
  return say(isPast ? "schedule.special.past" : "schedule.special.short", { name, hours: open });
}

/** "08:00" → "8:00". */
const short = (wall: string) => wall.replace(/^0/, "");

const hueOf: Record<Category, string> = {
  firstTime: "pink",
  children: "yellow",
  trainings: "sky",
  ropes: "green",
  bouldering: "orange",
};

const usualHour = 72;
/** Minimum height of a session in an overlapping group, in pixels: a line of text plus the torn edges. */
const crowdLine = 30;
const lineHeight = 18;
/** Returns how many lines of text fit into a block of this height, between its torn edges. */
const linesIn = (heightPx: number) => Math.floor((heightPx - 18) / lineHeight);

/**
 * A session drawn on a piece of tape. If there is only one line, the `title` attribute has the full
 * name.
 */
function SessionBlock({ row, lines }: { row: Row; lines: number }) {
  const category = categoryOf(row.kind);
  const name = row.course ? `${row.title} (${say("schedule.course", row.course)})` : row.title;
  const words = (
    <>
      <CategoryIcon category={category} />
      <span className="when">
        {time(new Date(row.start))}
        <span className="till">–{time(new Date(row.end))}</span>
      </span>
      <b className="name">{name}</b>
      <span
        className={`state ${lines < 3 ? "visually-hidden" : ""} ${row.open === 1 || row.state !== "free" ? "font-bold" : ""}`}
      >
        {shortPlaces(row)}
      </span>
    </>
  );
  const shared = {
    className: `block ${hueOf[category]} ${lookOf[row.state]} ${lines < 2 ? "tight" : ""}`,
    title: name,
    style: { "--lines": Math.max(1, lines - 2) },
  };
  return !row.opens && (row.state === "free" || (row.state === "full" && row.waits)) ? (
    <a {...shared} href={row.href}>
      {words}
      {row.state === "full" && <span className="visually-hidden">{say("action.joinListShort")}</span>}
    </a>
  ) : (
    <div {...shared}>{words}</div>
  );
}

/** Only full sessions are pale; past or canceled sessions are outlined. */
const lookOf: Record<Row["state"], string> = {
  free: "",
  full: "full",
  started: "",
  closed: "",
  past: "over",
  canceled: "over canceled",
};

/** Returns the text about free places that fits one line of a narrow block. */
function shortPlaces(row: Row): string {
  if (row.opens && (row.state === "free" || row.state === "full")) {
    return say("season.begins.short", { day: dayShort(new Date(row.opens)) });
  }
  if (row.state === "free" || row.state === "full") return say("places.short", { count: Math.max(0, row.open) });
  if (row.state === "canceled" || row.state === "closed") return say(`schedule.short.${row.state}`);
  return placesOf(row).text;
}

/** The week view for phones, with days below one another; the current week begins with today. */
function WeekList({ monday, today, rows, hours, now, none }: WeekProps & { none: string }) {
  const days = daysListed({ monday, today, rows, hours });
  return (
    <section className="week-list pb-12" aria-label={say("schedule.list")}>
      <h2 className="visually-hidden">{say("schedule.list")}</h2>
      {days.length === 0 && <p className="py-8">{none}</p>}
      {days.map((day) => (
        <section key={day} id={day} className="pt-8">
          <h3 className="day-heading">{dayHeading(day, today)}</h3>
          <Special hours={hours.find((other) => other.day === day)} />
          <DayRows rows={rows.filter(({ start }) => localDate(new Date(start)) === day)} now={day === today && now} />
        </section>
      ))}
    </section>
  );
}

/**
 * The sessions of a day. Today's sessions are divided by the current time into those that have
 * begun and those still ahead.
 */
function DayRows({ rows, now }: { rows: readonly Row[]; now: Date | false }) {
  const ahead = rows.findIndex(({ start }) => !now || new Date(start) > now);
  const begun = ahead < 0 ? rows.length : ahead;
  const list = (part: readonly Row[]) =>
    part.length > 0 && (
      <ul className="rows">
        {part.map((row) => (
          <TimetableRow key={row.id} row={row} />
        ))}
      </ul>
    );
  return (
    <>
      {now && list(rows.slice(0, begun))}
      {now && (
        <p className="py-3">
          <Badge hue="orange">{say("schedule.now", { time: time(now) })}</Badge>
        </p>
      )}
      {list(now ? rows.slice(begun) : rows)}
    </>
  );
}

/** The unusual opening hours of a day. */
function Special({ hours }: { hours: DayHours | undefined }) {
  if (!hours?.name) return null;
  const { day, name } = hours;
  return (
    <p className="hatched p-4 font-bold">
      <span className="px-1">
        {"closed" in hours
          ? say("schedule.special.closed", { day: dayLong(day), name })
          : say("schedule.special.hours", {
              day: dayLong(day),
              name,
              hours: `${short(hours.open)}–${short(hours.close)}`,
            })}
      </span>
    </p>
  );
}
