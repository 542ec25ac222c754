import { platform } from "@uola/browser/platform.ts";
import { useAuth } from "@uola/browser/session/session.tsx";
import { go } from "@uola/page-loader/browser/go.ts";
import { clearPageData } from "@uola/page-loader/browser/page-data.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { part } from "@uola/page-loader/part.tsx";
import { useApp, useInBrowser } from "@uola/page-loader/tree.tsx";
import { localDate } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { startTransition, useEffect, useEffectEvent, useMemo, useState } from "react";
import { addressOf, type BookingStep, bookingLink, bookingStepOf } from "../../features/booking/address.ts";
import { holdName, holdRequestName } from "../../features/booking/booking-storage.ts";
import { fortnight, namedTime } from "../../features/booking/free-times.ts";
import { withHeldPlaces } from "../../features/booking/hold.ts";
import { mostParticipants } from "../../features/booking/times.ts";
import type { Contact } from "../../features/contact.data.ts";
import { useHeadlineFocus } from "../../features/headline-focus.ts";
import { Questions } from "../../features/questions.tsx";
import { ReturnLink } from "../../features/return-link.tsx";
import { ActivityStep } from "./activity-step.tsx";
import type { BookingData } from "./booking.data.ts";
import { BookingHead } from "./booking-head.tsx";
import { useBookingForm } from "./form.ts";
import { usePlaces } from "./places.ts";
import { useHold, useHolding } from "./use-hold.ts";

export const head = ({
  data: { texts, activities, times },
  search,
  now,
}: PageProps<BookingData, { contact: Contact }>): Head => {
  const { step } = bookingStepOf(addressOf(search.toString()), activities, times, now);
  const page = say("page.booking");
  const titled = step === "activity" ? page : say("booking.step.title", { step: say(`booking.step.${step}`), page });
  return { title: titled, description: texts.description };
};

/** Later steps are loaded when the visitor gets close to them. */
const TimeStep = part(async () => (await import("./time-step.tsx")).TimeStep);
const DetailsStep = part(async () => (await import("./details-step.tsx")).DetailsStep);
const DoneStep = part(async () => (await import("./done-step.tsx")).DoneStep);

export const prepare = async (search: URLSearchParams) => {
  const { service, session, start, done } = addressOf(search.toString());
  await Promise.all([
    // The time step is needed too, because the visitor returns to the list when the chosen time is
    // no longer available.
    (service || session || start) && TimeStep.fetch(),
    (session || start) && DetailsStep.fetch(),
    done && DoneStep.fetch(),
  ]);
};

/**
 * The booking flow: activity → day and time → participants and contact → done. The URL determines
 * the step; typed input is stored in the tab.
 */
export default function Booking({
  data,
  shared: { contact },
  search,
  now: readAt,
}: PageProps<BookingData, { contact: Contact }>) {
  const app = useApp();
  const alive = useInBrowser();
  const now = useNow(readAt);
  const { texts, activities } = data;
  const address = addressOf(search.toString());
  const asked = bookingStepOf(address, activities, data.times, now);
  const client = () => platform(app);
  const activity = "activity" in asked ? asked.activity : undefined;
  const { times: counted, refresh } = usePlaces(client, data.times, activity, now);
  const holding = useHold(client);
  const { hold } = holding;
  const { user } = useAuth();
  const form = useBookingForm({
    platform: client,
    known: user,
    noteLabel: say("field.notes"),
    onBooked({ bookingId }) {
      holding.taken();
      clearPageData();
      go(bookingLink({ done: bookingId }), { replace: true });
    },
    onInCart() {
      holding.taken();
      clearPageData();
      go(linkTo("/order/"));
    },
    onRefused: (_, time) => void refresh(new Date(time.start)),
    onHoldGone: holding.ended,
  });
  const { participants } = form.draft;
  const lookedUntil = localDate(new Date(readAt.getTime() + fortnight * 86_400_000));
  const times = useMemo(() => {
    const named = namedTime(address.session, activity, lookedUntil);
    const isNews = named && !counted.some(({ id }) => id === named.id);
    return withHeldPlaces(isNews ? [...counted, named] : counted, hold);
  }, [counted, hold, activity, address.session, lookedUntil]);
  const place = useEntered(
    bookingStepOf(address, activities, times, now, participants),
    address.session ?? address.start,
    address.step === "time",
  );
  useHeadlineFocus(place.step, { fromTop: place.step === "done" });
  // Refreshes the number of free places and prepares the platform client before the visitor begins
  // to type.
  const chosen = place.step === "details" ? place.time : undefined;
  const count = useEffectEvent(() => void refresh(chosen?.trainer && new Date(chosen.start)));
  useEffect(() => {
    // Prefetches the next step. If this fails, the step is loaded again when it is shown.
    if (place.step === "activity") TimeStep.ahead();
    if (place.step === "time") DetailsStep.ahead();
    if (place.step === "details") DoneStep.ahead();
  }, [place.step]);
  const isBooked = form.at === "sent";
  const beginAnew = useEffectEvent(() => isBooked && form.choose(""));
  useEffect(() => {
    if (place.step === "details") count();
    if (place.step !== "done") beginAnew();
  }, [place.step]);
  const wanted = isBooked ? undefined : wantedOf(place, participants);
  useHolding(holding, client, { wanted, isSending: form.at === "sending", count });

  return (
    // On the first step, the places that the tab holds or has requested are released.
    <main id="content" data-kept={place.step === "activity" ? `${holdName} ${holdRequestName}` : undefined}>
      <BookingHead place={place} times={times} lead={texts.lead} alive={alive} />
      {place.step === "activity" && (
        <>
          <ActivityStep
            activities={activities}
            hasMore={data.hasMore}
            next={data.next}
            full={data.full}
            contact={contact}
            resource={address.resource}
            lost={place.lost}
          />
          <Questions questions={data.questions} />
        </>
      )}
      {place.step === "time" && (
        <TimeStep
          key={place.activity.id}
          place={place}
          times={times}
          now={now}
          contact={contact}
          form={form}
          resource={address.resource}
          findTimes={refresh}
        />
      )}
      {place.step === "details" && (
        <DetailsStep
          place={place}
          times={times}
          now={now}
          contact={contact}
          form={form}
          holding={holding}
          shop={data.shop}
        />
      )}
      {place.step === "done" && <DoneStep bookingId={place.bookingId} texts={texts} contact={contact} alive={alive} />}
      <ReturnLink search={search} />
    </main>
  );
}

/**
 * Returns what to hold: the selected activity and time, with the requested number of participants
 * up to the number of available places. Joining the waiting list holds no places.
 */
function wantedOf(place: BookingStep, participants: number) {
  if (place.step !== "details" || place.waiting || place.lost) return undefined;
  const { activity, time } = place;
  return { activity, time, participants: Math.min(participants, mostParticipants(time, activity)) };
}

/**
 * Visitors who have begun to type stay at their form when the chosen time is no longer available:
 * the notice is shown there, and their input is preserved.
 */
function useEntered(place: BookingStep, session: string | undefined, listOpen: boolean): BookingStep {
  const [entered, setEntered] = useState<BookingStep & { step: "details" }>();
  if (place.step === "details" && !isSame(entered, place)) setEntered(place);
  if (
    place.step === "time" &&
    place.lost &&
    !listOpen &&
    entered &&
    (entered.time.id === session || entered.time.start === session)
  ) {
    return { ...entered, time: place.time ?? entered.time, lost: place.lost };
  }
  return place;
}

const isSame = (entered: (BookingStep & { step: "details" }) | undefined, place: BookingStep & { step: "details" }) =>
  entered?.time === place.time && entered.activity === place.activity && entered.waiting === place.waiting;

/** Returns the server's time at first and then the device's, in steps of half a minute. */
function useNow(readAt: Date): Date {
  const [now, setNow] = useState(readAt);
  useEffect(() => {
    const tick = () => startTransition(() => setNow(new Date()));
    tick();
    const timer = setInterval(tick, 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
