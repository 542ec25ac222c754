import { RoundButton, TextButton } from "../../ui/buttons.tsx";
import { Field } from "../../ui/field.tsx";
import { CheckList } from "../admin-forms/check-list.tsx";
import { SpanField } from "../admin-forms/span-field.tsx";
import { say } from "../admin-forms/tell.ts";
import type { EntityForm } from "../admin-forms/use-entity-form.ts";
import type { Choice, Draft, Reminder } from "./draft.ts";
import { label } from "./labels.ts";
import type { Lists } from "./use-lists.ts";

const most = { reminders: 5, groups: 10, choices: 20 };
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

/** Of each group an appointment takes one that is free. */
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

/** What each person chooses, such as adult or child, with what it costs. Several options are changed by programs. */
export function Choices({ form: { draft, set, wrong } }: Props) {
  if (draft.optionIds.length > 1) return <p className="hint">{say("services.options.several")}</p>;
  const change = (index: number, part: Partial<Choice>) =>
    set({ choices: draft.choices.map((choice, at) => (at === index ? { ...choice, ...part } : choice)) });
  return (
    <fieldset id="choices" className="field" tabIndex={-1}>
      <legend className="label">{label("choices")}</legend>
      <p className="hint">{say("services.options.hint")}</p>
      {draft.choices.length > 0 && (
        <Field
          id="optionName"
          label={label("optionName")}
          value={draft.optionName}
          maxLength={100}
          onChange={({ target }) => set({ optionName: target.value })}
        />
      )}
      {draft.choices.map(({ name, price }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a choice has no other name than its place while it is typed
        <div key={index} className="form-pair">
          <Field
            id={`choice-${index}`}
            label={say("services.options.choice", { number: index + 1 })}
            value={name}
            maxLength={100}
            onChange={({ target }) => change(index, { name: target.value })}
          />
          <Field
            id={`choice-price-${index}`}
            label={label("price")}
            value={price}
            inputMode="decimal"
            onChange={({ target }) => change(index, { price: target.value })}
          />
          <TextButton
            className="justify-self-start"
            onClick={() => set({ choices: draft.choices.filter((_, at) => at !== index) })}
          >
            {say("services.options.remove", { number: index + 1 })}
          </TextButton>
        </div>
      ))}
      {wrong.choices && <p className="error">{wrong.choices}</p>}
      {draft.choices.length < most.choices && (
        <TextButton
          className="justify-self-start"
          onClick={() => set({ choices: [...draft.choices, { name: "", price: draft.price }] })}
        >
          {say("services.options.add")}
        </TextButton>
      )}
    </fieldset>
  );
}
