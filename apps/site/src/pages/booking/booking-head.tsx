import { signs } from "@uola/art";
import { categoryOf } from "@uola/browser/gym/category.ts";
import { CategoryBadge } from "@uola/ui/badge.tsx";
import { TextLink } from "@uola/ui/buttons.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { Steps } from "@uola/ui/steps.tsx";
import { say } from "@uola/words/site";
import { type BookingStep, bookingLink, bookingLinkTo, type Step } from "../../features/booking/address.ts";
import { type Done, keptDone } from "../../features/booking/booking-storage.ts";
import { durationAndPriceOf, whenOf } from "../../features/booking/booking-words.ts";
import type { Time } from "../../features/booking/times.ts";

const order: readonly Step[] = ["activity", "time", "details", "done"];

type BookingHeadProps = { place: BookingStep; times: readonly Time[]; lead: string; alive: boolean };

/** The dark page header: the current step, its instruction and the chosen activity. */
export function BookingHead({ place, times, lead, alive }: BookingHeadProps) {
  const { step } = place;
  const activity = "activity" in place ? place.activity : undefined;
  const time = "time" in place ? place.time : undefined;
  const sample = time ?? times.find(({ activityId }) => activityId === activity?.id);
  const done = step === "done" && alive ? keptDone(place.bookingId) : null;
  const sign = signs[categoryOf(activity?.category?.kind ?? done?.kind ?? "firstTime")];
  const links: Partial<Record<Step, string>> = {
    activity: bookingLink({}),
    ...(activity && { time: time ? bookingLinkTo(activity, time, "time") : bookingLink({ service: activity.slug }) }),
  };
  const steps = order.map((name) => ({
    name: say(`booking.step.${name}`),
    ...(links[name] && step !== "done" && { href: links[name] }),
  }));
  const current = order.indexOf(step);
  return (
    <PageHeader
      small={step === "activity" ? false : step === "done" ? "lines" : "line"}
      title={titleOf(place, done, alive)}
      hues={["yellow", "orange", "green", "pink"]}
      art={{ shape: sign.shape, hue: sign.hue === "ink" || sign.hue === "chalk" ? "pink" : sign.hue }}
      above={
        <div className="mb-5 lg:mb-6">
          <Steps label={say("booking.steps")} steps={steps} current={current} />
        </div>
      }
    >
      <p className="visually-hidden" role="status">
        {say("booking.step.now", { number: current + 1, of: order.length, name: steps[current]?.name ?? "" })}
      </p>
      {step === "activity" && <p className="lead mt-6">{lead}</p>}
      {activity && (
        <p className="relative mt-6 flex flex-wrap items-center gap-x-4 gap-y-1 lg:mt-10">
          {activity.category && (
            <CategoryBadge category={categoryOf(activity.category.kind)}>{activity.category.name}</CategoryBadge>
          )}
          <strong>{activity.name}</strong>
          {/*
           * On a phone the time and the price are on separate lines; otherwise the line breaks would depend
           * on which font has loaded.
           */}
          {step === "details" && time && !time.lessons && (
            <strong className="max-sm:basis-full">{whenOf(time.start)}</strong>
          )}
          <span className="flex flex-wrap items-center gap-x-4 max-sm:basis-full">
            <span className="text-muted">{durationAndPriceOf(activity, sample)}</span>
            {step !== "done" && (
              <TextLink alone href={bookingLink({})}>
                {say("booking.activity.change")}
              </TextLink>
            )}
          </span>
        </p>
      )}
    </PageHeader>
  );
}

function titleOf(place: BookingStep, done: Done | null, alive: boolean): string {
  if (place.step === "time" && place.activity.kind === "COURSE") return say("booking.head.course");
  if (place.step === "details" && place.waiting) return say("booking.head.wait");
  if (place.step !== "done") return say(`booking.head.${place.step}`);
  if (done?.waiting) return say(done.waiting.interest ? "booking.head.interested" : "booking.head.waiting");
  // The result is stored only in the tab that sent the booking. In another tab, the booking may
  // also be waiting for approval or for a place.
  if (alive && !done) return say("booking.head.elsewhere");
  return say(done?.pending ? "booking.head.pending" : "booking.confirmed");
}
