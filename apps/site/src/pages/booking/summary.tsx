import { PrimaryLink } from "@uola/ui/buttons.tsx";
import { Stepper } from "@uola/ui/stepper.tsx";
import { StickyBar } from "@uola/ui/sticky-bar.tsx";
import { Ticket, TimeLeft } from "@uola/ui/ticket.tsx";
import { capitalized, time as clock, dayLong, dayShort, money, weekdayShort } from "@uola/words/formats";
import { say } from "@uola/words/site";
import type { ComponentProps, ReactNode } from "react";
import type { Activity } from "../../features/booking/activities.ts";
import { bookingLinkTo } from "../../features/booking/address.ts";
import { cancellationOf, namesOf, peopleAt, rangeOf, spanOf, totalOf } from "../../features/booking/booking-words.ts";
import { byAgeOf, chosenOf } from "../../features/booking/choices.ts";
import { deadlineOf } from "../../features/booking/deadline.ts";
import { mostParticipants, type Time } from "../../features/booking/times.ts";
import type { Form } from "./form.ts";
import { heldText, Renew, type useCountdown } from "./hold-view.tsx";
import type { Holding } from "./use-hold.ts";

const nbsp = "\u00a0";

type Props = {
  activity: Activity;
  time: Time | undefined;
  form: Form;
  now: Date;
  /** Shown instead of the link to the next step. */
  action?: ReactNode;
  /** Whether the ticket is for a waiting-list entry instead of a booking. */
  waiting?: boolean;
  /** Whether the booking can also be added to the cart, where it is paid at once. */
  cart?: boolean;
  held?: ComponentProps<typeof Ticket>["held"];
};

/** The ticket: activity, number of participants, price and cancellation deadline. */
export function Summary({ activity, time, form, now, action, waiting = false, cart = false, held }: Props) {
  const { participants } = form.draft;
  if (!time) {
    return (
      <BesideList>
        <Ticket title={say("booking.yours")} facts={[{ name: say("booking.activity"), value: activity.name }]} stays>
          <p className="text-muted">{say("booking.ticket.empty")}</p>
        </Ticket>
      </BesideList>
    );
  }
  const ticket = {
    title: say(waiting ? "booking.wait.yours" : "booking.yours"),
    ...(held && { held }),
    facts: factsOf(activity, time),
    total: {
      label: say(waiting ? "booking.wait.total" : "booking.total"),
      amount: totalOf(activity, form.draft, time),
      ...(activity.price.kind === "each" &&
        activity.variants.length === 0 && { detail: detailOf(activity, form, time) }),
    },
    print: waiting ? (
      <p>{say("booking.wait.free")}</p>
    ) : (
      <>
        {time.cancelUntil !== undefined && <p>{cancellationOf(deadlineOf(time.cancelUntil, now, time.undated))}</p>}
        <p>
          {activity.payAtGym && say(cart ? "booking.ticket.payEither" : "booking.ticket.pay")}{" "}
          {say("booking.noAccountNeeded")}
        </p>
      </>
    ),
  };
  if (action) {
    const people = { name: say("booking.ticket.participants"), value: say("participants", { count: participants }) };
    return <Ticket {...ticket} facts={[...ticket.facts, people]} action={action} stays />;
  }
  return (
    <BesideList>
      <Ticket
        {...ticket}
        action={
          <PrimaryLink wide icon="right" href={bookingLinkTo(activity, time)}>
            {say("booking.ticket.next")}
          </PrimaryLink>
        }
        stays
      >
        <span aria-hidden="true">{say("participants.number")}</span>
        <Participants activity={activity} time={time} form={form} />
      </Ticket>
    </BesideList>
  );
}

/**
 * Formats the price calculation: "2 × 25,00 €", or with prices by age "1 × 25,00 €, vaikams 1 ×
 * 15,00 €".
 */
function detailOf(activity: Activity, form: Form, time: Time): string {
  const byAge = byAgeOf(activity, form.draft, time.start);
  const people =
    byAge.length === 0 && activity.price.kind === "each"
      ? say("booking.totalDetail", { count: form.draft.participants, price: money(activity.price.cents) })
      : byAge.map(peopleAt).join(", ");
  const { lessonsLeft } = activity;
  return lessonsLeft ? `${people} · ${say("order.line.lessons", lessonsLeft)}` : people;
}

/** Shown next to the list of times on wide screens; on a phone the bar shows the same information. */
const BesideList = ({ children }: { children: ReactNode }) => (
  <div className="max-xl:hidden xl:self-stretch">{children}</div>
);

function factsOf(activity: Activity, time: Time) {
  const start = new Date(time.start);
  const day = time.lessons ? spanOf(time) : dayLong(start);
  const when = time.lessons
    ? { name: say("booking.ticket.sessions"), value: String(time.lessonsInAll || "–") }
    : { name: say("booking.time"), value: rangeOf(time) };
  return [
    { name: say("booking.activity"), value: activity.name },
    { name: say(time.lessons ? "booking.ticket.dates" : "booking.day"), value: capitalized(day) },
    when,
    ...(time.staff.length > 0 ? [{ name: say("booking.ticket.trainer"), value: namesOf(time.staff) }] : []),
  ];
}

type PeopleProps = { activity: Activity; time: Time; form: Form; waiting?: boolean };
/** Input for the number of participants, limited by the policy and the available places. */
export function Participants({ activity, time, form, waiting }: PeopleProps) {
  const { participants } = form.draft;
  if (activity.variants.length > 0) return <Choices activity={activity} time={time} form={form} waiting={waiting} />;
  return (
    <Stepper
      label={say("participants.number")}
      value={participants}
      max={mostParticipants(time, activity, waiting)}
      onChange={(value) => form.set({ participants: value })}
      words={{
        fewer: say("participants.fewer"),
        more: say("participants.more"),
        value: say("participants", { count: participants }),
      }}
    />
  );
}

/** The number of participants for each choice, with its price per person. */
function Choices({ activity, time, form, waiting }: PeopleProps) {
  const chosen = chosenOf(activity, form.draft);
  const all = form.draft.participants;
  const most = mostParticipants(time, activity, waiting);
  const put = (key: string, count: number) => {
    const choices = Object.fromEntries(chosen.map((each) => [each.key, each.key === key ? count : each.count]));
    form.count(choices);
  };
  return (
    <ul className="grid gap-3">
      {chosen.map(({ key, label, cents, count }) => (
        <li key={key} className="flex flex-wrap items-center justify-between gap-3">
          <span>
            {label} · {money(cents)}
          </span>
          <Stepper
            label={label}
            value={count}
            min={all === count ? 1 : 0}
            max={count + most - all}
            onChange={(value) => put(key, value)}
            words={{
              fewer: `${label}: ${say("participants.fewer")}`,
              more: `${label}: ${say("participants.more")}`,
              value: `${label}: ${say("participants", { count })}`,
            }}
          />
        </li>
      ))}
    </ul>
  );
}

type BarProps = Pick<Props, "activity" | "form" | "action"> & {
  time: Time;
  counting?: ReturnType<typeof useCountdown>;
  holding?: Holding;
};
/** The same summary as a bar at the bottom of the screen, within reach of the thumb. */
export function SummaryBar({ activity, time, form, action, counting, holding }: BarProps) {
  const start = new Date(time.start);
  return (
    <StickyBar
      until="ticket"
      timeLeft={counting && <TimeLeft share={counting.share} hue="pink" />}
      action={
        action ?? (
          <PrimaryLink small href={bookingLinkTo(activity, time)}>
            {say("action.next")}
          </PrimaryLink>
        )
      }
    >
      <p>
        <strong>
          {say("booking.ticket.line", {
            time: time.undated
              ? say("booking.course.undated")
              : time.lessons
                ? capitalized(dayShort(start))
                : `${weekdayShort(start)}${nbsp}${clock(start)}`,
            price: totalOf(activity, form.draft, time),
          })}
        </strong>
      </p>
      {counting && holding ? (
        <p className="flex flex-wrap items-center gap-x-3">
          <span>
            <span className="visually-hidden">{heldText(counting)}</span>
            <span aria-hidden="true">{say("booking.hold.bar", { time: clock(new Date(counting.until)) })} </span>
            <strong className="tabular-nums">{say("booking.hold.left", { left: counting.left })}</strong>
          </span>
          {counting.canRenew && <Renew holding={holding} />}
        </p>
      ) : holding?.hold.at === "over" ? (
        <p>{say("booking.hold.over")}</p>
      ) : (
        <p className="first-letter:uppercase">{time.lessons ? activity.name : dayLong(start)}</p>
      )}
    </StickyBar>
  );
}
