import type { Client } from "@uola/client";
import { withCaptcha } from "@uola/client/captcha-retry";
import type { Hold as Kept } from "@uola/contract";
import { type RefObject, useEffect, useEffectEvent, useReducer, useRef } from "react";
import { failureOf, isPassing } from "../../errors.ts";
import type { Activity } from "./activities.ts";
import { refusalOf } from "./attempt.ts";
import { slotOf } from "./booking-input.ts";
import { deadlineOf, type Held, type Hold, type HoldHappening, nextHold, toDo, unheld, wholeMs } from "./hold.ts";
import {
  forgetHold,
  forgetHoldRequest,
  type HoldRequest,
  keepHold,
  keepHoldRequest,
  keptHold,
  keptHoldRequest,
  type PlacesOfHold,
} from "./keep.ts";
import type { Time } from "./times.ts";

export type Holding = {
  hold: Hold;
  /** The hold a booking of this time goes with; one that is just being taken is waited for, or it would be in its way. */
  idFor(time: Time): Promise<string | undefined>;
  taking: RefObject<Promise<Held | undefined> | undefined>;
  /** Asks for places, or for the hold that this request has got already. What is not wanted any more is given back. */
  ask(request: HoldRequest, isWanted: () => boolean): Promise<Held | undefined>;
  /** Whether a reloaded tab asks for what it may hold already. Until it knows, the page may see none of those places. */
  recovering: RefObject<boolean>;
  renew(): Promise<void>;
  /** After it ended: the places once more, if there are any. */
  again(): void;
  /** The booking has taken its places. */
  taken(): void;
  /** The platform does not know it any more. */
  ended(): void;
  dispatch(happening: HoldHappening): void;
};

/** A moment for the number of participants to settle, so that three presses are one change. */
const settleMs = 250;

/** The hold of this tab. It outlives a reload; what the tab leaves behind ends by itself. */
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
  /** The tab was reloaded before it heard whether it holds places: they would be in its own way until the hold ends. */
  function recover() {
    const request = keptHoldRequest();
    if (!request) return;
    if (request.sentAt + wholeMs <= Date.now()) return forgetHoldRequest(request);
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
      // Without an answer the places may be held: the next request of this tab for them says the same key.
      if (!isPassing(error)) forgetHoldRequest(request);
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
      // The reference is ahead of the state: who presses before the next picture is drawn must not be in their own way.
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
        // Renewed already, in another tab: what it says about itself is the truth.
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
 * Holds what is wanted for as long as it is wanted: another time or nothing wanted gives the places back, another number
 * changes the hold. `count` looks how many places are left. While a booking is on its way (`isSending`) nothing is taken
 * that would be in its way.
 */
export function useHolding(
  { hold, taking, ask, recovering, dispatch, ended }: Holding,
  platform: () => Promise<Client>,
  { wanted, isSending, count }: { wanted: Wanted | undefined; isSending: boolean; count: () => void },
) {
  const held = hold.at === "held" ? hold.held : undefined;
  const timeId = wanted?.time.id;
  const participants = wanted?.participants;
  // What is answered after somebody has left is given back.
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
    const what = toDo(hold, timeId, participants);
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
    const settled = setTimeout(step, settleMs);
    return () => clearTimeout(settled);
  }, [timeId, participants, hold.at, heldId, isSending]);

  // Another page of the site; a page that is closed looks like one that is reloaded, so that its hold just ends.
  const gone = useEffectEvent(() => void leave());
  useEffect(() => () => gone(), []);
}

const send = (client: Client, { key, places, participants }: HoldRequest) =>
  withCaptcha(client, (proof) =>
    client.holds.create({ ...places, totalParticipants: participants, ...proof }, { idempotencyKey: key }),
  );

/** A hold that grows is limited like a new one, so that the platform may ask for a captcha. */
const resize = (client: Client, holdId: string, totalParticipants: number) =>
  withCaptcha(client, (proof) => client.holds.change({ holdId, totalParticipants, ...proof }));

const placesOf = (activity: Activity, time: Time): PlacesOfHold =>
  time.lessons ? { schedule: { scheduleId: activity.scheduleId } } : { slot: slotOf(activity, time) };

function keepAs(answer: { hold: Kept }, { time }: Pick<Held, "time">, dispatch: (happening: HoldHappening) => void) {
  const { id, totalParticipants: participants, expiresDate, renewable } = answer.hold;
  const held: Held = { id, time, participants, until: deadlineOf(expiresDate, Date.now()), renewable };
  keepHold(held);
  dispatch({ event: "hold", held });
  return held;
}

const isGone = (error: unknown) => failureOf(error).code === "HOLD_NOT_FOUND";
