import type { Session } from "@uola/contract";
import { say } from "@uola/words/admin";
import { useState } from "react";
import { PrimaryButton, TextButton } from "../../ui/buttons.tsx";
import { RadioGroup } from "../../ui/choices.tsx";
import { Check, Field, TextArea } from "../../ui/field.tsx";
import { Overlay } from "../../ui/overlay.tsx";
import { Group } from "../calendar/chooser.tsx";
import type { Scope } from "../calendar/moves.ts";
import type { House } from "../calendar/use-calendar.ts";
import { type Change, changeOf, type Draft, draftOf, type Wrong, wrongsOf } from "./edit.ts";
import type { Doing } from "./use-doing.ts";

const scopes = ["THIS", "THIS_AND_LATER", "ALL"] as const;

type Props = { session: Session; house: House; doing: Doing; onClose: () => void };

/** Everything of a session that can be changed; of a weekly one, for which dates. */
export function EditSession({ session, house, doing, onClose }: Props) {
  const [draft, setDraft] = useState(() => draftOf(session));
  const [wrongs, setWrongs] = useState<readonly Wrong[]>([]);
  const [scope, setScope] = useState<Scope>("THIS");
  const [notify, setNotify] = useState(true);
  const [isIdle, setIdle] = useState(false);
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const errorOf = (...fields: Wrong[]) => {
    const wrong = fields.find((field) => wrongs.includes(field));
    return wrong ? { error: say(wrong === "url" ? "session.url" : `calendar.wrong.${wrong}`) } : {};
  };
  const field = (name: "day" | "time" | "minutes" | "capacity" | "location" | "meeting") => ({
    id: `edit-${name}`,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  });
  const send = () => {
    const found = wrongsOf(draft, session, new Date());
    setWrongs(found);
    if (found.length > 0) {
      document.getElementById(`edit-${idOf(found[0] ?? "day")}`)?.focus();
      return;
    }
    const change = changeOf(draft, session);
    if (Object.keys(change).length === 0) return setIdle(true);
    onClose();
    const participantNotification = { notifyParticipants: notify };
    const sessionId = session.id;
    void doing.act(
      ({ schedules }) => schedules.changeSession({ sessionId, scope, change, participantNotification }),
      say("session.changed"),
      ({ schedules }) =>
        schedules.changeSession({ sessionId, scope, change: backOf(change, session), participantNotification }),
    );
  };
  return (
    <Overlay title={say("session.edit.title")} close={say("dialog.keep")} onClose={onClose}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <div className="field-row">
          <Field type="date" label={say("calendar.date")} {...field("day")} {...errorOf("day", "past")} />
          <Field type="time" step={900} label={say("calendar.time")} {...field("time")} {...errorOf("time")} />
          <Field inputMode="numeric" label={say("calendar.minutes")} {...field("minutes")} {...errorOf("minutes")} />
          {!session.courseSession && (
            <Field
              inputMode="numeric"
              label={say("calendar.capacity")}
              {...field("capacity")}
              {...errorOf("capacity")}
            />
          )}
        </div>
        <Group
          legend={say("calendar.staff")}
          options={house.staff}
          chosen={draft.staffIds}
          onChange={(staffIds) => set({ staffIds })}
        />
        <Group
          legend={say("calendar.resources")}
          options={house.resources}
          chosen={draft.resourceIds}
          onChange={(resourceIds) => set({ resourceIds })}
        />
        <Field label={say("session.location.name")} {...field("location")} />
        <Field type="url" label={say("session.meeting")} {...field("meeting")} {...errorOf("url")} />
        <TextArea
          id="edit-note"
          label={say("session.note")}
          maxLength={2000}
          value={draft.note}
          onChange={({ target }) => set({ note: target.value })}
        />
        {session.ruleId && (
          <RadioGroup
            shown
            legend={say("calendar.scope")}
            name="scope"
            value={scope}
            onChange={(value) => setScope(value as Scope)}
            choices={scopes.map((value) => ({ value, label: say(`calendar.scope.${value}`) }))}
          />
        )}
        <Check checked={notify} onChange={({ target }) => setNotify(target.checked)}>
          {say("calendar.notify")}
        </Check>
        <p role="status">{isIdle && say("session.nothing")}</p>
        <div className="flex flex-wrap items-center gap-6">
          <PrimaryButton type="submit">{say("session.save")}</PrimaryButton>
          <TextButton onClick={onClose}>{say("dialog.keep")}</TextButton>
        </div>
      </form>
    </Overlay>
  );
}

const idOf = (wrong: Wrong) => ({ past: "day", url: "meeting" })[wrong as "past" | "url"] ?? wrong;

/** The same fields as they were. */
function backOf(change: Change, before: Session): Change {
  const whole: Change = {
    startDate: before.startDate,
    durationMinutes: Number(draftOf(before).minutes),
    capacity: before.totalSpots,
    staffIds: before.staff.map(({ id }) => id),
    resourceIds: before.resources.map(({ id }) => id),
    location: before.location ?? { locationType: "CUSTOM", name: "" },
    note: before.note ?? "",
  };
  return Object.fromEntries(Object.entries(whole).filter(([field]) => field in change));
}
