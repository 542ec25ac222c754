import { Check, Field } from "@uola/ui/field.tsx";
import { say } from "@uola/words/site";
import type { Activity } from "../../features/booking/activities.ts";
import type { Name } from "../../features/booking/draft.ts";
import { longest, type Problem } from "../../features/booking/form-problems.ts";
import { asksAges, bookerParticipates, needsAges, othersOf, wantsNames } from "../../features/booking/participants.ts";
import { ReducedPriceProof, ReducedPrices } from "../../features/booking/person-prices.tsx";
import type { Form } from "./form.ts";

type Props = { activity: Activity; form: Form; errorOf: (field: Problem["field"]) => string | undefined };

/** The fields for the names of the participants, if people other than the booker participate. */
export function NamesFields({ activity, form: { draft, set }, errorOf }: Props) {
  if (!wantsNames(activity, draft.participants)) return null;
  const others = othersOf(draft, activity);
  const isSelf = bookerParticipates(draft, activity);
  const put = (index: number, change: Partial<Name>) =>
    set({ names: named(draft.names, index, change) }, [`name-${index}`]);
  return (
    <fieldset className="grid gap-5">
      <legend className="title mb-3">{say("booking.names")}</legend>
      {(others.length > 0 || (activity.agePrices.length === 0 && activity.memberPrice === null)) && (
        <p className="hint">{say("booking.names.hint")}</p>
      )}
      <ReducedPrices activity={activity} />
      <ReducedPriceProof activities={[activity]} />
      <Check id="self" name="self" checked={isSelf} onChange={(event) => set({ self: event.target.checked })}>
        {say("booking.names.self")}
      </Check>
      {isSelf && asksAges(activity) && (
        <BirthYear
          id="birthYear"
          label={say("booking.names.born.self")}
          value={draft.birthYear}
          required={needsAges(activity)}
          error={errorOf("birthYear")}
          onChange={(birthYear) => set({ birthYear })}
        />
      )}
      {others.map(({ firstName, lastName, birthYear = "" }, index) => {
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
            {asksAges(activity) && (
              <BirthYear
                id={`born-${index}`}
                label={say("booking.names.born", { number })}
                value={birthYear}
                required={needsAges(activity)}
                error={errorOf(`born-${index}`)}
                onChange={(birthYear) => set({ names: named(draft.names, index, { birthYear }) }, [`born-${index}`])}
              />
            )}
          </div>
        );
      })}
    </fieldset>
  );
}

type BirthYearProps = {
  id: string;
  label: string;
  value: string;
  required: boolean;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** The year is enough to check the age and is less personal than a full date. */
const BirthYear = ({ id, label, value, required, error, onChange }: BirthYearProps) => (
  <Field
    label={label}
    {...(!required && { optional: say("field.optional") })}
    id={id}
    name={id}
    value={value}
    error={error}
    inputMode="numeric"
    maxLength={4}
    autoComplete="off"
    required={required}
    onChange={(event) => onChange(event.target.value)}
  />
);

/** Returns the names with one of them changed, adding empty entries before it if necessary. */
const named = (names: readonly Name[], index: number, change: Partial<Name>): Name[] =>
  Array.from({ length: Math.max(names.length, index + 1) }, (_, at) => {
    const { firstName = "", lastName = "", birthYear = "" } = names[at] ?? {};
    return { firstName, lastName, birthYear, ...(at === index && change) };
  });
