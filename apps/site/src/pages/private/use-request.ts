import { platform } from "@uola/browser/platform.ts";
import { useAuth } from "@uola/browser/session/session.tsx";
import { withCaptcha } from "@uola/client/captcha-retry";
import { dayMs } from "@uola/contract/durations";
import { go } from "@uola/page-loader/browser/go.ts";
import { useApp } from "@uola/page-loader/tree.tsx";
import { say } from "@uola/words/site";
import { useRef } from "react";
import { type Key, keyFor, type Refusal, refusalOf } from "../../features/booking/attempt.ts";
import { type Done, keepDraft, keptDraft, storeDone } from "../../features/booking/booking-storage.ts";
import { futureDeadline } from "../../features/booking/deadline.ts";
import { type Draft as BookingDraft, emptyDraft } from "../../features/booking/draft.ts";
import { useForm } from "../../features/use-form.ts";
import { useRead } from "../../features/use-read.ts";
import type { Offer } from "./offers.ts";
import {
  bookingInputOf,
  type FreeTime,
  freeDays,
  invoiceLine,
  type Problem,
  problemsIn,
  type Request,
} from "./request.ts";

/** How many days ahead an event can be requested. */
export const daysAhead = 56;

/** Loads the times when staff are available, by day. */
export const useFreeDays = ({ activity }: Offer) =>
  useRead(activity.id, async ({ availability }) => {
    const now = Date.now();
    const filter = {
      serviceId: activity.id,
      startDate: new Date(now).toISOString(),
      endDate: new Date(now + daysAhead * dayMs).toISOString(),
      bookable: true,
    };
    return freeDays((await availability.query({ query: { filter } })).availabilityEntries);
  });

type Draft = BookingDraft & Request;

/** The contact details stay in the tab, shared with the booking page. */
const storage = {
  read: keptDraft,
  write: ({ day: _, time: __, ages: ___, invoice: ____, ...contact }: Draft) => keepDraft(contact),
};

/** The request form and its submission. `onTaken` is called when the time turns out to be taken. */
export function useRequest(offer: Offer, participants: number, onTaken: () => void) {
  const app = useApp();
  const { user } = useAuth();
  const form = useForm<Draft, Problem, { why: Refusal["why"] }>({
    empty: { ...emptyDraft, day: "", time: undefined, ages: "", invoice: undefined },
    storage,
    known: user,
  });
  const key = useRef<Key>(null);

  const post = async (typed: Draft) => {
    const { time, invoice } = typed;
    if (!time) return;
    const draft = { ...typed, participants };
    key.current = keyFor(key.current, `${offer.activity.id} ${time.start}`, draft, () => crypto.randomUUID());
    const answers = [
      { id: "ages", label: say("private.request.ages"), value: draft.ages },
      ...(invoice ? [{ id: "invoice", label: say("order.company"), value: invoiceLine(invoice) }] : []),
      { id: "note", label: say("field.notes"), value: draft.note },
    ];
    const input = bookingInputOf(offer, time, draft, answers);
    const options = { idempotencyKey: key.current.key, timeoutMs: 20_000 };
    const client = await platform(app);
    const { booking } = await withCaptcha(client, (proof) =>
      client.bookings.create({ booking: input, ...proof }, options),
    );
    storeDone(doneOf(offer, time, draft, booking.id, booking.status !== "CONFIRMED"));
    go(`?kind=${offer.kind}&done=${booking.id}`, { replace: true });
  };
  const send = async () => {
    const check = (draft: Draft) => problemsIn(draft, { ...draft, participants }, offer);
    const refusal = await form.submit(check, post, (error) => ({ why: refusalOf(error).why }));
    if (refusal?.why !== "full" && refusal?.why !== "gone") return;
    form.set({ time: undefined }, []);
    onTaken();
  };
  return { ...form, send };
}

function doneOf({ activity }: Offer, time: FreeTime, draft: BookingDraft, bookingId: string, pending: boolean): Done {
  return {
    bookingId,
    pending,
    activity: activity.name,
    slug: activity.slug,
    category: activity.category?.name ?? "",
    kind: activity.category?.kind ?? "other",
    start: time.start,
    end: time.end,
    lessons: 0,
    staff: [],
    participants: draft.participants,
    payAtGym: activity.payAtGym,
    cents: activity.price.kind === "each" ? activity.price.cents * draft.participants : null,
    email: draft.email.trim(),
    cancelUntil: futureDeadline(time.cancelUntil),
  };
}
