import { signs } from "@uola/art";
import { categoryOf } from "@uola/browser/gym/category.ts";
import { bookingCode } from "@uola/contract/booking-code";
import { Badge } from "@uola/ui/badge.tsx";
import { TextButton, TextLink } from "@uola/ui/buttons.tsx";
import { dayLong, dayRange, dayShort, money, timeRange } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { useEffect, useId, useRef } from "react";
import { bookingLink } from "../../features/booking/address.ts";
import { momentOf, whenOf } from "../../features/booking/booking-words.ts";
import { useBookingLinks } from "../../features/booking/calendar-link.ts";
import { calendarLinks } from "./calendar-links.ts";
import { CourseSessions } from "./course-sessions.tsx";
import { isActiveBooking, type OwnBooking, showsPayment } from "./own-booking.ts";

type TicketProps = {
  mine: OwnBooking;
  phone: string;
  /** The gym's address, for calendars. */
  place: string;
  marked: boolean;
  /** The key of the link in the booking email, if the page was opened with it. */
  linkKey?: string;
  /** Heading level: 3 in a list with its own heading, 2 if shown alone. */
  level?: 2 | 3;
  onCancel: () => void;
  onMove: () => void;
};

/** An upcoming booking, shown as a ticket. `marked` highlights the one that an email linked to. */
export function OwnBookingTicket({ mine, phone, place, marked, linkKey, level = 3, onCancel, onMove }: TicketProps) {
  const Heading = `h${level}` as const;
  const { hue } = signs[categoryOf(mine.categoryKind)];
  const { calendar: file } = useBookingLinks(mine.id, linkKey);
  const isOff = mine.status === "CANCELED" || mine.status === "DECLINED";
  const here = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (marked) here.current?.scrollIntoView({ block: "center" });
  }, [marked]);
  return (
    <li ref={here} className="grid gap-4">
      <article className={`pass ${isOff ? "off" : hue} md:grid-cols-[1fr_auto]`} aria-labelledby={`mine-${mine.id}`}>
        <div className="grid justify-items-start gap-1">
          <Badge hue={mine.status === "CONFIRMED" ? "now" : "plain"}>
            {say("account.status", { status: mine.status })}
          </Badge>
          {!mine.timeless && (
            <Time isOff={isOff}>{mine.course ? dayShort(mine.start) : timeRange(mine.start, mine.end)}</Time>
          )}
          <p className="title first-letter:uppercase">{dayOf(mine)}</p>
          <Heading id={`mine-${mine.id}`} className="font-bold">
            {mine.title}
          </Heading>
          {mine.staff && <p>{say("booking.times.with", { names: mine.staff })}</p>}
        </div>
        <div className="grid content-end gap-1 md:text-right">
          <p className="font-bold">{say("participants", { count: mine.participants })}</p>
          {mine.cents !== null && !isOff && (
            <p className="title">{mine.cents ? money(mine.cents) : say("booking.price.free")}</p>
          )}
          {showsPayment(mine) && <p>{say("account.paid", { status: mine.paymentStatus, way: mine.paymentOption })}</p>}
          <p>{bookingCode(mine.id)}</p>
          {mine.names.length > 0 && <p className="small">{mine.names.join(", ")}</p>}
        </div>
      </article>
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-x-7">
          {isActiveBooking(mine) && mine.paymentStatus === "NOT_PAID" && mine.paymentOption === "ONLINE" && (
            <TextLink about={mine.title} alone href="#orders">
              {say("account.pay")}
            </TextLink>
          )}
          {mine.move?.kind === "until" && (
            <TextButton about={`${mine.title}, ${whenOf(mine.start)}`} onClick={onMove}>
              {say("account.move")}
            </TextButton>
          )}
          {(mine.cancellation?.kind === "until" || mine.cancellation?.kind === "open") && (
            <TextButton about={`${mine.title}, ${whenOf(mine.start)}`} onClick={onCancel}>
              {say("action.cancelBooking")}
            </TextButton>
          )}
        </div>
        {isActiveBooking(mine) && <AddToCalendar mine={mine} place={place} file={file} />}
        <p className="text-muted">{policyOf(mine, phone)}</p>
        {mine.course && <CourseSessions mine={mine} />}
      </div>
    </li>
  );
}

/** A cancelled time is struck through and announced as deleted. */
const Time = ({ isOff, children }: { isOff: boolean; children: string }) => (
  <p className="time mt-2">{isOff ? <s>{children}</s> : children}</p>
);

type AddToCalendarProps = { mine: OwnBooking; place: string; file: string | undefined };

/**
 * Google and Outlook accept a single appointment by link. The file is for Apple's and other
 * calendars, and contains all dates of a course.
 */
export function AddToCalendar({ mine, place, file }: AddToCalendarProps) {
  const id = useId();
  const pages = calendarLinks({ ...mine, place });
  const outside = { target: "_blank", rel: "noopener noreferrer" };
  const links = [
    ...(mine.course
      ? []
      : [
          { name: "Google", href: pages.google, ...outside },
          { name: "Outlook", href: pages.outlook, ...outside },
        ]),
    ...(file ? [{ name: mine.course ? say("calendar.add.file") : "Apple", href: file }] : []),
  ];
  if (links.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups what is filled in, and these are links
    <div role="group" aria-labelledby={id} className="flex flex-wrap items-center gap-x-4">
      <span id={id}>{say("calendar.add")}</span>
      {links.map(({ name, ...link }) => (
        <TextLink key={name} about={mine.title} alone {...link}>
          {name}
        </TextLink>
      ))}
    </div>
  );
}

/** A past or cancelled booking, shown as one timetable row. */
export function OwnBookingRow({ mine }: { mine: OwnBooking }) {
  const over = mine.status === "CONFIRMED" || mine.status === "PENDING";
  const came = over && mine.attendance !== "NOT_SET";
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-rule py-4 md:grid-cols-[minmax(0,1fr)_auto_auto] md:items-center">
      <div>
        <h3 className="font-bold">{mine.title}</h3>
        <p className="text-muted first-letter:uppercase">
          {dayOf(mine)}
          {!mine.timeless && `, ${timeRange(mine.start, mine.end)}`}
        </p>
      </div>
      <p>
        {came ? say("account.attendance", { status: mine.attendance }) : say("account.status", { status: mine.status })}
      </p>
      {mine.slug && (
        <TextLink about={mine.title} alone href={bookingLink({ service: mine.slug })}>
          {say("account.again")}
        </TextLink>
      )}
    </li>
  );
}

const dayOf = ({ course, start, end, timeless }: OwnBooking) =>
  timeless
    ? say("account.course.later")
    : course
      ? say("account.course", { days: dayRange(start, end) })
      : dayLong(start);

/** Returns the cancellation deadline, and the move deadline if it differs. */
function policyOf(mine: OwnBooking, phone: string): string {
  const { move, cancellation } = mine;
  const until = move?.kind === "until" ? move.until : undefined;
  const same = cancellation?.kind === "until" && until?.getTime() === cancellation.until.getTime();
  if (until && same) return say("account.policy.both", { when: momentOf(until) });
  const words = [cancellationOf(mine, phone), until && say("account.move.until", { when: momentOf(until) })];
  return words.filter(Boolean).join(" ");
}

function cancellationOf({ cancellation }: OwnBooking, phone: string): string {
  if (!cancellation) return "";
  if (cancellation.kind === "never") return say("account.cancel.never", { phone });
  if (cancellation.kind === "open") return say("account.cancel.open");
  const when = momentOf(cancellation.until);
  return cancellation.kind === "until"
    ? say("account.cancel.until", { when })
    : say("account.cancel.passed", { when, phone });
}
