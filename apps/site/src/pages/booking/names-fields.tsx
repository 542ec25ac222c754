import { Check, Field } from "../../ui/field.tsx";
import type { Activity } from "./activities.ts";
import { longest, type Problem } from "./contact.ts";
import type { Form } from "./form.ts";
import { comesToo, type Name, othersOf, wantsNames } from "./names.ts";
import { say } from "./show.ts";

type Props = { activity: Activity; form: Form; errorOf: (field: Problem["field"]) => string | undefined };

/** Who comes, by name, where more than who books do. */
export function NamesFields({ activity, form: { draft, edit }, errorOf }: Props) {
  if (!wantsNames(activity, draft.participants)) return null;
  const others = othersOf(draft, activity);
  const isSelf = comesToo(draft, activity);
  const put = (index: number, change: Partial<Name>) =>
    edit("names", named(draft.names, index, change), `name-${index}`);
  return (
    <fieldset className="grid gap-5">
      <legend className="title mb-3">{say("booking.names")}</legend>
      <p className="hint">{say("booking.names.hint")}</p>
      <Check id="self" name="self" checked={isSelf} onChange={(event) => edit("self", event.target.checked)}>
        {say("booking.names.self")}
      </Check>
      {others.map(({ firstName, lastName }, index) => {
        const id = `name-${index}` as const;
        const number = index + (isSelf ? 2 : 1);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: people are known by nothing but their place in the row
          <div key={index} className="grid gap-5 md:grid-cols-2">
            <Field
              label={say("booking.names.first", { number })}
              id={id}
              name={id}
              value={firstName}
              error={errorOf(id)}
              maxLength={longest.firstName + 50}
              autoComplete="off"
              required
              onChange={(event) => put(index, { firstName: event.target.value })}
            />
            <Field
              label={say("booking.names.last", { number })}
              optional={say("field.optional")}
              id={`${id}-last`}
              name={`${id}-last`}
              value={lastName}
              maxLength={longest.lastName + 50}
              autoComplete="off"
              onChange={(event) => put(index, { lastName: event.target.value })}
            />
          </div>
        );
      })}
    </fieldset>
  );
}

/** The rows before it stand, too, even if they are empty yet. */
const named = (names: readonly Name[], index: number, change: Partial<Name>): Name[] =>
  Array.from({ length: Math.max(names.length, index + 1) }, (_, at) => {
    const { firstName = "", lastName = "" } = names[at] ?? {};
    return { firstName, lastName, ...(at === index && change) };
  });
