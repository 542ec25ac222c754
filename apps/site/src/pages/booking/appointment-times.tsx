import { go } from "@uola/page-loader/browser/go.ts";
import { SecondaryLink, TextLink } from "@uola/ui/buttons.tsx";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { DateStrip } from "@uola/ui/date-strip.tsx";
import {
  addDays,
  time as clock,
  dayAccusative,
  dayHeading,
  dayLong,
  daysBetween,
  duration,
  instantOf,
  localDate,
  monthHeading,
} from "@uola/words/formats";
import { say } from "@uola/words/site";
import { useEffect, useEffectEvent, useState } from "react";
import { type BookingStep, bookingLink, bookingLinkTo } from "../../features/booking/address.ts";
import { eachStart, fortnight } from "../../features/booking/free-times.ts";
import { daysFrom, minutesBetween, nextFree, obstacle, type Time } from "../../features/booking/times.ts";
import { stripDay } from "./strip-day.ts";

type Props = {
  place: BookingStep & { step: "time" };
  own: readonly Time[];
  chosen: Time | undefined;
  now: Date;
  resource: string | undefined;
  /** Loads the free times of 14 days, starting at the given moment. */
  findTimes: (from: Date) => Promise<void>;
};

const daysAhead = 56;

/**
 * Lets the visitor choose a trainer, a duration and a day, and then shows the free start times:
 * this needs only a few taps and no calendar.
 */
export function AppointmentTimes({ place: { activity, day }, own, chosen, now, resource, findTimes }: Props) {
  const today = localDate(now);
  const [trainer, setTrainer] = useState(activity.staff.find(({ id }) => id === resource)?.id ?? "");
  const [minutes, setMinutes] = useState(activity.durations[0] ?? 0);
  const [page, setPage] = useState(() => Math.floor(Math.max(0, daysBetween(today, day)) / fortnight));
  const [looked, setLooked] = useState<ReadonlySet<number>>(() => new Set([0]));
  const first = addDays(today, page * fortnight);
  const free = own.filter((time) => !obstacle(time, activity, now));
  const several = activity.durations.length > 1;
  const fitting = free.filter(
    (time) => (!trainer || time.trainer?.id === trainer) && (!several || minutesBetween(time) === minutes),
  );
  const times = eachStart(fitting.filter(({ start }) => localDate(new Date(start)) === day));
  const next = nextFree(fitting, instantOf(addDays(day, 1)).toISOString()) ?? nextFree(fitting, now.toISOString());
  const toDay = (date: string) => go(bookingLink({ service: activity.slug, day: date }), { replace: true });

  const isLooked = looked.has(page);
  const lookThere = useEffectEvent(async () => {
    await findTimes(instantOf(first));
    setLooked((before) => new Set([...before, page]));
  });
  useEffect(() => {
    if (!isLooked) void lookThere();
  }, [isLooked]);

  return (
    <>
      {activity.staff.length > 1 && (
        <RadioGroup
          shown
          legend={say("booking.trainer")}
          name="trainer"
          value={trainer}
          onChange={setTrainer}
          choices={[
            { value: "", label: say("booking.trainer.any") },
            ...activity.staff.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      {several && (
        <RadioGroup
          shown
          legend={say("booking.duration")}
          name="minutes"
          value={String(minutes)}
          onChange={(value) => setMinutes(Number(value))}
          choices={activity.durations.map((each) => ({ value: String(each), label: duration(each) }))}
        />
      )}
      <DateStrip
        heading={monthHeading(first)}
        days={daysFrom(first, fortnight, eachStart(fitting)).map((each) => stripDay(each, today))}
        value={day}
        onChange={toDay}
        earlier={{ label: say("day.earlier"), disabled: page === 0, onClick: () => setPage(page - 1) }}
        later={{
          label: say("day.later"),
          disabled: (page + 1) * fortnight >= daysAhead,
          onClick: () => setPage(page + 1),
        }}
      />
      <section aria-labelledby="free-times" className="grid gap-4" aria-busy={!isLooked}>
        <h2 id="free-times" className="title rule pt-5">
          {dayHeading(day, today)}
        </h2>
        {times.length === 0 ? (
          <div>
            <p role="status">{say(isLooked ? "booking.appointment.none" : "booking.appointment.looking")}</p>
            {isLooked && next && (
              <TextLink alone href={bookingLink({ service: activity.slug, day: localDate(new Date(next.start)) })}>
                {say("booking.appointment.nextDay", { day: dayLong(new Date(next.start)) })}
              </TextLink>
            )}
          </div>
        ) : (
          <ul className="flex flex-wrap gap-3">
            {times.map((time) => (
              <li key={time.id}>
                <Start time={time} activity={activity} chosen={chosen?.start === time.start} />
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

function Start({ time, activity, chosen }: { time: Time; activity: Props["place"]["activity"]; chosen: boolean }) {
  const start = new Date(time.start);
  const href = bookingLinkTo(activity, time, "time");
  return (
    <SecondaryLink
      href={href}
      chosen={chosen}
      className="min-w-[132px]"
      aria-current={chosen || undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        go(href, { replace: true });
      }}
    >
      {clock(start)}
      <span className="visually-hidden">
        , {dayAccusative(start)}, {time.staff.join(", ")}
      </span>
    </SecondaryLink>
  );
}
