import { failureOf, isTemporary } from "@uola/browser/errors.ts";
import type { Client } from "@uola/client";
import { withCaptcha } from "@uola/client/captcha-retry";
import type { Hold as Kept } from "@uola/contract";
import { type RefObject, useEffect, useEffectEvent, useReducer, useRef } from "react";
import type { Activity } from "../../features/booking/activities.ts";
import { refusalOf } from "../../features/booking/attempt.ts";
import {
  forgetHold,
  forgetHoldRequest,
  type HoldRequest,
  keepHold,
  keepHoldRequest,
  keptHold,
  keptHoldRequest,
  type PlacesOfHold,
} from "../../features/booking/booking-storage.ts";
import {
  deadlineOf,
  type Held,
  type Hold,
  type HoldEvent,
  holdActionFor,
  holdDurationMs,
  nextHold,
  unheld,
} from "../../features/booking/hold.ts";
import type { Time } from "../../features/booking/times.ts";
import { slotOf } from "./booking-input.ts";

export type Holding = {
  hold: Hold;
  /**
   * Returns the id of the hold to use for a booking of this time. Waits for a hold request in
   * progress; otherwise that hold would block the booking.
   */
  idFor(time: Time): Promise<string | undefined>;
  taking: RefObject<Promise<Held | undefined> | undefined>;
  /**
   * Requests a hold, or the existing hold if this request already created one. Releases a hold that
   * is no longer wanted.
   */
  ask(request: HoldRequest, isWanted: () => boolean): Promise<Held | undefined>;
  /**
   * Whether a reloaded tab is recovering places that it may already hold. Until then, the page may
   * not see those places as free.
   */
  recovering: RefObject<boolean>;
  renew(): Promise<void>;
  /** Requests the places again after the hold has ended, if any places are left. */
  again(): void;
  /** Called when the booking has used the held places. */
  taken(): void;
  /** Called when the platform no longer has the hold. */
  ended(): void;
  dispatch(happening: HoldEvent): void;
};

/**
 * Debounce time for the number of participants, in milliseconds, so that three presses cause one
 * change.
 */
const debounceMs = 250;

/**
 * Manages the hold of this tab. The hold survives a reload; a hold that the tab abandons expires on
 * the platform.
 */
export function useHold(platform: () => Promise<Client>): Holding {
  const [hold, dispatch] = useReducer(nextHold, unheld);
  const taking = useRef<Promise<Held | undefined>>(undefined);
  const recovering = useRef(false);
  const ended = (id: string) => {
    taking.current = undefined;
    forgetHold();
    dispatch({ event: "end", id });
  };
  const remember = useEffectEvent(async () => {
    const kept = keptHold();
    if (!kept) return recover();
    if (kept.until <= Date.now()) return forgetHold();
    dispatch({ event: "hold", held: kept });
    const { holds } = await platform();
    holds.get({ holdId: kept.id }).catch((error) => isGone(error) && ended(kept.id));
  });
  /**
   * Recovers the hold of a tab that was reloaded before its request was answered. Otherwise the
   * tab's own hold would block its places until it expires.
   */
  function recover() {
    const request = keptHoldRequest();
    if (!request) return;
    if (request.sentAt + holdDurationMs <= Date.now()) return forgetHoldRequest(request);
    recovering.current = true;
    const asking: Promise<Held | undefined> = ask(request, () => taking.current === asking).finally(() => {
      recovering.current = false;
    });
    taking.current = asking;
  }
  async function ask(request: HoldRequest, isWanted: () => boolean): Promise<Held | undefined> {
    dispatch({ event: "take", timeId: request.time.id, participants: request.participants });
    keepHoldRequest(request);
    try {
      const client = await platform();
      const answer = await send(client, request);
      forgetHoldRequest(request);
      if (isWanted()) return keepAs(answer, request, dispatch);
      await client.holds.release({ holdId: answer.hold.id });
    } catch (error) {
      // If there was no response, the platform may be holding the places: the tab's next request
      // for them reuses the same idempotency key.
      if (!isTemporary(error)) forgetHoldRequest(request);
      const { why } = refusalOf(error);
      if (isWanted()) dispatch({ event: "refuse", why: why === "full" || why === "gone" ? "full" : "without" });
    }
    return undefined;
  }
  useEffect(() => void remember(), []);

  const held = hold.at === "held" ? hold.held : undefined;
  const end = useEffectEvent(() => held && ended(held.id));
  const until = held?.until;
  useEffect(() => {
    if (until === undefined) return;
    const timer = setTimeout(end, Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);

  return {
    hold,
    ask,
    recovering,
    async idFor({ id }) {
      // The ref is updated before the state: a booking submitted before the next render must not be
      // blocked by the tab's own hold.
      const own = held ?? (await taking.current);
      return own?.time.id === id ? own.id : undefined;
    },
    taking,
    async renew() {
      if (!held) return;
      const { holds } = await platform();
      try {
        keepAs(await holds.renew({ holdId: held.id }), held, dispatch);
      } catch (error) {
        if (isGone(error)) ended(held.id);
        // The hold was already renewed in another tab: the hold as stored on the platform is
        // authoritative.
        else if (failureOf(error).code === "HOLD_NOT_RENEWABLE") {
          await holds.get({ holdId: held.id }).then(
            (answer) => keepAs(answer, held, dispatch),
            () => {},
          );
        }
      }
    },
    again: () => dispatch({ event: "leave" }),
    taken() {
      taking.current = undefined;
      forgetHold();
      dispatch({ event: "leave" });
    },
    ended: () => held && ended(held.id),
    dispatch,
  };
}

type Wanted = { activity: Activity; time: Time; participants: number };

/**
 * Updates the hold when the selection changes: choosing another time or nothing releases the
 * places, and choosing another number of participants changes the hold. `count` reloads the number
 * of places left. While a booking is being sent (`isSending`), no hold is requested that could
 * block it.
 */
export function useHolding(
  { hold, taking, ask, recovering, dispatch, ended }: Holding,
  platform: () => Promise<Client>,
  { wanted, isSending, count }: { wanted: Wanted | undefined; isSending: boolean; count: () => void },
) {
  const held = hold.at === "held" ? hold.held : undefined;
  const timeId = wanted?.time.id;
  const participants = wanted?.participants;
  // Identifies the latest request: a hold that arrives after the user has left is released.
  const asked = useRef(0);

  const release = async ({ id }: Held) => {
    forgetHold();
    const { holds } = await platform();
    await holds.release({ holdId: id }).catch(() => {});
  };
  const leave = useEffectEvent(async () => {
    asked.current++;
    if (hold.at === "none") return;
    taking.current = undefined;
    const unanswered = keptHoldRequest();
    if (unanswered) forgetHoldRequest(unanswered);
    dispatch({ event: "leave" });
    if (!held) return;
    await release(held);
    count();
  });
  const take = useEffectEvent(async ({ time, activity, participants }: Wanted) => {
    const turn = ++asked.current;
    const before = keptHoldRequest();
    const key = before?.time.id === time.id ? before.key : crypto.randomUUID();
    const request = { key, time, participants, sentAt: Date.now(), places: placesOf(activity, time) };
    const own = await ask(request, () => turn === asked.current);
    if (turn === asked.current) count();
    return own;
  });
  const change = useEffectEvent(async () => {
    if (!held || !wanted) return;
    const client = await platform();
    try {
      keepAs(await resize(client, held.id, wanted.participants), held, dispatch);
    } catch (error) {
      if (isGone(error)) ended();
    }
    count();
  });

  const step = useEffectEvent(() => {
    if (timeId === undefined || participants === undefined) return recovering.current ? undefined : void leave();
    const what = holdActionFor(hold, timeId, participants);
    if (what === "take" && held) return void leave();
    if (what === "take" && wanted && !isSending) taking.current = take(wanted);
    if (what === "change") void change();
  });
  const heldId = held?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these is a reason to look what there is to do
  useEffect(() => {
    if (timeId === undefined) {
      step();
      return;
    }
    const settled = setTimeout(step, debounceMs);
    return () => clearTimeout(settled);
  }, [timeId, participants, hold.at, heldId, isSending]);

  // Releases the hold on navigation to another page of the site. Closing the page is
  // indistinguishable from a reload, so in that case the hold simply expires.
  const gone = useEffectEvent(() => void leave());
  useEffect(() => () => gone(), []);
}

const send = (client: Client, { key, places, participants }: HoldRequest) =>
  withCaptcha(client, (proof) =>
    client.holds.create({ ...places, totalParticipants: participants, ...proof }, { idempotencyKey: key }),
  );

/** Enlarging a hold is rate limited like creating one, so the platform may ask for a captcha. */
const resize = (client: Client, holdId: string, totalParticipants: number) =>
  withCaptcha(client, (proof) => client.holds.change({ holdId, totalParticipants, ...proof }));

const placesOf = (activity: Activity, time: Time): PlacesOfHold =>
  time.lessons ? { schedule: { scheduleId: activity.scheduleId } } : { slot: slotOf(activity, time) };

function keepAs(answer: { hold: Kept }, { time }: Pick<Held, "time">, dispatch: (happening: HoldEvent) => void) {
  const { id, totalParticipants: participants, expiresDate, renewable } = answer.hold;
  const held: Held = { id, time, participants, until: deadlineOf(expiresDate, Date.now()), renewable };
  keepHold(held);
  dispatch({ event: "hold", held });
  return held;
}

const isGone = (error: unknown) => failureOf(error).code === "HOLD_NOT_FOUND";
