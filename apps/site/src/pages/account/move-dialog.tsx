import type { Reason } from "@uola/browser/error-messages.ts";
import { usePlatformQuery } from "@uola/browser/use-platform.ts";
import { PrimaryButton, SecondaryButton, TextButton } from "@uola/ui/buttons.tsx";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { Notice } from "@uola/ui/notice.tsx";
import { Overlay } from "@uola/ui/overlay.tsx";
import { Skeleton } from "@uola/ui/skeleton.tsx";
import { capitalized, dayHeading, localDate, timeRange } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { useState } from "react";
import { momentOf, whenOf } from "../../features/booking/booking-words.ts";
import { byDay, type Choice, choicesFor } from "./move-choices.ts";
import type { OwnBooking } from "./own-booking.ts";

type Props = {
  mine: OwnBooking | undefined;
  phone: string;
  onClose: () => void;
  /** Returns the reason if the booking was not moved. */
  onMove: (mine: OwnBooking, choice: Choice) => Promise<Reason<"move"> | undefined>;
};

/** Dialog to move a booking to another time. The old time stays booked until the new one is confirmed. */
export function MoveDialog({ mine, phone, onClose, onMove }: Props) {
  if (!mine) return null;
  return (
    <Overlay title={say("account.move.ask")} close={say("action.close")} onClose={onClose}>
      <Moving key={`${mine.id} ${mine.revision}`} {...{ mine, phone, onClose, onMove }} />
    </Overlay>
  );
}

const daysAtOnce = 4;

function Moving({ mine, phone, onClose, onMove }: Props & { mine: OwnBooking }) {
  const {
    data: choices,
    isError: failed,
    refetch,
  } = usePlatformQuery(["another time", mine.id, mine.revision], (client) => choicesFor(client, mine, new Date()), {
    refetch: true,
  });
  const [chosenId, setChosenId] = useState<string>();
  const [shown, setShown] = useState(daysAtOnce);
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<Reason<"move">>();

  const chosen = choices?.find(({ id }) => id === chosenId);
  const days = byDay(choices ?? []);
  const today = localDate(new Date());
  const send = async () => {
    if (!chosen || sending) return;
    setSending(true);
    setRefusal(undefined);
    const why = await onMove(mine, chosen).finally(() => setSending(false));
    if (!why) return;
    setRefusal(why);
    if (why === "taken") {
      setChosenId(undefined);
      void refetch();
    }
  };

  return (
    <div className="grid gap-5">
      <p>
        <strong>{mine.title}</strong>
        <br />
        {say("account.move.now", { when: whenOf(mine.start) })} · {say("participants", { count: mine.participants })}
      </p>
      <p className="text-muted">
        {say("account.move.kept")}
        {mine.asksApproval && ` ${say("account.move.approval")}`}
      </p>
      <div className={refusal ? "" : "-mt-5"}>
        <Notice urgent>{refusal && moveRefusalText(refusal, phone)}</Notice>
      </div>
      {!choices && !failed && <Skeleton lines={4} label={say("state.loading")} />}
      {failed && (
        <p role="alert" className="flex flex-wrap items-center gap-x-4">
          {say("account.move.failed")}
          <TextButton onClick={() => void refetch()}>{say("action.retry")}</TextButton>
        </p>
      )}
      {choices?.length === 0 && <p>{say("account.move.none", { phone })}</p>}
      {days.slice(0, shown).map(({ day, choices }) => (
        <RadioGroup
          key={day}
          shown
          legend={capitalized(dayHeading(day, today))}
          name="another-time"
          value={chosenId}
          onChange={setChosenId}
          choices={choices.map((choice) => ({ value: choice.id, label: labelOf(choice) }))}
        />
      ))}
      {days.length > shown && (
        <TextButton className="justify-self-start" onClick={() => setShown(shown + daysAtOnce)}>
          {say("account.move.later")}
        </TextButton>
      )}
      <p role="status" className={chosen ? "rule pt-4" : "visually-hidden"}>
        {chosen && (
          <>
            <s className="text-muted">{capitalized(whenOf(mine.start))}</s>
            <br />
            <strong>{say("account.move.to", { when: whenOf(chosen.start) })}</strong>
            {chosen.staff && chosen.staff !== mine.staff && `. ${say("booking.times.with", { names: chosen.staff })}`}
          </>
        )}
      </p>
      {mine.move?.kind === "until" && (
        <p className="small text-muted">{say("account.move.until", { when: momentOf(mine.move.until) })}</p>
      )}
      <div className="flex flex-wrap gap-4">
        <PrimaryButton onClick={send} disabled={!chosen || sending}>
          {say(sending ? "account.move.sending" : "account.move")}
        </PrimaryButton>
        <SecondaryButton className="min-h-[56px]" onClick={onClose}>
          {say("account.move.keep")}
        </SecondaryButton>
      </div>
    </div>
  );
}

const labelOf = ({ start, end, staff, open }: Choice) =>
  [timeRange(start, end), staff, open !== null && open < 4 && say("places.left", { count: open })]
    .filter(Boolean)
    .join(" · ");

export const moveRefusalText = (reason: Reason<"move">, phone: string): string =>
  say(`account.move.refusal.${reason}`, { phone });
