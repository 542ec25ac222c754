import { signs } from "@uola/art";
import { categoryOf } from "@uola/browser/gym/category.ts";
import { telOf } from "@uola/browser/gym/tel.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { PrimaryLink, TextLink } from "@uola/ui/buttons.tsx";
import { Headline } from "@uola/ui/headline.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { Seats } from "@uola/ui/seats.tsx";
import { PlacesText } from "@uola/ui/session-row.tsx";
import { StickyBar } from "@uola/ui/sticky-bar.tsx";
import { Ticket } from "@uola/ui/ticket.tsx";
import { dayLong, duration, money, timeRange } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { bookingLink } from "../../features/booking/address.ts";
import { momentOf } from "../../features/booking/booking-words.ts";
import { agesOf, costOf, groupAction, placesIn, spanOf } from "../../features/group-words.ts";
import type { Group } from "../../features/groups.ts";
import { linesOf } from "../../features/lines.ts";
import { placesOf } from "../../features/places.ts";
import { Questions } from "../../features/questions.tsx";
import { ServicePicture } from "../../features/service-picture.tsx";
import type { Row } from "../../features/timetable.ts";
import type { ServiceData } from "./service-data.ts";

export const head = ({ data: { group, description, summary } }: PageProps<ServiceData>): Head => ({
  title: group.name,
  description: description || group.tagLine || summary,
});

/** The page of one service: target group, dates, price and a booking link. Works without scripts. */
export default function ServicePage({ data }: PageProps<ServiceData>) {
  const { isCourse, appointment, group, pictures, dates, variants } = data;
  const { course } = group;
  const { shape, hue } = signs[categoryOf(group.kind)];
  const art = hue === "ink" || hue === "chalk" ? undefined : { shape, hue };
  const [picture] = pictures;
  const facts = factsIn(data);
  const action = <CallToAction data={data} />;
  return (
    <main id="content">
      <PageHeader title={group.name} {...(art && { art })} hues={["yellow", "green", "pink"]} small="lines">
        <p className="lead mt-6">{group.tagLine}</p>
      </PageHeader>
      <div className="page section booking-columns grid gap-12">
        <div className="grid max-w-[760px] content-start gap-12">
          <div className="grid gap-6">
            {data.description && <p className="lead">{data.description}</p>}
            {picture && <ServicePicture picture={picture} sizes="(min-width: 80rem) 760px, 92vw" eager />}
          </div>
          <section className="rule grid gap-3 pt-5" aria-labelledby="before">
            <h2 id="before" className="title">
              {say("course.before")}
            </h2>
            <dl className="grid">
              <Fact
                name={say("course.prerequisite")}
                text={data.prerequisite || (isCourse ? say("course.prerequisite.none") : "")}
              />
              <Fact name={say("course.bring")} text={data.bring} />
              <Fact name={say("course.conditions")} text={data.conditions} />
              <Fact name={say("course.cancel")} text={data.cancelRule} />
              <Fact name={say("course.payment")} text={data.payment} />
            </dl>
            {data.preparesForTest && (
              <TextLink onwards href={linkTo("/booking/test/")}>
                {say("courses.test")}
              </TextLink>
            )}
          </section>
          {!appointment && (
            <section className="grid gap-3" aria-labelledby="dates">
              <Headline id="dates" hues={["orange", "sky", "green"]}>
                {say(course ? "course.dates" : "course.times")}
              </Headline>
              {dates.length === 0 && <p>{say(course ? "booking.course.undated.said" : "course.times.none")}</p>}
              <Dates rows={dates} isCourse={course !== null} />
            </section>
          )}
          {variants.length > 0 && (
            <section className="grid gap-3" aria-labelledby="prices">
              <h2 id="prices" className="title">
                {say("course.prices")}
              </h2>
              <dl className="rule">
                {variants.map(({ key, label, cents }) => (
                  <div key={key} className="flex justify-between gap-6 border-b border-rule py-3">
                    <dt>{label}</dt>
                    <dd className="font-bold">{money(cents)}</dd>
                  </div>
                ))}
              </dl>
            </section>
          )}
        </div>
        <div className="max-xl:order-first xl:self-stretch">
          <Ticket
            title={say(isCourse ? "course.ticket" : "service.ticket")}
            facts={facts}
            total={{
              label: say("private.price"),
              amount: costOf(group),
              detail: priceDetail(data),
            }}
            action={action}
            print={<p>{data.cancelRule}</p>}
            stays
          >
            <Places group={group} />
          </Ticket>
        </div>
      </div>
      <Questions questions={data.questions} />
      <p className="page pb-16">
        <TextLink alone href={linkTo(isCourse ? "/courses/" : "/booking/")}>
          {say(isCourse ? "course.others" : "service.others")}
        </TextLink>
      </p>
      <StickyBar until="ticket" action={<CallToAction data={data} small />}>
        <p>{group.name}</p>
        <p>{[costOf(group), placesLine(group)].filter(Boolean).join(" · ")}</p>
      </StickyBar>
    </main>
  );
}

/** Returns the unit of the price; empty for a free service and for a price given as text. */
function priceDetail({ group: { cents, course }, appointment }: ServiceData): string {
  if (!cents) return "";
  if (course?.share) return say("course.price.share", course.share);
  if (course) return say("course.price.whole");
  return say(appointment?.perPerson ? "course.price.person" : "course.price.each");
}

/** The main call to action: register, join the waiting list, or call. */
function CallToAction({ data, small = false }: { data: ServiceData; small?: boolean }) {
  const { group, appointment, contact } = data;
  const { course, slug, times } = group;
  const opens = course ? course.opens : times[0]?.opens;
  if (opens) return <p className="font-bold">{say("season.begins", { day: momentOf(new Date(opens)) })}</p>;
  const hasTimes = course !== null || times.length > 0 || (appointment !== null && data.bookable);
  const look = small ? { small } : { wide: true as const, icon: "right" as const };
  const bookable = course
    ? groupAction(course, true)
    : { href: bookingLink({ service: slug }), label: say("course.time") };
  if (!bookable || !hasTimes) {
    return (
      <PrimaryLink {...look} href={telOf(contact.phone)}>
        {say("course.call")}
      </PrimaryLink>
    );
  }
  return (
    <PrimaryLink {...look} href={bookable.href}>
      {bookable.label}
    </PrimaryLink>
  );
}

/** A row of the fact table, omitted if empty; several lines become a list. */
function Fact({ name, text }: { name: string; text: string }) {
  if (!text) return null;
  return (
    <div className="grid gap-x-6 border-b border-rule py-4 md:grid-cols-[200px_1fr]">
      <dt className="font-bold">{name}</dt>
      <dd>
        {linesOf(text).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </dd>
    </div>
  );
}

function Places({ group: { course, times } }: { group: Group }) {
  const offered = course ?? times[0];
  if (!course || !offered) return null;
  return <Seats taken={offered.total - offered.open} total={offered.total} {...placesIn(offered, true)} />;
}

const placesLine = ({ course }: Group) => course && placesIn(course, true).text;

/**
 * All dates of the service. For a service booked by session, each date has its own places and
 * booking link.
 */
function Dates({ rows, isCourse }: { rows: readonly Row[]; isCourse: boolean }) {
  return (
    <ol className="rule">
      {rows.map((row) => {
        const places = placesOf(row);
        const way = isCourse ? undefined : groupAction(row, false);
        return (
          <li
            key={row.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 border-b border-rule py-3 md:grid-cols-[minmax(0,1fr)_130px_170px_110px]"
          >
            <span className="first-letter:uppercase">{dayLong(new Date(row.start))}</span>
            <strong className="text-right md:text-left">{timeRange(new Date(row.start), new Date(row.end))}</strong>
            {!isCourse && <PlacesText {...places} />}
            {way && (
              <TextLink alone href={way.href} about={dayLong(new Date(row.start))} className="justify-self-end">
                {way.label}
              </TextLink>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function factsIn({ group, dates, appointment }: ServiceData): { name: string; value: string }[] {
  const { course } = group;
  const staff = appointment?.staff ?? group.staff;
  const [first] = dates;
  const minutes = first && Math.round((Date.parse(first.end) - Date.parse(first.start)) / 60_000);
  const lengths = appointment?.minutes ?? (minutes ? [minutes] : []);
  const length = lengths.map((each) => duration(each)).join(", ");
  const sessions = course && course.lessons > 0 ? say("booking.course.sessions", { count: course.lessons }) : "";
  return [
    ...(course ? [{ name: say("booking.ticket.dates"), value: spanOf(course) }] : []),
    { name: say("private.duration"), value: [sessions, length].filter(Boolean).join(" · ") },
    { name: say("course.ages"), value: agesOf(group) },
    { name: say("booking.ticket.trainer"), value: staff.join(", ") },
  ].filter(({ value }) => value !== "");
}
