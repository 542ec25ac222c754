import { SecondaryButton, TextButton } from "@uola/ui/buttons.tsx";
import { Notice } from "@uola/ui/notice.tsx";
import { time as clock } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { useEffect, useState } from "react";
import { type Countdown, countdown, type Held } from "../../features/booking/hold.ts";
import type { Holding } from "./use-hold.ts";

/** The remaining time of the hold, updated every second; undefined while nothing is held. */
export function useCountdown({ hold }: Holding): (Countdown & Pick<Held, "until" | "participants">) | undefined {
  const held = hold.at === "held" ? hold.held : undefined;
  const [now, setNow] = useState(() => Date.now());
  const until = held?.until;
  useEffect(() => {
    if (until === undefined) return;
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return held && { ...countdown(held, now), until: held.until, participants: held.participants };
}
type Counting = NonNullable<ReturnType<typeof useCountdown>>;

export const heldText = ({ until, participants }: Counting): string =>
  say("booking.hold.until", { count: participants, time: clock(new Date(until)) });

/**
 * The hold as shown on the ticket. Its space is reserved from the first render, so that the layout
 * does not shift when the hold arrives.
 */
export function heldOnTicket(counting: Counting | undefined, holding: Holding) {
  if (counting) {
    const extend = counting.canRenew && <Renew holding={holding} />;
    return { held: { text: heldText(counting), time: counting.left, share: counting.share, extend } };
  }
  const { at } = holding.hold;
  return at === "none" || at === "taking" ? { held: { text: say("booking.hold.taking"), time: "…", share: 1 } } : {};
}

export const Renew = ({ holding }: { holding: Holding }) => (
  <TextButton onClick={() => void holding.renew()}>{say("booking.extend")}</TextButton>
);

/**
 * The hold is announced only while more than this share of its time remains; later the remaining
 * time can be read on the ticket and in the bar.
 */
const saidShare = 0.97;

/**
 * Announced to screen readers when the hold starts, two minutes before it ends and when it ends;
 * visible only after it has ended.
 */
export function HoldNews({ holding, counting }: { holding: Holding; counting: Counting | undefined }) {
  return (
    <>
      <p role="status" className="visually-hidden">
        {counting?.phase === "start" && counting.share > saidShare && heldText(counting)}
        {counting?.phase === "soon" && say("booking.hold.soon")}
      </p>
      {holding.hold.at === "over" && (
        <Notice urgent>
          <div className="grid justify-items-start gap-3">
            <p>
              <strong>{say("booking.hold.over")}</strong>
            </p>
            <p>{say("booking.hold.over.do")}</p>
            <SecondaryButton onClick={holding.again}>{say("booking.hold.again")}</SecondaryButton>
          </div>
        </Notice>
      )}
    </>
  );
}
