import { TextButton } from "@uola/ui/buttons.tsx";
import { say } from "@uola/words/admin";
import { useId } from "react";
import { fieldName } from "./collection.ts";
import type { Column } from "./columns.ts";

type ColumnsChoiceProps = {
  columns: readonly Column[];
  choice: readonly string[];
  onChange: (keys: string[]) => void;
};

/** Selects which fields are columns; the name is always shown. */
export function ColumnsChoice({ columns, choice, onChange }: ColumnsChoiceProps) {
  const id = useId();
  return (
    <span className="popping">
      <TextButton popoverTarget={id}>{say("content.columns")}</TextButton>
      <fieldset id={id} popover="auto" className="popped">
        <legend className="visually-hidden">{say("content.columns")}</legend>
        {columns.map(({ key, field, isName }) => (
          <label key={key} className="check">
            <input
              type="checkbox"
              checked={choice.includes(key)}
              disabled={isName}
              onChange={({ target }) =>
                onChange(target.checked ? [...choice, key] : choice.filter((other) => other !== key))
              }
            />
            <span>{fieldName(field)}</span>
          </label>
        ))}
      </fieldset>
    </span>
  );
}
