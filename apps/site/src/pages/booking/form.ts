import { failureOf } from "@uola/browser/errors.ts";
import type { Client } from "@uola/client";
import { withCaptcha } from "@uola/client/captcha-retry";
import { useState } from "react";
import type { Activity } from "../../features/booking/activities.ts";
import { keyFor, type Refusal, refusalOf } from "../../features/booking/attempt.ts";
import {
  type Done,
  keepDraft,
  keepKey,
  keptDraft,
  keptKey,
  storeDone,
} from "../../features/booking/booking-storage.ts";
import { centsOf } from "../../features/booking/choices.ts";
import { futureDeadline } from "../../features/booking/deadline.ts";
import { type Draft, emptyDraft } from "../../features/booking/draft.ts";
import { type Problem, problemsOf, problemsOfCart } from "../../features/booking/form-problems.ts";
import { yearOf } from "../../features/booking/participants.ts";
import { isInterestOnly, mostParticipants, type Time } from "../../features/booking/times.ts";
import { useForm } from "../../features/use-form.ts";
import { bookingInputOf, cartBookingOf } from "./booking-input.ts";

const giveUpMs = 20_000;
const slowMs = 4_000;

/** Whether to join the waiting list, and the hold to be used by the booking. */
type How = { waiting: boolean; hold: Promise<string | undefined> };

type Options = {
  platform: () => Promise<Client>;
  /** The profile of the signed-in person; it fills only empty fields. */
  known: Partial<Draft> | undefined;
  noteLabel: string;
  onBooked(done: Done): void;
  /** Called when the booking, including its held places, is in the cart. */
  onInCart(): void;
  /** Called after a rejection, to count the free places around that time again. */
  onRefused(refusal: Refusal, time: Time): void;
  /** Called when the hold no longer exists on the platform; the booking continues without it. */
  onHoldGone(): void;
};

const storage = { read: keptDraft, write: keepDraft };

/**
 * Manages the state of the booking form and its submission. All input is stored in the tab
 * immediately.
 */
export function useBookingForm({ platform, known, noteLabel, onBooked, onInCart, onRefused, onHoldGone }: Options) {
  const form = useForm<Draft, Problem, Refusal>({ empty: emptyDraft, storage, known });
  const [slow, setSlow] = useState(false);
  const [said, setSaid] = useState("");

  const send = async (time: Time, check: (draft: Draft) => Problem[], post: (draft: Draft) => Promise<void>) => {
    setSaid("");
    const refusal = await form.submit(check, post, refusalOf);
    if (refusal) onRefused(refusal, time);
  };
  return {
    ...form,
    /** Whether the platform takes longer than usual to respond. */
    slow,
    /** Sets the number of people for each choice, and the number of participants to their sum. */
    count(choices: Record<string, number>) {
      const participants = Object.values(choices).reduce((sum, count) => sum + count, 0);
      form.set({ choices, participants });
    },
    /** Announcement for screen readers after another time was chosen. */
    said,
    /** Called when another time is chosen after a rejection. */
    choose(said: string) {
      form.restart();
      setSaid(said);
    },
    book(activity: Activity, time: Time, { waiting, hold }: How) {
      const check = (draft: Draft) =>
        problemsOf(draft, mostParticipants(time, activity, waiting), activity, yearOf(time.start));
      return send(time, check, async (draft) => {
        const key = keyFor(keptKey(), time.id, draft, () => crypto.randomUUID());
        keepKey(key);
        const slowly = setTimeout(() => setSlow(true), slowMs);
        try {
          const input = bookingInputOf(activity, time, draft, noteLabel);
          const [client, holdId] = await Promise.all([platform(), hold]);
          const options = { idempotencyKey: key.key, timeoutMs: giveUpMs };
          const { booking, entry } = waiting
            ? await withCaptcha(client, (proof) =>
                client.waitlist.join({ booking: input, ...proof }, { timeoutMs: giveUpMs }),
              )
            : {
                ...(await book(client, { booking: input, ...(holdId && { holdId }) }, options, onHoldGone)),
                entry: null,
              };
          const done: Done = {
            ...doneOf(activity, time, draft, booking.id, booking.status !== "CONFIRMED"),
            ...(entry && { waiting: { position: entry.position ?? 1, interest: isInterestOnly(time) } }),
          };
          storeDone(done);
          onBooked(done);
        } finally {
          clearTimeout(slowly);
          setSlow(false);
        }
      });
    },
    /** Adds the booking, including its held places, to the cart instead of submitting it. */
    toCart(activity: Activity, time: Time, hold: Promise<string | undefined>) {
      const check = (draft: Draft) => {
        const problems = problemsOf(draft, mostParticipants(time, activity, false), activity, yearOf(time.start));
        return problemsOfCart(problems, draft, activity);
      };
      return send(time, check, async (draft) => {
        const [client, holdId, { addToCart }] = await Promise.all([platform(), hold, import("../../features/cart.ts")]);
        const what = { booking: cartBookingOf(activity, time, draft, noteLabel) };
        await withoutHold(holdId, onHoldGone, (id) => addToCart(client, { ...what, ...(id && { holdId: id }) }));
        const { firstName, lastName, email, phone } = draft;
        keepDraft({ ...emptyDraft, firstName, lastName, email, phone });
        onInCart();
      });
    },
  };
}

export type Form = ReturnType<typeof useBookingForm>;

type Order = Parameters<Client["bookings"]["create"]>;

function book(client: Client, { holdId, ...order }: Order[0], options: Order[1], onHoldGone: () => void) {
  return withoutHold(holdId, onHoldGone, (id) =>
    withCaptcha(client, (proof) => client.bookings.create({ ...order, ...(id && { holdId: id }), ...proof }, options)),
  );
}

/**
 * Sends a request again without its hold if the hold has expired, because an expired hold is no
 * reason to reject a booking while there are free places.
 */
async function withoutHold<Answer>(
  holdId: string | null | undefined,
  onHoldGone: () => void,
  send: (holdId: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send(holdId ?? undefined);
  } catch (error) {
    if (!holdId || failureOf(error).code !== "HOLD_NOT_FOUND") throw error;
    onHoldGone();
    return send(undefined);
  }
}

function doneOf(activity: Activity, time: Time, draft: Draft, bookingId: string, pending: boolean): Done {
  return {
    bookingId,
    pending,
    activity: activity.name,
    slug: activity.slug,
    category: activity.category?.name ?? "",
    kind: activity.category?.kind ?? "other",
    start: time.start,
    end: time.end,
    lessons: time.lessonsInAll ?? 0,
    ...(time.undated && { undated: true }),
    staff: time.staff,
    participants: draft.participants,
    payAtGym: activity.payAtGym,
    cents: activity.price.kind === "free" ? null : (centsOf(activity, draft, time.start) ?? null),
    email: draft.email.trim(),
    cancelUntil: futureDeadline(time.cancelUntil),
  };
}
