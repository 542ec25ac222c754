import type { ExtendedBooking, Participant, Session } from "@uola/contract";
import { Check, Field, Select, TextArea } from "@uola/ui/field.tsx";
import { dayAndTimes } from "@uola/ui/kit/date-time.ts";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import { useState } from "react";
import { people } from "../today/today.ts";
import { isCount, namesOf } from "./add.ts";
import { useOtherTimes } from "./use-session-page.ts";

type NumberProps = {
  one: ExtendedBooking;
  about: string;
  onClose: () => void;
  onSure: (count: number, participants: Participant[] | undefined) => void;
};

/** Changes the number of participants, and their names if recorded. */
export function NumberDialog({ one, about, onClose, onSure }: NumberProps) {
  const before = one.booking.participants ?? [];
  const form = useEntityForm({
    kept: {
      draft: {
        count: String(people(one)),
        names: before.map(({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(" ")).join("\n"),
      },
      revision: undefined,
    },
    isNew: true,
    prefix: "number-",
    check: ({ count, names }) => {
      const named = namesOf(names).length;
      if (!isCount(count)) return { count: say("session.wrong.count") };
      return named > 0 && named !== Number(count) ? { names: say("session.wrong.names") } : {};
    },
    save: async ({ draft: { count, names } }) => {
      const named = namesOf(names);
      onSure(Number(count), named.length > 0 ? named : undefined);
    },
  });
  return (
    <FormDialog title={say("session.number.title")} sure={say("session.save")} onClose={onClose} form={form}>
      <p>{about}</p>
      <Field {...form.text("count")} inputMode="numeric" label={say("session.add.count")} />
      <TextArea {...form.text("names")} label={say("session.add.names")} hint={say("session.add.names.hint")} />
    </FormDialog>
  );
}

type RescheduleProps = {
  session: Session;
  about: string;
  onClose: () => void;
  onSure: (to: Session, notify: boolean) => void;
};

/** Moves a booking to another time of the same activity. */
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
      form={() => to && onSure(to, notify)}
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
            label: say("session.reschedule.left", { when: dayAndTimes(other), count: other.openSpots }),
          }))}
        />
      )}
      <Check checked={notify} onChange={({ target }) => setNotify(target.checked)}>
        {say("calendar.notify")}
      </Check>
    </FormDialog>
  );
}
