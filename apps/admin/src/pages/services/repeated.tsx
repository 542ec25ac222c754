import { RoundButton, TextButton } from "@uola/ui/buttons.tsx";
import { CheckList } from "@uola/ui/kit/check-list.tsx";
import { SpanField } from "@uola/ui/kit/span-field.tsx";
import type { EntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import type { Draft, Reminder } from "./draft.ts";
import { label } from "./labels.ts";
import type { Lists } from "./use-lists.ts";

const most = { reminders: 5, groups: 10 };
type Props = { form: EntityForm<Draft> };

/** Reminders before each session, several at different times. */
export function Reminders({ form: { draft, set, wrong } }: Props) {
  const change = (index: number, part: Partial<Reminder>) =>
    set({ reminders: draft.reminders.map((reminder, at) => (at === index ? { ...reminder, ...part } : reminder)) });
  return (
    <fieldset id="reminders" className="field" tabIndex={-1}>
      <legend className="label">{label("reminders")}</legend>
      {draft.reminders.map((reminder, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a reminder has no other name than its place
        <div key={index} className="sentence">
          <SpanField
            id={`reminder-${index}`}
            label={say("services.reminder.when", { number: index + 1 })}
            value={reminder}
            onChange={(span) => change(index, span)}
          />
          {say("services.reminder.before")}
          <select
            className="input"
            aria-label={say("services.reminder.by", { number: index + 1 })}
            value={reminder.by}
            onChange={({ target }) => change(index, { by: target.value as Reminder["by"] })}
          >
            <option value="MAIL">{say("services.reminder.MAIL")}</option>
            <option value="SMS">{say("services.reminder.SMS")}</option>
          </select>
          <RoundButton
            bare
            icon="close"
            label={say("services.reminder.remove", { number: index + 1 })}
            onClick={() => set({ reminders: draft.reminders.filter((_, at) => at !== index) })}
          />
        </div>
      ))}
      {wrong.reminders && <p className="error">{wrong.reminders}</p>}
      {draft.reminders.length < most.reminders && (
        <TextButton
          className="justify-self-start"
          onClick={() => set({ reminders: [...draft.reminders, { count: "24", unit: "HOURS", by: "MAIL" }] })}
        >
          {say("services.reminder.add")}
        </TextButton>
      )}
    </fieldset>
  );
}

/** Resource groups; an appointment takes one free resource of each group. */
export function ResourceGroups({ form: { draft, set }, lists }: Props & { lists: Lists }) {
  const options = lists.resources.map(({ id, name }) => ({ value: id, label: name }));
  const groups = draft.resourceGroups;
  return (
    <div id="resourceGroups" className="grid gap-4" tabIndex={-1}>
      {groups.map((group, index) => (
        <CheckList
          // biome-ignore lint/suspicious/noArrayIndexKey: a group has no other name than its place
          key={index}
          id={`group-${index}`}
          legend={say("services.group", { number: index + 1 })}
          hint={say("services.group.hint")}
          options={options}
          values={group}
          onChange={(ids) => set({ resourceGroups: groups.map((other, at) => (at === index ? ids : other)) })}
        />
      ))}
      {groups.length < most.groups && options.length > 0 && (
        <TextButton className="justify-self-start" onClick={() => set({ resourceGroups: [...groups, []] })}>
          {say("services.group.add")}
        </TextButton>
      )}
    </div>
  );
}
