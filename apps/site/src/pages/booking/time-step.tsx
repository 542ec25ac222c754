import { showPhone, telOf } from "@uola/browser/gym/tel.ts";
import { go } from "@uola/page-loader/browser/go.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import { SecondaryLink, TextButton, TextLink } from "@uola/ui/buttons.tsx";
import { DateStrip } from "@uola/ui/date-strip.tsx";
import { FilterSelect } from "@uola/ui/field.tsx";
import { Notice } from "@uola/ui/notice.tsx";
import { SeatsLegend } from "@uola/ui/seats.tsx";
import { addDays, dayHeading, dayLong, daysBetween, localDate, monthHeading } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { useState } from "react";
import { type BookingStep, bookingLink, bookingLinkTo } from "../../features/booking/address.ts";
import { beginsText } from "../../features/booking/booking-words.ts";
import { NoScript } from "../../features/booking/no-script.tsx";
import { daysFrom, listFrom, mustJoinWaitlist, nextFree, obstacle, type Time } from "../../features/booking/times.ts";
import type { Contact } from "../../features/contact.data.ts";
import { AppointmentTimes } from "./appointment-times.tsx";
import { CourseDates } from "./course-dates.tsx";
import type { Form } from "./form.ts";
import { stripDay } from "./strip-day.ts";
import { Summary, SummaryBar } from "./summary.tsx";
import { TimeRow } from "./time-row.tsx";

type Props = {
  place: BookingStep & { step: "time" };
  times: readonly Time[];
  now: Date;
  contact: Contact;
  form: Form;
  /** Id of the trainer requested in the URL, if any. */
  resource?: string | undefined;
  /** Loads the free times with a trainer, starting at the given moment. */
  findTimes: (from: Date) => Promise<void>;
};

const daysInStrip = 14;
const daysAhead = 56;
const rowsInList = 8;

/**
 * The step for choosing a day and a time: a strip of days, then the times of the chosen day and of
 * the next ones.
 */
export function TimeStep({ place, times, now, contact, form, resource, findTimes }: Props) {
  const { activity, lost } = place;
  const own = times.filter(({ activityId }) => activityId === activity.id);
  const course = own.find(({ lessons }) => lessons);
  const only = course && !obstacle(course, activity, now) ? course : undefined;
  const chosen = only ?? (lost ? undefined : place.time);
  return (
    <>
      <div className="page booking-columns grid gap-10 py-11">
        <div className="grid grid-cols-1 gap-8">
          <div className="notices grid gap-8">
            <NoScript contact={contact} />
            <Notice>
              {lost && (
                <>
                  <p>{lostText(place, now)}</p>
                  {place.time && mustJoinWaitlist(place.time, activity, 1, now) && (
                    <SecondaryLink className="mt-3" href={bookingLinkTo(activity, place.time, "wait")}>
                      {say("action.joinList")}
                    </SecondaryLink>
                  )}
                </>
              )}
            </Notice>
          </div>
          <About activity={activity} />
          {course ? (
            <CourseDates course={course} activity={activity} now={now} contact={contact} />
          ) : activity.kind === "APPOINTMENT" && activity.staff.length > 0 ? (
            <AppointmentTimes
              place={place}
              own={own}
              chosen={chosen}
              now={now}
              resource={resource}
              findTimes={findTimes}
            />
          ) : own.length > 0 ? (
            <Times place={place} own={own} chosen={chosen} now={now} resource={resource} />
          ) : (
            <NoTimes asks={activity.kind === "APPOINTMENT"} contact={contact} />
          )}
          {!course && own.length > 0 && (
            <p className="flex flex-wrap items-center gap-x-2">
              {say("booking.times.unfit")}
              <TextLink alone href={linkTo("/schedule/")}>
                {say("booking.times.schedule")}
              </TextLink>
              <a href={telOf(contact.phone)}>{say("booking.times.call", { phone: showPhone(contact.phone) })}</a>
            </p>
          )}
        </div>
        <Summary activity={activity} time={chosen} form={form} now={now} />
      </div>
      {chosen && <SummaryBar activity={activity} time={chosen} form={form} />}
    </>
  );
}

/** The description of the activity and its conditions for participants, shown before a time is chosen. */
function About({ activity: { description, conditions } }: Pick<BookingStep & { step: "time" }, "activity">) {
  if (!description && !conditions) return null;
  return (
    <div className="grid max-w-[62ch] gap-2">
      {description && <p>{description}</p>}
      {conditions && <p className="small font-semibold">{conditions}</p>}
    </div>
  );
}

function lostText({ lost, time, activity }: Props["place"], now: Date): string {
  if (lost === "gone" || !time) return say("booking.times.lost.gone");
  const blocked = obstacle(time, activity, now);
  if (blocked === "unopened") return `${beginsText(activity, now)}.`;
  return say(blocked === "full" ? "booking.times.lost.taken" : "booking.times.lost.closed");
}

type TimesProps = { place: Props["place"]; own: readonly Time[]; chosen: Time | undefined; now: Date } & Pick<
  Props,
  "resource"
>;

function Times({ place: { activity, day }, own, chosen, now, resource }: TimesProps) {
  const today = localDate(now);
  const [page, setPage] = useState(() => Math.floor(Math.max(0, daysBetween(today, day)) / daysInStrip));
  const [trainer, setTrainer] = useState(() => nameIn(own, resource));
  const trainers = [...new Set(own.flatMap(({ staff }) => staff))].sort((a, b) => a.localeCompare(b, "lt"));
  const fitting = trainer ? own.filter(({ staff }) => staff.includes(trainer)) : own;
  const first = addDays(today, page * daysInStrip);
  const list = listFrom(day, fitting, rowsInList);
  const toDay = (date: string) => go(bookingLink({ service: activity.slug, day: date }), { replace: true });
  const turn = (by: number) => setPage(page + by);
  return (
    <>
      <DateStrip
        heading={monthHeading(first)}
        days={daysFrom(first, daysInStrip, fitting).map((each) => stripDay(each, today))}
        value={day}
        onChange={toDay}
        earlier={{ label: say("day.earlier"), disabled: page === 0, onClick: () => turn(-1) }}
        later={{ label: say("day.later"), disabled: (page + 1) * daysInStrip >= daysAhead, onClick: () => turn(1) }}
      />
      {list.map(({ date, times }, index) => (
        <section key={date} aria-labelledby={`day-${date}`} className="grid">
          <div className="flex flex-wrap items-center justify-between gap-3 pb-3">
            <h2 id={`day-${date}`} className="title">
              {dayHeading(date, today)}
            </h2>
            {index === 0 && trainers.length > 1 && (
              <FilterSelect
                label={say("booking.times.trainer.all")}
                value={trainer}
                onChange={(event) => setTrainer(event.target.value)}
                options={trainers.map((name) => ({ value: name, label: name }))}
              />
            )}
          </div>
          {index === 0 && times.length > 0 && (
            <SeatsLegend taken={say("places.legendTaken")} free={say("places.legendFree")} />
          )}
          <div className="rule mt-3">
            {times.length === 0 && <Nothing activity={activity} fitting={fitting} day={date} />}
            <ul className="rows">
              {times.map((time) => (
                <TimeRow
                  key={time.id}
                  time={time}
                  activity={activity}
                  chosen={time.id === chosen?.id}
                  now={now}
                  nextFree={index === 0 ? nextFree(fitting, time.end) : undefined}
                />
              ))}
            </ul>
          </div>
        </section>
      ))}
      {trainer && (
        <TextButton className="justify-self-start" onClick={() => setTrainer("")}>
          {say("action.clearFilters")}
        </TextButton>
      )}
    </>
  );
}

const nameIn = (times: readonly Time[], id: string | undefined): string => {
  const led = id === undefined ? undefined : times.find(({ staffIds }) => staffIds?.includes(id));
  return led?.staff[led.staffIds?.indexOf(id as string) ?? 0] ?? "";
};

/** Shown for a day without times; offers the next day that has free places. */
function Nothing({
  activity,
  fitting,
  day,
}: {
  activity: Props["place"]["activity"];
  fitting: readonly Time[];
  day: string;
}) {
  const next = nextFree(fitting, day);
  return (
    <div className="py-6">
      <p>{say("booking.times.empty")}</p>
      {next && (
        <TextLink alone href={bookingLink({ service: activity.slug, day: localDate(new Date(next.start)) })}>
          {say("booking.times.nextDay", { day: dayLong(new Date(next.start)) })}
        </TextLink>
      )}
    </div>
  );
}

function NoTimes({ asks, contact }: { asks: boolean; contact: Contact }) {
  const phone = showPhone(contact.phone);
  return (
    <div className="rule pt-6">
      <h2 className="title">{say(asks ? "booking.times.ask" : "booking.times.none")}</h2>
      <p className="mt-2">{asks ? say("booking.times.ask.do", { phone }) : say("booking.times.none.do", { phone })}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <SecondaryLink href={telOf(contact.phone)}>{say("booking.times.call.name", { phone })}</SecondaryLink>
        <SecondaryLink href={bookingLink({})}>{say("booking.activity.change")}</SecondaryLink>
      </div>
    </div>
  );
}
