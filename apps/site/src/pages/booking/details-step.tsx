import { PrimaryButton, SecondaryButton, TextLink } from "@uola/ui/buttons.tsx";
import { ErrorSummary } from "@uola/ui/error-summary.tsx";
import { Notice } from "@uola/ui/notice.tsx";
import { say } from "@uola/words/site";
import { useEffect, useId, useRef } from "react";
import { type BookingStep, bookingLinkTo } from "../../features/booking/address.ts";
import type { Refusal } from "../../features/booking/attempt.ts";
import { ContactFields } from "../../features/booking/contact-fields.tsx";
import { longest, type Problem } from "../../features/booking/form-problems.ts";
import { InlineSignIn } from "../../features/booking/inline-sign-in.tsx";
import { NoScript } from "../../features/booking/no-script.tsx";
import { needsPhone, yearOf } from "../../features/booking/participants.ts";
import { isInterestOnly, mostParticipants, obstacle, type Time } from "../../features/booking/times.ts";
import type { Contact } from "../../features/contact.data.ts";
import { errorsOf, onSubmit } from "../../features/use-form.ts";
import type { Form } from "./form.ts";
import { FormFields } from "./form-fields.tsx";
import { HoldNews, heldOnTicket, useCountdown } from "./hold-view.tsx";
import { NamesFields } from "./names-fields.tsx";
import { RefusalSummary } from "./refusal-summary.tsx";
import { Participants, Summary, SummaryBar } from "./summary.tsx";
import type { Holding } from "./use-hold.ts";

type Props = {
  place: BookingStep & { step: "details" };
  times: readonly Time[];
  now: Date;
  contact: Contact;
  form: Form;
  holding: Holding;
  /** Whether the booking can also be added to the cart. */
  shop: boolean;
};

/**
 * The booking form: number of participants, names and contact details. Typed input survives every
 * failure.
 */
export function DetailsStep({ place, times, now, contact, form, holding, shop }: Props) {
  const { activity, time, lost, waiting = false } = place;
  const counting = useCountdown(holding);
  const { draft, busy: sending, slow, tries } = form;
  const id = useId();
  const news = useRef<HTMLDivElement>(null);
  const most = mostParticipants(time, activity, waiting);
  const tooMany: Problem[] = draft.participants > most && !lost ? [{ field: "participants", what: "tooMany" }] : [];
  const refusal = sending ? undefined : (form.refusal ?? lostRefusal(place, now));
  const telling = form.said !== "" && !refusal;
  // The summary with the pressed button disappears, so the focus moves to the new choice.
  useEffect(() => {
    if (telling) news.current?.focus();
  }, [telling]);
  const errors = errorsOf(form.problems, (problem) => textOf(problem, most));
  const { of: errorOf } = errorsOf([...form.problems, ...tooMany], (problem) => textOf(problem, most));
  const doing = waiting
    ? say(sending ? "booking.wait.sending" : isInterestOnly(time) ? "booking.wait.interested" : "action.joinList")
    : say(sending ? "booking.form.sending" : "action.book");
  const send = () => form.book(activity, time, { waiting, hold: holding.idFor(time) });
  const submit = (
    <PrimaryButton type="submit" form={id} disabled={sending} icon="right" wide>
      {doing}
    </PrimaryButton>
  );

  const phoneRequired = needsPhone(draft, activity, yearOf(time.start));

  // Free activities and those without a fixed price are booked directly.
  const intoCart = shop && !waiting && !lost && activity.price.kind === "each" && (
    <SecondaryButton
      className="w-full"
      disabled={sending}
      onClick={() => void form.toCart(activity, time, holding.idFor(time))}
    >
      {say("order.cart.to")}
    </SecondaryButton>
  );

  return (
    <>
      <div className="page booking-columns grid gap-10 py-11">
        <div className="grid max-w-[720px] content-start gap-6">
          <InlineSignIn />
          <form
            id={id}
            noValidate
            // POST, so that personal data can never end up in a URL.
            method="post"
            className="needs-scripts grid gap-6"
            aria-busy={sending}
            onSubmit={onSubmit(send)}
          >
            <NoScript contact={contact} />
            <div ref={news} tabIndex={-1} className={telling ? "" : "contents"}>
              <Notice hue="green">{telling && <p>{form.said}</p>}</Notice>
            </div>
            {!waiting && !lost && <HoldNews holding={holding} counting={counting} />}
            {waiting && <WaitingWords time={time} />}
            {refusal && refusal.why !== "fields" ? (
              <RefusalSummary
                key={`${tries} ${refusal.why} ${time.open}`}
                refusal={refusal}
                place={place}
                times={times}
                contact={contact}
                form={form}
                now={now}
                send={send}
              />
            ) : (
              errors.all.length > 0 && (
                <ErrorSummary key={tries} title={say("form.errors", { count: errors.all.length })} errors={errors.all}>
                  <p>{say("booking.error.kept")}</p>
                </ErrorSummary>
              )
            )}
            <p role="status" className={slow ? "small" : "visually-hidden"}>
              {slow ? say("booking.form.slow") : ""}
            </p>
            <div className="field" id="participants" tabIndex={-1}>
              <p className="label">{say("participants.number")}</p>
              <p className="hint">
                {time.open > 0 || waiting ? say("booking.participants.most", { count: most }) : say("places.none")}
              </p>
              <Participants activity={activity} time={time} form={form} waiting={waiting} />
              {errorOf("participants") && <p className="error">{errorOf("participants")}</p>}
            </div>
            <NamesFields activity={activity} form={form} errorOf={errorOf} />
            <h2 className="title rule pt-5">{say("booking.form")}</h2>
            <ContactFields
              form={form}
              errorOf={errorOf}
              emailHint={say("booking.form.email.hint")}
              phoneRequired={phoneRequired}
              phoneHint={say(
                phoneRequired
                  ? "booking.form.phone.hint.child"
                  : waiting
                    ? "booking.form.phone.hint.waiting"
                    : "booking.form.phone.hint",
              )}
            />
            <FormFields activity={activity} time={time} form={form} errorOf={errorOf} />
            <TextLink alone href={bookingLinkTo(activity, time, "time")}>
              {say("booking.form.back")}
            </TextLink>
          </form>
        </div>
        <Summary
          activity={activity}
          time={time}
          form={form}
          now={now}
          waiting={waiting}
          cart={Boolean(intoCart)}
          {...(waiting ? {} : heldOnTicket(counting, holding))}
          action={
            <div className="grid gap-4">
              <div className="max-xl:hidden">{submit}</div>
              {intoCart}
            </div>
          }
        />
      </div>
      <SummaryBar
        activity={activity}
        time={time}
        form={form}
        counting={counting}
        holding={holding}
        action={
          <PrimaryButton small type="submit" form={id} disabled={sending}>
            {waiting && !sending && !isInterestOnly(time) ? say("action.joinListShort") : doing}
          </PrimaryButton>
        }
      />
    </>
  );
}

/** Explains the waiting list before joining: who is notified when, and that it is free. */
const WaitingWords = ({ time }: { time: Time }) => (
  <section className="grid gap-2">
    <h2 className="title">{say(isInterestOnly(time) ? "booking.wait.interest" : "booking.wait.full")}</h2>
    <p>{say(isInterestOnly(time) ? "booking.wait.interest.how" : "booking.wait.how")}</p>
    <p>{say("booking.wait.next.group")}</p>
  </section>
);

/**
 * Returns the message about a time that became unavailable while the visitor was typing, to show
 * before the form is sent.
 */
function lostRefusal({ lost, time, activity }: Props["place"], now: Date): Refusal | undefined {
  if (!lost) return undefined;
  if (lost === "gone") return { why: "gone" };
  return { why: obstacle(time, activity, now) === "full" ? "full" : "closed" };
}

function textOf({ field, what }: Problem, most: number): string {
  if (what === "tooMany") return say("booking.error.tooMany", { most });
  if (what === "tooLong") return say("booking.error.tooLong", { longest: longestOf(field) });
  if (what === "notEmail") return say("field.emailWrong");
  if (what === "notPhone") return say("field.phoneWrong");
  if (what === "notYear") return say("booking.error.year");
  if (what === "otherAge") return say("booking.error.age");
  if (what === "missing" && (field === "firstName" || field === "lastName" || field === "email" || field === "phone")) {
    return say(`booking.error.${field}.missing`);
  }
  if (what === "missing" && field === "birthYear") return say("booking.error.born.self.missing");
  if (what === "missing" && field.startsWith("born-")) return say("booking.error.born.missing");
  if (what === "missing" && field.startsWith("name-")) return say("booking.error.name.missing");
  if (what === "missing") return say("field.required");
  return say("booking.error.refused");
}

const longestOf = (field: Problem["field"]): number => {
  if (field.startsWith("name-")) return longest.firstName;
  return field in longest ? longest[field as keyof typeof longest] : longest.answer;
};
