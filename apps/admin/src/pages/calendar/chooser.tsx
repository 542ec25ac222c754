import { TextButton } from "@uola/ui/buttons.tsx";
import { Check } from "@uola/ui/field.tsx";
import { say } from "@uola/words/admin";
import type { Catalogue } from "./use-calendar.ts";

type Props = { house: Catalogue; chosen: readonly string[]; onChange: (chosen: readonly string[]) => void };

/** Selects whose calendar is shown: everybody's, or that of some trainers and walls. */
export function CalendarFilter({ house, chosen, onChange }: Props) {
  const everybody = [...house.staff, ...house.resources];
  const names = everybody.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
  return (
    <details className="calendar-chooser">
      <summary className="pill">{names.length > 0 ? names.join(", ") : say("calendar.everybody")}</summary>
      <div>
        <CheckboxGroup legend={say("calendar.staff")} options={house.staff} chosen={chosen} onChange={onChange} />
        <CheckboxGroup
          legend={say("calendar.resources")}
          options={house.resources}
          chosen={chosen}
          onChange={onChange}
        />
        {chosen.length > 0 && <TextButton onClick={() => onChange([])}>{say("calendar.everybody.show")}</TextButton>}
      </div>
    </details>
  );
}

type GroupProps = {
  legend: string;
  options: readonly { id: string; name: string }[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
};

/** A group of checkboxes for selecting staff or resources. */
export function CheckboxGroup({ legend, options, chosen, onChange }: GroupProps) {
  if (options.length === 0) return null;
  return (
    <fieldset>
      <legend className="label font-bold">{legend}</legend>
      <div className="check-columns">
        {options.map(({ id, name }) => (
          <Check
            key={id}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          >
            {name}
          </Check>
        ))}
      </div>
    </fieldset>
  );
}
