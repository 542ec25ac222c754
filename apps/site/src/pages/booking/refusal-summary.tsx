import { showPhone } from "@uola/browser/gym/tel.ts";
import { go } from "@uola/page-loader/browser/go.ts";
import { SecondaryButton } from "@uola/ui/buttons.tsx";
import { ErrorSummary } from "@uola/ui/error-summary.tsx";
import { capitalized } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { opensAt } from "../../features/booking/activities.ts";
import { type BookingStep, bookingLinkTo } from "../../features/booking/address.ts";
import type { Refusal } from "../../features/booking/attempt.ts";
import { momentOf, whenOf } from "../../features/booking/booking-words.ts";
import { alternativeTimes, mustJoinWaitlist, type Time } from "../../features/booking/times.ts";
import type { Contact } from "../../features/contact.data.ts";
import type { Form } from "./form.ts";

type Props = {
  refusal: Refusal;
  place: BookingStep & { step: "details" };
  times: readonly Time[];
  contact: Contact;
  form: Form;
  now: Date;
  send: () => void;
};

/**
 * Explains why the booking was rejected, that no input was lost, and what can be done, with other
 * times one tap away.
 */
export function RefusalSummary({ refusal: { why }, place, times, contact, form, now, send }: Props) {
  const { activity, time, waiting = false } = place;
  const phone = showPhone(contact.phone);
  const { participants } = form.draft;
  const fewer = why === "full" && time.bookable && time.open > 0 && time.open < participants;
  const others = alternativeTimes(times, time, participants);
  const lost = why === "full" || why === "closed" || why === "gone" || why === "waitFull" || why === "waiting";
  const waits = why === "full" && !waiting && mustJoinWaitlist(time, activity, participants, now);
  const choose = (other: Time) => {
    form.choose(say("booking.refusal.chosen", { when: whenOf(other.start) }));
    go(bookingLinkTo(activity, other), { replace: true });
  };
  const title = fewer ? say("booking.refusal.fewer", { left: time.open }) : say(`booking.refusal.${why as "full"}`);
  return (
    <ErrorSummary title={title} errors={[]}>
      <p>{fewer ? say("booking.refusal.fewer.do") : wayOut(why, { phone, opens: opensAt(activity, now) })}</p>
      {fewer && (
        <SecondaryButton
          className="justify-self-start"
          onClick={() => {
            form.set({ participants: time.open });
            form.choose(say("participants", { count: time.open }));
          }}
        >
          {say("booking.refusal.fewer.take", { left: time.open })}
        </SecondaryButton>
      )}
      {waits && (
        <SecondaryButton
          className="justify-self-start"
          onClick={() => {
            form.choose(say("booking.wait.chosen"));
            go(bookingLinkTo(activity, time, "wait"), { replace: true });
          }}
        >
          {say("action.joinList")}
        </SecondaryButton>
      )}
      {lost && others.length > 0 && (
        <>
          <h3 className="font-bold">{say("booking.refusal.others")}</h3>
          <ul className="flex flex-wrap gap-3">
            {others.map((other) => (
              <li key={other.id}>
                <SecondaryButton onClick={() => choose(other)}>
                  {capitalized(whenOf(other.start))} · {say("places.left", { count: other.open })}
                </SecondaryButton>
              </li>
            ))}
          </ul>
        </>
      )}
      {lost && others.length === 0 && !fewer && !waits && <p>{say("booking.refusal.noOthers", { phone })}</p>}
      {!lost && why !== "much" && (
        <SecondaryButton className="justify-self-start" onClick={send}>
          {say(why === "free" ? "action.book" : "action.retry")}
        </SecondaryButton>
      )}
    </ErrorSummary>
  );
}

function wayOut(why: Refusal["why"], { phone, opens }: { phone: string; opens: Date | null }): string {
  if (why === "unopened") return say("booking.refusal.unopened.do", { when: opens ? momentOf(opens) : "" });
  if (why === "closed" || why === "much") return say(`booking.refusal.${why}.do`, { phone });
  if (why === "broken" || why === "fields") return say("booking.refusal.broken.do", { phone });
  return say(`booking.refusal.${why}.do`);
}
