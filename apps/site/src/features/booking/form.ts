import { failureOf } from "@uola/browser/errors.ts";
import type { Client } from "@uola/client";
import { withCaptcha } from "@uola/client/captcha-retry";
import { useEffect, useEffectEvent, useReducer, useState } from "react";
import type { Activity } from "./activities.ts";
import { type Attempt, filling, keyFor, nextAttempt, type Refusal, refusalOf } from "./attempt.ts";
import { bookingInputOf, cartBookingOf } from "./booking-input.ts";
import { type Done, keepDraft, keepKey, keptDraft, keptKey, storeDone } from "./booking-storage.ts";
import { centsOf } from "./choices.ts";
import { type Draft, emptyDraft } from "./draft.ts";
import { type FieldId, type FieldName, problemsOf, problemsOfCart } from "./form-problems.ts";
import { yearOf } from "./participants.ts";
import { isInterestOnly, mostParticipants, type Time } from "./times.ts";

const giveUpMs = 20_000;
const slowMs = 4_000;

export type Form = {
  draft: Draft;
  attempt: Attempt;
  /** Whether the platform takes longer than usual to answer. */
  slow: boolean;
  /**
   * Incremented by every answer that keeps the form open, so that the summary takes the focus each
   * time.
   */
  told: number;
  /** `id` is the field's id in the page, if it differs from its name. */
  edit<Field extends FieldName>(field: Field, value: Draft[Field], id?: FieldId): void;
  /** Sets the number of people for each choice, and the number of participants to their sum. */
  count(choices: Record<string, number>): void;
  /** Announcement for screen readers that another time was chosen. */
  said: string;
  /** Called when another time is chosen after a rejection. */
  choose(said: string): void;
  submit(activity: Activity, time: Time, how: How): Promise<void>;
  /** Adds it to the cart instead, including its held places. */
  toCart(activity: Activity, time: Time, hold: Promise<string | undefined>): Promise<void>;
};

/** Whether to join the waiting list, and the hold that the booking uses. */
type How = { waiting: boolean; hold: Promise<string | undefined> };

type Options = {
  platform: () => Promise<Client>;
  /** Profile of the signed-in person; fills only empty fields. */
  known: Partial<Draft> | undefined;
  noteLabel: string;
  onBooked(done: Done): void;
  /** Called when it is in the cart, including its held places. */
  onInCart(): void;
  /** Called after a rejection, to count the places around that time again. */
  onRefused(refusal: Refusal, time: Time): void;
  /** Called when the hold no longer exists on the platform; the booking continues without it. */
  onHoldGone(): void;
};

/** The state of the booking form and its submission. All input is stored in the tab immediately. */
export function useForm({ platform, known, noteLabel, onBooked, onInCart, onRefused, onHoldGone }: Options): Form {
  const [draft, setDraft] = useState(emptyDraft);
  const [attempt, dispatch] = useReducer(nextAttempt, filling);
  const [slow, setSlow] = useState(false);
  const [told, setTold] = useState(0);
  const [said, setSaid] = useState("");

  useEffect(() => setDraft((typed) => filledIn(typed, keptDraft())), []);
  const fill = useEffectEvent(() => known && setDraft((typed) => filledIn(typed, known)));
  const person = known?.email;
  useEffect(() => {
    if (person) fill();
  }, [person]);

  // Input typed before the stored draft was read is merged into it instead of replacing it.
  const change = (changed: Partial<Draft>) => {
    const typed = { ...filledIn(draft, keptDraft()), ...changed };
    setDraft(typed);
    keepDraft(typed);
  };

  return {
    draft,
    attempt,
    slow,
    told,
    edit(field, value, id = field as FieldId) {
      change({ [field]: value });
      dispatch({ event: "edit", field: id });
    },
    count(choices) {
      const participants = Object.values(choices).reduce((sum, count) => sum + count, 0);
      change({ choices, participants });
      dispatch({ event: "edit", field: "participants" });
    },
    said,
    choose(said) {
      dispatch({ event: "choose" });
      setSaid(said);
    },
    async submit(activity, time, { waiting, hold }) {
      if (attempt.at !== "filling") return;
      const problems = problemsOf(draft, mostParticipants(time, activity, waiting), activity, yearOf(time.start));
      dispatch({ event: "submit", problems });
      setSaid("");
      if (problems.length > 0) return setTold((count) => count + 1);
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
        dispatch({ event: "book", bookingId: booking.id });
        onBooked(done);
      } catch (error) {
        const refusal = refusalOf(error);
        dispatch({ event: "refuse", refusal });
        setTold((count) => count + 1);
        onRefused(refusal, time);
      } finally {
        clearTimeout(slowly);
        setSlow(false);
      }
    },
    async toCart(activity, time, hold) {
      if (attempt.at !== "filling") return;
      const most = mostParticipants(time, activity, false);
      const problems = problemsOfCart(problemsOf(draft, most, activity, yearOf(time.start)), draft, activity);
      dispatch({ event: "submit", problems });
      setSaid("");
      if (problems.length > 0) return setTold((count) => count + 1);
      try {
        const [client, holdId, { addToCart }] = await Promise.all([platform(), hold, import("../cart.ts")]);
        const what = { booking: cartBookingOf(activity, time, draft, noteLabel) };
        await withoutHold(holdId, onHoldGone, (id) => addToCart(client, { ...what, ...(id && { holdId: id }) }));
        const { firstName, lastName, email, phone } = draft;
        keepDraft({ ...emptyDraft, firstName, lastName, email, phone });
        dispatch({ event: "book", bookingId: "" });
        onInCart();
      } catch (error) {
        const refusal = refusalOf(error);
        dispatch({ event: "refuse", refusal });
        setTold((count) => count + 1);
        onRefused(refusal, time);
      }
    },
  };
}

type Order = Parameters<Client["bookings"]["create"]>;

function book(client: Client, { holdId, ...order }: Order[0], options: Order[1], onHoldGone: () => void) {
  return withoutHold(holdId, onHoldGone, (id) =>
    withCaptcha(client, (proof) => client.bookings.create({ ...order, ...(id && { holdId: id }), ...proof }, options)),
  );
}

/**
 * An expired hold is no reason to reject a booking if there are still places: the same request is
 * sent again without it.
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

/** Fills empty fields of the input; the number of participants counts as typed unless it is 1. */
const filledIn = (typed: Draft, known: Partial<Draft>): Draft => ({
  participants: typed.participants > 1 ? typed.participants : (known.participants ?? 1),
  firstName: typed.firstName || known.firstName || "",
  lastName: typed.lastName || known.lastName || "",
  email: typed.email || known.email || "",
  phone: typed.phone || known.phone || "",
  note: typed.note || known.note || "",
  birthYear: typed.birthYear || known.birthYear || "",
  self: typed.self ?? known.self ?? null,
  choices: Object.keys(typed.choices).length > 0 ? typed.choices : (known.choices ?? {}),
  names: typed.names.length > 0 ? typed.names : (known.names ?? []),
  answers: { ...known.answers, ...typed.answers },
});

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

/** Returns a deadline if it is still in the future, otherwise null. */
export const futureDeadline = (until: string | null | undefined): string | null =>
  until && Date.parse(until) > Date.now() ? until : null;
