import type { Client } from "@uola/client";
import type { Session } from "@uola/contract";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { Check, Field, TextArea } from "@uola/ui/field.tsx";
import { useCapacityConfirmation } from "@uola/ui/kit/capacity-confirmation.tsx";
import { ClockField } from "@uola/ui/kit/date-time-field.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import { useState } from "react";
import { CheckboxGroup } from "../calendar/chooser.tsx";
import type { Scope } from "../calendar/moves.ts";
import type { Catalogue } from "../calendar/use-calendar.ts";
import { type Change, changeOf, draftOf, type Wrong, wrongsOf } from "./edit.ts";
import type { SessionActions } from "./use-session-actions.ts";
import { useAct } from "./use-session-page.ts";

const scopes = ["THIS", "THIS_AND_LATER", "ALL"] as const;

type Props = { session: Session; house: Catalogue; actions: SessionActions; onClose: () => void };

/** The form for editing a session; for a session of a series, also the scope of the change. */
export function EditSession({ session, house, actions, onClose }: Props) {
  const [isIdle, setIdle] = useState(false);
  const perform = useAct();
  const belowSold = useCapacityConfirmation();
  const form = useEntityForm({
    kept: { draft: { ...draftOf(session), scope: "THIS" as Scope, notify: true }, revision: undefined },
    isNew: true,
    prefix: "edit-",
    check: (draft) =>
      Object.fromEntries(
        wrongsOf(draft, session, new Date()).map((wrong) => [
          fieldOf(wrong),
          say(wrong === "url" ? "session.url" : `calendar.wrong.${wrong}`),
        ]),
      ),
    save: async ({ draft: { scope, notify, ...draft } }) => {
      const change = changeOf(draft, session);
      if (Object.keys(change).length === 0) return setIdle(true);
      const wish = { sessionId: session.id, scope, participantNotification: { notifyParticipants: notify } };
      const back = ({ schedules }: Client) =>
        schedules.changeSession({ ...wish, change: previousValues(change, session) });
      const put =
        (allowBelowSold: boolean) =>
        ({ schedules }: Client) =>
          schedules.changeSession({ ...wish, change, allowBelowSold });
      if (!("capacity" in change || "staffIds" in change)) {
        onClose();
        return void actions.act(put(false), say("session.changed"), back);
      }
      // The dialog stays open while it asks whether the capacity may be lower than the number of
      // places sold.
      await belowSold.attempt(capacityKey({ scope, ...draft }), (allowed) => perform(put(allowed)));
      onClose();
      void actions.act(async () => undefined, say("session.changed"), back);
    },
  });
  const { draft, set } = form;
  return (
    <FormDialog title={say("session.edit.title")} sure={say("session.save")} onClose={onClose} form={form}>
      {/* Placed directly below the error summary, because the end of this form is out of sight. */}
      {belowSold.question(capacityKey(draft))}
      <div className="field-row">
        <Field {...form.text("day")} type="date" label={say("calendar.date")} />
        <ClockField {...form.text("time")} label={say("calendar.time")} onChange={(time) => set({ time })} />
        <Field {...form.text("minutes")} inputMode="numeric" label={say("calendar.minutes")} />
        {!session.courseSession && (
          <Field {...form.text("capacity")} inputMode="numeric" label={say("calendar.capacity")} />
        )}
      </div>
      <CheckboxGroup
        legend={say("calendar.staff")}
        options={house.staff}
        chosen={draft.staffIds}
        onChange={(staffIds) => set({ staffIds })}
      />
      <CheckboxGroup
        legend={say("calendar.resources")}
        options={house.resources}
        chosen={draft.resourceIds}
        onChange={(resourceIds) => set({ resourceIds })}
      />
      <Field {...form.text("location")} label={say("session.location.name")} />
      <Field {...form.text("meeting")} type="url" label={say("session.meeting")} />
      <TextArea {...form.text("note")} label={say("session.note")} maxLength={2000} />
      {session.ruleId && (
        <RadioGroup
          shown
          legend={say("calendar.scope")}
          name="scope"
          value={draft.scope}
          onChange={(scope) => set({ scope: scope as Scope })}
          choices={scopes.map((value) => ({ value, label: say(`calendar.scope.${value}`) }))}
        />
      )}
      <Check {...form.check("notify")}>{say("calendar.notify")}</Check>
      <p role="status">{isIdle && say("session.nothing")}</p>
    </FormDialog>
  );
}

/** Returns a key made of the form fields that can lower the capacity. */
const capacityKey = ({ capacity, staffIds, scope }: { capacity: string; staffIds: readonly string[]; scope: Scope }) =>
  [capacity, scope, ...staffIds].join();

const fieldOf = (wrong: Wrong) => (wrong === "past" ? "day" : wrong === "url" ? "meeting" : wrong);

/** Returns the previous values of the changed fields, for undo. */
function previousValues(change: Change, before: Session): Change {
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
