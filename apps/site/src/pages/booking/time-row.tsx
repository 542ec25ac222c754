import { signs } from "@uola/art";
import { categoryOf } from "@uola/browser/gym/category.ts";
import { go } from "@uola/page-loader/browser/go.ts";
import { SecondaryLink } from "@uola/ui/buttons.tsx";
import { Seats } from "@uola/ui/seats.tsx";
import { PlacesText } from "@uola/ui/session-row.tsx";
import { SlotRow } from "@uola/ui/slot-row.tsx";
import { time as clock, dayAccusative, dayShort } from "@uola/words/formats";
import { say } from "@uola/words/site";
import type { Activity } from "../../features/booking/activities.ts";
import { priceOf } from "../../features/booking/activity-price.ts";
import { bookingLinkTo } from "../../features/booking/address.ts";
import { beginsText, namesOf, whenOf } from "../../features/booking/booking-words.ts";
import { isInterestOnly, mustJoinWaitlist, type Obstacle, obstacle, type Time } from "../../features/booking/times.ts";

type Props = { time: Time; activity: Activity; chosen: boolean; now: Date; nextFree: Time | undefined };

/**
 * One time in the list. A full time is shown dimmed, with a link to the next time that has free
 * places.
 */
export function TimeRow({ time, activity, chosen, now, nextFree }: Props) {
  const start = new Date(time.start);
  const blocked = obstacle(time, activity, now);
  const waits = blocked === "full" && mustJoinWaitlist(time, activity, 1, now);
  const hue = signs[categoryOf(activity.category?.kind)].hue;
  const trainers = time.staff.length > 0 && say("booking.times.with", { names: namesOf(time.staff) });
  return (
    <SlotRow
      start={clock(start)}
      end={clock(new Date(time.end))}
      name={trainers || activity.name}
      detail={blocked ? whyOf(blocked, time, { activity, now, nextFree }) : activity.tagLine}
      seats={<Places time={time} />}
      price={priceOf(activity)}
      chosen={chosen}
      faint={blocked !== null}
      hue={hue === "ink" || hue === "chalk" ? "orange" : hue}
      action={
        waits ? (
          <SecondaryLink
            about={`${dayAccusative(start)}, ${clock(start)}`}
            href={bookingLinkTo(activity, time, "wait")}
          >
            {say(isInterestOnly(time) ? "booking.wait.interested" : "action.joinListShort")}
          </SecondaryLink>
        ) : blocked ? (
          blocked === "full" && nextFree ? (
            <SecondaryLink href={bookingLinkTo(activity, nextFree, "time")}>{say("booking.times.next")}</SecondaryLink>
          ) : null
        ) : (
          <SecondaryLink
            about={`${dayAccusative(start)}, ${clock(start)}`}
            href={bookingLinkTo(activity, time, "time")}
            chosen={chosen}
            aria-current={chosen || undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              go(bookingLinkTo(activity, time, "time"), { replace: true });
            }}
          >
            {say(chosen ? "action.chosen" : "action.choose")}
          </SecondaryLink>
        )
      }
    />
  );
}

export function Places({ time: { open, total } }: { time: Time }) {
  if (total === 0) return <PlacesText tone="full" text={say("booking.wait.soon")} />;
  const alone = total === 1;
  const tone = open <= 0 ? "full" : open === 1 && !alone ? "last" : "free";
  const left = say("places.left", { count: Math.max(0, open) });
  const text = alone ? say(open > 0 ? "booking.times.alone.free" : "booking.times.alone.taken") : left;
  return <Seats taken={total - open} total={total} tone={tone} text={text} />;
}

type WhyFacts = { activity: Activity; now: Date; nextFree: Time | undefined };
function whyOf(blocked: Obstacle, time: Time, { activity, now, nextFree }: WhyFacts): string {
  if (blocked === "full") {
    return nextFree ? say("booking.times.nextFree", { when: whenOf(nextFree.start) }) : activity.tagLine;
  }
  if (blocked === "unopened") return beginsText(activity, now);
  if (blocked !== "early") return say(`booking.times.${blocked}`);
  const minutes = activity.policy.limitEarlyBookingPolicy?.earliestBookingInMinutes ?? 0;
  return say("booking.times.early", { when: dayShort(new Date(Date.parse(time.start) - minutes * 60_000)) });
}
