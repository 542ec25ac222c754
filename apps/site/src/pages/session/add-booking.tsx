import type { Session } from "@uola/contract";
import { say } from "@uola/words/admin";
import { useState } from "react";
import { PrimaryButton, TextButton } from "../../ui/buttons.tsx";
import { Check, Field, TextArea } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/notice.tsx";
import { Overlay } from "../../ui/overlay.tsx";
import { empty, type Wrong, wishOf, wrongsOf } from "./add.ts";
import type { Doing } from "./use-doing.ts";

type Props = {
  session: Session;
  /** Somebody walks in late: the rules of booking ahead are over, the places are not. */
  hasBegun: boolean;
  act: Doing["act"];
  onClose: () => void;
};

/** A booking taken at the desk or by telephone: more than the places and against the rules only when that is asked for. */
export function AddBooking({ session, hasBegun, act, onClose }: Props) {
  const [draft, setDraft] = useState(empty);
  const [wrongs, setWrongs] = useState<readonly Wrong[]>([]);
  const [isConfirmed, setConfirmed] = useState(true);
  const [skips, setSkips] = useState(false);
  const [notify, setNotify] = useState(true);
  const field = (name: keyof typeof empty) => ({
    id: `add-${name}`,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setDraft((before) => ({ ...before, [name]: target.value })),
    ...(wrongs.includes(name as Wrong) && { error: say(`session.wrong.${name as Wrong}`) }),
  });
  const send = () => {
    const found = wrongsOf(draft);
    setWrongs(found);
    if (found.length > 0) return;
    const booking = wishOf(draft, session);
    const name = [draft.first, draft.last].join(" ").trim();
    onClose();
    void act(
      ({ bookings }) =>
        bookings.create({
          booking: { ...booking, status: isConfirmed ? "CONFIRMED" : "PENDING" },
          participantNotification: { notifyParticipants: notify },
          flowControlSettings: {
            skipBusinessConfirmation: isConfirmed,
            skipAvailabilityValidation: skips,
            ignoreBookingPolicy: hasBegun,
          },
        }),
      say("session.added", { name }),
    );
  };
  return (
    <Overlay title={say("session.add.title")} close={say("calendar.close")} onClose={onClose}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {wrongs.length > 0 && (
          <ErrorSummary
            key={wrongs.join()}
            title={say("session.wrong")}
            errors={wrongs.map((wrong) => ({ field: `add-${wrong}`, text: say(`session.wrong.${wrong}`) }))}
          />
        )}
        <div className="field-row">
          <Field label={say("session.add.first")} {...field("first")} />
          <Field label={say("session.add.last")} {...field("last")} />
        </div>
        <div className="field-row">
          <Field type="email" label={say("session.add.email")} {...field("email")} />
          <Field type="tel" label={say("session.add.phone")} {...field("phone")} />
          <Field inputMode="numeric" label={say("session.add.count")} {...field("count")} />
        </div>
        <TextArea label={say("session.add.names")} hint={say("session.add.names.hint")} {...field("names")} />
        <div>
          <Check checked={isConfirmed} onChange={({ target }) => setConfirmed(target.checked)}>
            {say("session.add.confirmed")}
          </Check>
          <Check checked={skips} onChange={({ target }) => setSkips(target.checked)}>
            {say("session.add.skip")}
          </Check>
          <Check checked={notify} onChange={({ target }) => setNotify(target.checked)}>
            {say("session.add.notify")}
          </Check>
        </div>
        <div className="flex flex-wrap items-center gap-6">
          <PrimaryButton type="submit">{say("session.add.do")}</PrimaryButton>
          <TextButton onClick={onClose}>{say("calendar.giveUp")}</TextButton>
        </div>
      </form>
    </Overlay>
  );
}
