import { categoryOf } from "@uola/browser/gym/category.ts";
import type { Business } from "@uola/contract";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { useApp } from "@uola/page-loader/tree.tsx";
import { Badge, CategoryBadge } from "@uola/ui/badge.tsx";
import { PrimaryLink, TextLink } from "@uola/ui/buttons.tsx";
import { CategoryCard } from "@uola/ui/category-card.tsx";
import { Hero } from "@uola/ui/hero.tsx";
import { PriceFigure } from "@uola/ui/price-figure.tsx";
import { SectionHead } from "@uola/ui/section-head.tsx";
import { StickyBar } from "@uola/ui/sticky-bar.tsx";
import { Voucher } from "@uola/ui/voucher.tsx";
import { dayAccusative, dayHeading, localDate, localParts, price, time } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { DayList } from "../../features/day-list.tsx";
import { hoursOn, openNow, openSentence } from "../../features/hours.ts";
import { News } from "../../features/news.tsx";
import { placesOf } from "../../features/places.ts";
import { Questions } from "../../features/questions.tsx";
import { SeasonBanner } from "../../features/season-banner.tsx";
import { goodUntil } from "../gift/gift-rules.ts";
import type { HomeData } from "./home.data.ts";
import { crowdLevelAt } from "./occupancy.ts";

/** Cards that link to the main pages, each with an inviting text. */
const cards = [
  { category: "firstTime", text: "doorFirstTime", path: "/first-time/" },
  { category: "children", text: "doorChildren", path: "/kids/" },
  { category: "trainings", text: "doorTrainings", path: "/train/" },
] as const;

export const head = ({ data: { texts } }: PageProps<HomeData>): Head => ({
  title: texts.title,
  description: texts.description,
});

export default function Home({ data, now }: PageProps<HomeData>) {
  const { texts } = data;
  return (
    <main id="content">
      <Hero title={texts.hero} lead={texts.lead} stair={data.stair}>
        <PrimaryLink icon="right" href={linkTo("/booking/")}>
          {say("action.book")}
        </PrimaryLink>
        <TextLink alone href={linkTo("/first-time/")}>
          {say("home.firstTime")}
        </TextLink>
      </Hero>
      <Today
        people={data.people}
        today={data.today}
        hours={data.hours}
        now={now}
        below={data.stair === "none" ? "pt-12" : "after-hero"}
      />
      {data.campaign && <SeasonBanner campaign={data.campaign} now={now} />}
      <div className="category-cards">
        {cards.map(({ category, text, path }) => {
          const offered = data.doors[category];
          return (
            <CategoryCard
              key={category}
              category={category}
              title={offered?.name ?? say(`category.${category}`)}
              text={texts[text]}
              link={{ href: linkTo(path), label: say(`home.door.${category}.do`) }}
              price={offered && say(`home.door.${category}.price`, { price: price(offered.cents) })}
            />
          );
        })}
      </div>
      <Next rows={data.next} texts={texts} now={now} />
      {data.courses.length > 0 && <Courses courses={data.courses} lead={texts.coursesLead} />}
      {data.prices.length > 0 && <Prices prices={data.prices} vat={texts.vat} />}
      <Gift lead={texts.giftLead} now={now} />
      <News news={data.news} />
      <Questions questions={data.questions} />
      <StickyBar
        action={
          <PrimaryLink small href={linkTo("/booking/")}>
            {say("action.book")}
          </PrimaryLink>
        }
      >
        <OpenLine hours={data.hours} now={now} />
      </StickyBar>
    </main>
  );
}

/** Value of the voucher in the drawing, in cents. */
const giftCents = 5000;

type Hours = Pick<Business, "openingHours" | "specialHours">;

function OpenLine({ hours, now }: { hours: Hours; now: Date }) {
  const state = openNow(hours, now);
  if (state.state === "open") return <p>{say("hours.openUntil", { time: time(state.closes) })}</p>;
  return <p>{openSentence(hours, now) ?? say("home.hours.closedWord")}</p>;
}

/**
 * Today's opening hours and how busy the sessions are. Paper-coloured in both themes, as one poster
 * with the hero.
 */
type TodayProps = { people: number; today: HomeData["today"]; hours: Hours; now: Date; below: string };
function Today({ people, today, hours: business, now, below }: TodayProps) {
  const hours = hoursOn(business, localDate(now));
  const isOpen = openNow(business, now).state === "open";
  const sentence = openSentence(business, now);
  return (
    <section className={`poster ${below} page pb-12`}>
      <div className="grid gap-x-12 gap-y-8 md:grid-cols-2 lg:grid-cols-[324px_277px_minmax(0,400px)]">
        <div>
          <h2 className="small font-bold">{say("home.today", { day: dayAccusative(now) })}</h2>
          <p className="display figure text-[56px]/[1.12] lg:text-[64px]/[1.12]">
            {"open" in hours ? `${short(hours.open)}–${short(hours.close)}` : say("home.hours.closedWord")}
          </p>
          {sentence && <p className="text-muted small">{sentence}</p>}
          {hours.name && <p className="small font-bold">{hours.name}</p>}
        </div>
        <div>
          <h2 className="small font-bold">{say("home.sessions.heading")}</h2>
          <Busy today={today} people={people} hourNow={isOpen ? localParts(now).hour : undefined} />
        </div>
        {people > 0 && <HourPebbles today={today} hourNow={localParts(now).hour} />}
      </div>
    </section>
  );
}

const crowdHues = { calm: "green", medium: "yellow", full: "orange" } as const;

/** `hourNow` is undefined while the gym is closed. */
type BusyProps = { today: HomeData["today"]; people: number; hourNow: number | undefined };
function Busy({ today, people, hourNow }: BusyProps) {
  if (today.length === 0) return <p className="text-muted small mt-2">{say("home.sessions.none")}</p>;
  const busiest = today.reduce((most, hour) => (hour.people > most.people ? hour : most));
  return (
    <>
      <p className="display figure text-[56px]/[1.12] lg:text-[64px]/[1.12]">
        {say("home.sessions.count", { count: people })}
      </p>
      <p className="text-muted small">{say("home.sessions.busiest", { hour: busiest.hour })}</p>
      {hourNow !== undefined && (
        <p className="mt-3">
          <Badge hue={crowdHues[crowdLevelAt(hourNow, today)]}>
            {say(`home.crowd.${crowdLevelAt(hourNow, today)}`)}
          </Badge>
        </p>
      )}
    </>
  );
}

/** A chart with a stack of pebbles for each hour; the adjacent text carries the same information. */
function HourPebbles({ today, hourNow }: { today: HomeData["today"]; hourNow: number }) {
  const first = Math.min(...today.map(({ hour }) => hour));
  const last = Math.max(...today.map(({ hour }) => hour));
  const tallest = Math.max(...today.map(({ people }) => people));
  const each = Math.max(1, Math.ceil(tallest / 7));
  const columns = Array.from({ length: last - first + 1 }, (_, index) => {
    const hour = first + index;
    return { hour, people: today.find((other) => other.hour === hour)?.people ?? 0 };
  });
  return (
    <figure className="hour-pebbles" aria-label={say("home.sessions.chart")}>
      <ol style={{ "--columns": columns.length }}>
        {columns.map(({ hour, people }) => (
          <li key={hour} className={hour < hourNow ? "was" : hour === hourNow ? "now" : "later"}>
            <span className="visually-hidden">{say("home.sessions.atHour", { hour, people })}</span>
            <span aria-hidden="true" className="stack">
              {Array.from({ length: Math.ceil(people / each) }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: pebbles are alike
                <i key={index} />
              ))}
            </span>
            <b aria-hidden="true">{(hour - first) % 2 === 0 || hour === hourNow ? hour : ""}</b>
          </li>
        ))}
      </ol>
      <figcaption className="legend" aria-hidden="true">
        <span className="was">
          <i /> {say("home.sessions.was")}
        </span>
        <span className="now">
          <i /> {say("home.sessions.now")}
        </span>
        <span className="later">
          <i /> {say("home.sessions.later")}
        </span>
      </figcaption>
    </figure>
  );
}

function Next({ rows, texts, now }: { rows: HomeData["next"]; texts: HomeData["texts"]; now: Date }) {
  const today = localDate(now);
  const categories = new Map(rows.map(({ category, kind }) => [category, kind]));
  return (
    <section className="page section columns">
      <SectionHead hues={["orange", "orange", "green"]} title={say("home.next")}>
        <p>{texts.nextHint}</p>
        <p className="flex flex-wrap gap-3">
          {[...categories].map(([name, kind]) => (
            <CategoryBadge key={name} category={categoryOf(kind)}>
              {name}
            </CategoryBadge>
          ))}
        </p>
        <p>
          <TextLink alone href={linkTo("/schedule/")}>
            {say("home.next.all")}
          </TextLink>
        </p>
      </SectionHead>
      <div className="grid gap-10">
        {rows.length === 0 && <p>{texts.nextNone}</p>}
        <DayList rows={rows} dayName={(day) => dayHeading(day, today)} />
      </div>
    </section>
  );
}

function Courses({ courses, lead }: { courses: HomeData["courses"]; lead: string }) {
  return (
    <section className="on-ink contoured page section columns">
      <SectionHead title={say("home.courses")}>
        <p className="lead">{lead}</p>
      </SectionHead>
      <ul className="rule rows">
        {courses.map((course) => (
          <li
            key={course.href}
            data-row
            className="grid items-center gap-x-8 gap-y-2 border-b border-rule py-4 @min-[620px]:py-6 @min-[620px]:grid-cols-[minmax(14ch,1fr)_auto_auto]"
          >
            <div>
              <h3 className="title">{course.title}</h3>
              <p className="text-muted">
                {course.tagLine} · {say("home.sessions.word", { count: course.lessons })}
              </p>
              <p className="font-bold">{say("home.courses.begins", { day: dayAccusative(new Date(course.first)) })}</p>
            </div>
            <div>
              <p className="display figure text-[40px]/[1.1]">{course.cents === null ? "" : price(course.cents)}</p>
              <p className="small text-muted">
                {placesOf({ state: course.open > 0 ? "free" : "full", open: course.open, opens: course.opens }).text}
              </p>
            </div>
            {course.open > 0 && !course.opens && (
              <PrimaryLink about={course.title} small icon="right" href={course.href}>
                {say("action.register")}
              </PrimaryLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Prices({ prices, vat }: { prices: HomeData["prices"]; vat: string }) {
  return (
    <section id="kainos" className="page section columns">
      <SectionHead title={say("home.prices")}>
        <p className="text-muted">{vat}</p>
        <p>
          <TextLink alone href={linkTo("/prices/")}>
            {say("home.prices.more")}
          </TextLink>
        </p>
        <p>
          <TextLink alone href={linkTo("/booking/private/?kind=school#chosen")}>
            {say("private.groups.link")}
          </TextLink>
        </p>
      </SectionHead>
      <div className="rows">
        <dl className="prices rule">
          {prices.map(({ name, cents, from, note }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {from && <small>{say("home.prices.from")} </small>}
                <PriceFigure>{price(cents)}</PriceFigure>
              </dd>
              <dd className="text-muted small">{note}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

/** The section about gift vouchers, with a preview of one. */
function Gift({ lead, now }: { lead: string; now: Date }) {
  const { name: gym } = useApp();
  const until = say("gift.until.said", { day: goodUntil(now) });
  return (
    <section className="on-hue orange page section columns print:hidden" aria-labelledby="gift">
      <SectionHead id="gift" hues={["yellow", "pink", "sky"]} title={say("home.gift")}>
        <p className="lead">{lead}</p>
        <p>
          <TextLink onwards href={linkTo("/gift/")}>
            {say("gift.make")}
          </TextLink>
        </p>
      </SectionHead>
      <div className="max-w-[560px]">
        <Voucher
          drawing="stair"
          worth={price(giftCents)}
          name={say("gift.you")}
          words={{ gym, title: say("gift.voucher"), greeting: "", to: "", from: "", until }}
        />
      </div>
    </section>
  );
}

/** "08:00" → "8:00". */
const short = (wall: string) => wall.replace(/^0/, "");
