import { showPhone, telOf } from "@uola/browser/gym/tel.ts";
import { PrimaryLink, TextLink } from "@uola/ui/buttons.tsx";
import { PriceFigure } from "@uola/ui/price-figure.tsx";
import { Seats } from "@uola/ui/seats.tsx";
import { dayShort } from "@uola/words/formats";
import { say } from "@uola/words/site";
import type { ReactNode } from "react";
import { agesOf, costOf, dayOf, groupAction, placesIn, spanOf } from "./group-words.ts";
import type { Group, GroupTime, WholeCourse } from "./groups.ts";

type GroupRowProps = {
  group: Group;
  /** The illustration in front of the name. */
  art?: ReactNode;
  /** A link to more information. */
  more?: { href: string; label: string };
};

/**
 * A group with its times, the number of places left and a link to book it; used inside `<ul
 * class="rule rows">`.
 */
export function GroupRow({ group, art, more }: GroupRowProps) {
  const { name, tagLine, staff, times, course } = group;
  const detail = tagLine || agesOf(group);
  return (
    <li className="grid gap-x-8 gap-y-5 border-b border-rule py-7 @min-[820px]:grid-cols-[minmax(0,1fr)_minmax(0,1.35fr)_150px]">
      <div className="flex gap-4">
        {art}
        <div className="min-w-0">
          <h3 className="display text-[25px]/[1.1] @min-[420px]:text-[32px]">{name}</h3>
          <p className="text-muted">{detail}</p>
          {staff.length > 0 && (
            <p className="small text-muted">{say("booking.times.with", { names: staff.join(", ") })}</p>
          )}
          {more && (
            <TextLink alone href={more.href} about={name}>
              {more.label}
            </TextLink>
          )}
        </div>
      </div>
      {course ? (
        <Course course={course} times={times} name={name} />
      ) : (
        <ul className="grid content-start gap-5">
          {times.length === 0 && <li>{say("group.none")}</li>}
          {times.map((time) => (
            <Time key={`${time.weekday} ${time.next}`} time={time} name={name} />
          ))}
        </ul>
      )}
      <p className={`@min-[820px]:text-right ${group.cents ? "[&_.price]:text-[56px]" : "[&_.price]:text-[28px]"}`}>
        <PriceFigure>{costOf(group)}</PriceFigure>
        {group.cents ? (
          <span className="small block text-muted">{say(course ? "group.price.course" : "group.price.session")}</span>
        ) : null}
      </p>
    </li>
  );
}

function Time({ time, name }: { time: GroupTime; name: string }) {
  const day = dayOf(time);
  return (
    <li data-row className="grid gap-1">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span>{day}</span>
        <Hours {...time} />
      </p>
      {time.weekly && <p className="small text-muted">{say("group.next", { day: dayShort(new Date(time.next)) })}</p>}
      <Offered offered={time} about={`${name}, ${day} ${time.start}`} isCourse={false} />
    </li>
  );
}

function Course({ course, times, name }: { course: WholeCourse; times: readonly GroupTime[]; name: string }) {
  return (
    <div className="grid content-start gap-2">
      {times.map((time) => (
        <p key={`${time.weekday} ${time.start}`} className="flex flex-wrap items-baseline gap-x-3">
          <span>{dayOf(time)}</span>
          <Hours {...time} />
        </p>
      ))}
      <p className="small text-muted">{spanOf(course)}</p>
      <Offered offered={course} about={name} isCourse />
    </div>
  );
}

const Hours = ({ start, end }: Pick<GroupTime, "start" | "end">) => (
  <span className="display figure text-[26px]/[1.1]">
    {start}–{end}
  </span>
);

/** Shown if there are no groups at all; explains how to ask about future groups. */
export const NoGroups = ({ phone }: { phone: string }) => (
  <div className="rule grid justify-items-start gap-3 pt-6">
    <p className="title">{say("group.empty")}</p>
    <p>{say("group.empty.do")}</p>
    <PrimaryLink href={telOf(phone)}>{say("booking.times.call.name", { phone: showPhone(phone) })}</PrimaryLink>
  </div>
);

/** The number of places left, and the action that is possible. */
function Offered({ offered, about, isCourse }: { offered: GroupTime | WholeCourse; about: string; isCourse: boolean }) {
  const way = groupAction(offered, isCourse);
  const isFree = offered.state === "free";
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <Seats taken={offered.total - offered.open} total={offered.total} {...placesIn(offered, isCourse)} />
      {way && isFree && (
        <PrimaryLink small href={way.href} about={about}>
          {way.label}
        </PrimaryLink>
      )}
      {way && !isFree && (
        <TextLink alone href={way.href} about={about}>
          {way.label}
        </TextLink>
      )}
    </div>
  );
}
