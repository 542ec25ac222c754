import { RoundButton, TextButton } from "@uola/ui/buttons.tsx";
import { CheckList } from "@uola/ui/kit/check-list.tsx";
import type { InputProps } from "@uola/ui/kit/field.ts";
import { minutesOf, type Span } from "@uola/ui/kit/span.ts";
import { SpanField } from "@uola/ui/kit/span-field.tsx";
import { say } from "@uola/words/admin";
import { duration } from "@uola/words/formats";
import type { Lists } from "./use-lists.ts";

export type Reminder = Span & { by: "MAIL" | "SMS" };

/**
 * Formats a reminder. A stored reminder is in minutes; a reminder in the form has a number and a
 * unit.
 */
export const reminderText = (reminder: Reminder | { minutesBefore: number; by: Reminder["by"] }): string => {
  const minutes = "minutesBefore" in reminder ? reminder.minutesBefore : (minutesOf(reminder) ?? 0);
  return `${say(`services.reminder.${reminder.by}`)} ${duration(minutes)}`;
};

const most = { reminders: 5, groups: 10 };

/** Inputs for the reminders before each session; there can be several at different times. */
export function Reminders({ id, label, value: reminders, error, onChange }: InputProps<Reminder[]>) {
  const change = (index: number, part: Partial<Reminder>) =>
    onChange(reminders.map((reminder, at) => (at === index ? { ...reminder, ...part } : reminder)));
  return (
    <fieldset id={id} className="field" tabIndex={-1}>
      <legend className="label">{label}</legend>
      {reminders.map((reminder, index) => (
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
            onClick={() => onChange(reminders.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {error && <p className="error">{error}</p>}
      {reminders.length < most.reminders && (
        <TextButton
          className="justify-self-start"
          onClick={() => onChange([...reminders, { count: "24", unit: "HOURS", by: "MAIL" }])}
        >
          {say("services.reminder.add")}
        </TextButton>
      )}
    </fieldset>
  );
}

/** Inputs for resource groups; an appointment occupies one free resource of each group. */
export function ResourceGroups({
  id,
  value: groups,
  onChange,
  resources,
}: InputProps<string[][]> & Pick<Lists, "resources">) {
  const options = resources.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div id={id} className="grid gap-4" tabIndex={-1}>
      {groups.map((group, index) => (
        <CheckList
          // biome-ignore lint/suspicious/noArrayIndexKey: a group has no other name than its place
          key={index}
          id={`group-${index}`}
          legend={say("services.group", { number: index + 1 })}
          hint={say("services.group.hint")}
          options={options}
          values={group}
          onChange={(ids) => onChange(groups.map((other, at) => (at === index ? ids : other)))}
        />
      ))}
      {groups.length < most.groups && options.length > 0 && (
        <TextButton className="justify-self-start" onClick={() => onChange([...groups, []])}>
          {say("services.group.add")}
        </TextButton>
      )}
    </div>
  );
}
