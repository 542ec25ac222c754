import { showPhone, telOf } from "@uola/browser/gym/tel.ts";
import { SecondaryLink, TextLink } from "@uola/ui/buttons.tsx";
import { Notice } from "@uola/ui/notice.tsx";
import { dayLong } from "@uola/words/formats";
import { say } from "@uola/words/site";
import type { Activity } from "../../features/booking/activities.ts";
import { bookingLink, bookingLinkTo } from "../../features/booking/address.ts";
import { beginsText, namesOf, rangeOf, spanOf } from "../../features/booking/booking-words.ts";
import { isInterestOnly, mustJoinWaitlist, obstacle, type Time } from "../../features/booking/times.ts";
import type { Contact } from "../../features/contact.data.ts";
import { Places } from "./time-row.tsx";

type Props = { course: Time; activity: Activity; now: Date; contact: Contact };

/** A course as a single choice: its dates, trainers and places for the whole course. */
export function CourseDates({ course, activity, now, contact }: Props) {
  const phone = showPhone(contact.phone);
  const blocked = obstacle(course, activity, now);
  const waits = blocked === "full" && mustJoinWaitlist(course, activity, 1, now);
  const lessons = course.lessons ?? [];
  return (
    <section className="grid gap-4" aria-labelledby="course">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <div>
          <h2 id="course" className="title">
            {spanOf(course)}
          </h2>
          <p className="text-muted">
            {activity.tagLine}
            {course.staff.length > 0 && ` · ${say("booking.times.with", { names: namesOf(course.staff) })}`}
          </p>
        </div>
        <Places time={course} />
      </div>
      {blocked ? (
        <Notice>
          <p>
            {blocked === "unopened"
              ? beginsText(activity, now)
              : waits
                ? say("booking.course.wait")
                : say(blocked === "full" ? "booking.course.full" : "booking.course.closed", { phone })}
          </p>
          <p className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-2">
            {waits && (
              <SecondaryLink href={bookingLinkTo(activity, course, "wait")}>
                {say(isInterestOnly(course) ? "booking.wait.interested" : "action.joinList")}
              </SecondaryLink>
            )}
            <TextLink alone href={telOf(contact.phone)}>
              {say("booking.times.call.name", { phone })}
            </TextLink>
            <TextLink alone href={bookingLink({})}>
              {say("booking.activity.change")}
            </TextLink>
          </p>
        </Notice>
      ) : (
        <p>{say(course.undated ? "booking.course.undated.said" : "booking.course.whole")}</p>
      )}
      {activity.lessonsLeft && <p>{say("course.price.share", activity.lessonsLeft)}</p>}
      {lessons.length > 0 && (
        <ol className="rule" aria-label={say("booking.course.dates")}>
          {lessons.map((lesson) => (
            <li key={lesson.start} className="flex flex-wrap justify-between gap-x-6 border-b border-rule py-3">
              <span className="first-letter:uppercase">{dayLong(new Date(lesson.start))}</span>
              <strong>{rangeOf(lesson)}</strong>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
