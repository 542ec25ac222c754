import type { CollectionField, DataCollection } from "@uola/contract";
import { required } from "@uola/contract/required";
import { SecondaryButton, TextButton } from "@uola/ui/buttons.tsx";
import { say } from "@uola/words/admin";
import { type FormEvent, useState } from "react";
import { fieldName, ownFields } from "./collection.ts";
import { type Condition, type Criteria, isUnary, type Operator, operatorsOf } from "./criteria.ts";
import { kindOf, refers } from "./field-kind.ts";
import { ReferenceSearch } from "./reference-search.tsx";
import { useNames } from "./use-content.ts";

type FiltersProps = { collection: DataCollection; criteria: Criteria; onChange: (conditions: Condition[]) => void };

/** Filter conditions for items, added and removed one by one. */
export function Filters({ collection, criteria: { conditions }, onChange }: FiltersProps) {
  const [adds, setAdds] = useState(false);
  const fields = ownFields(collection);
  const known = conditions.flatMap((condition) => {
    const field = fields.find(({ key }) => key === condition.key);
    return field ? [{ condition, field }] : [];
  });
  return (
    <div className="content-filters">
      {known.map(({ condition, field }) => (
        <Shown
          key={JSON.stringify(condition)}
          condition={condition}
          field={field}
          onRemove={() => onChange(conditions.filter((other) => other !== condition))}
        />
      ))}
      <TextButton aria-expanded={adds} onClick={() => setAdds(!adds)}>
        {say("content.filter.add")}
      </TextButton>
      {adds && (
        <AddCondition
          fields={fields}
          onAdd={(condition) => {
            onChange([...conditions, condition]);
            setAdds(false);
          }}
        />
      )}
    </div>
  );
}

const targetOf = ({ typeMetadata }: CollectionField): string =>
  (typeMetadata?.reference ?? typeMetadata?.multiReference)?.referencedCollectionId ?? "";

type ShownProps = { condition: Condition; field: CollectionField; onRemove: () => void };

function Shown({ condition: { how, value }, field, onRemove }: ShownProps) {
  const names = useNames(targetOf(field), refers(kindOf(field)) && !isUnary(how) ? [value] : []);
  const said = kindOf(field) === "boolean" ? say(value === "yes" ? "yes" : "no") : (names.get(value) ?? value);
  const text = `${fieldName(field)} ${say(`content.how.${how}`)}${isUnary(how) ? "" : ` ${said.replace("T", " ")}`}`;
  return (
    <SecondaryButton chosen aria-label={say("content.filter.remove", { text })} onClick={onRemove}>
      {text} ✕
    </SecondaryButton>
  );
}

type AddProps = { fields: readonly CollectionField[]; onAdd: (condition: Condition) => void };

function AddCondition({ fields, onAdd }: AddProps) {
  const [key, setKey] = useState(fields[0]?.key ?? "");
  const field = fields.find((each) => each.key === key) ?? fields[0];
  const [wished, setHow] = useState<Operator>();
  const [value, setValue] = useState("");
  if (!field) return null;
  const operators = operatorsOf(field);
  const how = wished && operators.includes(wished) ? wished : required(operators[0], "operator");
  const kind = kindOf(field);
  const whole = isUnary(how) || value !== "" || kind === "boolean";
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (whole) onAdd({ key: field.key, how, value: isUnary(how) ? "" : value || (kind === "boolean" ? "yes" : "") });
  };
  return (
    <form noValidate className="filter-form" onSubmit={add}>
      <select
        className="input"
        aria-label={say("content.filter.field")}
        value={field.key}
        onChange={({ target }) => {
          setKey(target.value);
          setValue("");
        }}
      >
        {fields.map((each) => (
          <option key={each.key} value={each.key}>
            {fieldName(each)}
          </option>
        ))}
      </select>
      <select
        className="input"
        aria-label={say("content.filter.how")}
        value={how}
        onChange={({ target }) => setHow(target.value as Operator)}
      >
        {operators.map((each) => (
          <option key={each} value={each}>
            {say(`content.how.${each}`)}
          </option>
        ))}
      </select>
      {!isUnary(how) && (
        <Operand field={field} value={value} onChange={setValue} onAdd={(id) => onAdd({ key, how, value: id })} />
      )}
      <TextButton type="submit" disabled={!whole}>
        {say("content.filter.apply")}
      </TextButton>
    </form>
  );
}

type OperandProps = {
  field: CollectionField;
  value: string;
  onChange: (value: string) => void;
  onAdd: (id: string) => void;
};

function Operand({ field, value, onChange, onAdd }: OperandProps) {
  const kind = kindOf(field);
  const label = say("content.filter.value");
  if (kind === "boolean") {
    return (
      <select
        className="input"
        aria-label={label}
        value={value || "yes"}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="yes">{say("yes")}</option>
        <option value="no">{say("no")}</option>
      </select>
    );
  }
  if (refers(kind)) {
    return <ReferenceSearch id="filter-reference" label={label} collectionId={targetOf(field)} onPick={onAdd} />;
  }
  const types = { date: "date", dateTime: "datetime-local", time: "time" } as const;
  return (
    <input
      className="input"
      aria-label={label}
      type={kind in types ? types[kind as keyof typeof types] : "text"}
      inputMode={kind === "number" ? "decimal" : "text"}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
