import type { ExtendedBooking, Participant, Session } from "@uola/contract";
import { say } from "@uola/words/admin";
import { type ReactNode, useState } from "react";
import { PrimaryButton, TextButton } from "../../ui/buttons.tsx";
import { Check, Field, Select, TextArea } from "../../ui/field.tsx";
import { Overlay } from "../../ui/overlay.tsx";
import { people } from "../admin/today.ts";
import { isCount, namesOf } from "./add.ts";
import { whenOf } from "./use-doing.ts";
import { useOtherTimes } from "./use-session-page.ts";

type FormProps = { title: string; sure: string; onClose: () => void; onSend: () => void; children: ReactNode };

function FormDialog({ title, sure, onClose, onSend, children }: FormProps) {
  return (
    <Overlay title={title} close={say("dialog.keep")} onClose={onClose}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          onSend();
        }}
      >
        {children}
        <div className="flex flex-wrap items-center gap-6">
          <PrimaryButton type="submit">{sure}</PrimaryButton>
          <TextButton onClick={onClose}>{say("dialog.keep")}</TextButton>
        </div>
      </form>
    </Overlay>
  );
}

type NumberProps = {
  one: ExtendedBooking;
  about: string;
  onClose: () => void;
  onSure: (count: number, participants: Participant[] | undefined) => void;
};

/** How many come, and who, when their names are noted. */
export function NumberDialog({ one, about, onClose, onSure }: NumberProps) {
  const before = one.booking.participants ?? [];
  const [count, setCount] = useState(String(people(one)));
  const [names, setNames] = useState(
    before.map(({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(" ")).join("\n"),
  );
  const [wrong, setWrong] = useState<"count" | "names">();
  const send = () => {
    const named = namesOf(names);
    const found = !isCount(count) ? "count" : named.length > 0 && named.length !== Number(count) ? "names" : undefined;
    setWrong(found);
    if (found) document.getElementById(`number-${found}`)?.focus();
    else onSure(Number(count), named.length > 0 ? named : undefined);
  };
  return (
    <FormDialog title={say("session.number.title")} sure={say("session.save")} onClose={onClose} onSend={send}>
      <p>{about}</p>
      <Field
        id="number-count"
        inputMode="numeric"
        label={say("session.add.count")}
        value={count}
        onChange={({ target }) => setCount(target.value)}
        {...(wrong === "count" && { error: say("session.wrong.count") })}
      />
      <TextArea
        id="number-names"
        label={say("session.add.names")}
        hint={say("session.add.names.hint")}
        value={names}
        onChange={({ target }) => setNames(target.value)}
        {...(wrong === "names" && { error: say("session.wrong.names") })}
      />
    </FormDialog>
  );
}

type RescheduleProps = {
  session: Session;
  about: string;
  onClose: () => void;
  onSure: (to: Session, notify: boolean) => void;
};

/** Another time of the same activity. */
export function RescheduleDialog({ session, about, onClose, onSure }: RescheduleProps) {
  const { data } = useOtherTimes(session);
  const [chosen, setChosen] = useState("");
  const [notify, setNotify] = useState(true);
  const to = data?.find(({ id }) => id === chosen) ?? data?.[0];
  return (
    <FormDialog
      title={say("session.reschedule.title")}
      sure={say("calendar.move")}
      onClose={onClose}
      onSend={() => to && onSure(to, notify)}
    >
      <p>{about}</p>
      {data?.length === 0 ? (
        <p>{say("session.reschedule.none")}</p>
      ) : (
        <Select
          id="reschedule-to"
          label={say("session.reschedule.to")}
          value={to?.id ?? ""}
          onChange={({ target }) => setChosen(target.value)}
          options={(data ?? []).map((other) => ({
            value: other.id,
            label: say("session.reschedule.left", { when: whenOf(other), count: other.openSpots }),
          }))}
        />
      )}
      <Check checked={notify} onChange={({ target }) => setNotify(target.checked)}>
        {say("calendar.notify")}
      </Check>
    </FormDialog>
  );
}
