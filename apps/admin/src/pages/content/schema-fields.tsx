import type { DataCollection } from "@uola/contract";
import { RoundButton, TextButton } from "@uola/ui/buttons.tsx";
import { Check, Field, Select, TextArea } from "@uola/ui/field.tsx";
import { Ordered } from "@uola/ui/kit/ordered.tsx";
import { say } from "@uola/words/admin";
import { useState } from "react";
import { nameOf } from "./collection.ts";
import { type FieldKind, hasLengths, hasSizes, offeredKinds, refers } from "./field-kind.ts";
import { KindIcon } from "./kind-icon.tsx";
import { type FieldDraft, newField, type SchemaWrong } from "./schema-draft.ts";

type SchemaFieldsProps = {
  fields: readonly FieldDraft[];
  collections: readonly DataCollection[];
  problems: Record<string, SchemaWrong>;
  error: string | undefined;
  onChange: (fields: FieldDraft[]) => void;
};

const fieldsMax = 100;

/** The fields of a collection in order, with one expanded at a time. A removed field can be restored. */
export function SchemaFields({ fields, collections, problems, error, onChange }: SchemaFieldsProps) {
  const [opened, setOpened] = useState<string | undefined>(fields[0]?.key ? undefined : fields[0]?.ref);
  const [adds, setAdds] = useState(false);
  const [gone, setGone] = useState<{ field: FieldDraft; index: number }>();
  const change = (ref: string, part: Partial<FieldDraft>) =>
    onChange(fields.map((field) => (field.ref === ref ? { ...field, ...part } : field)));
  const add = (kind: FieldKind) => {
    const field = newField(kind);
    onChange([...fields, field]);
    setOpened(field.ref);
    setAdds(false);
  };
  return (
    <div id="fields" className="grid gap-2" tabIndex={-1}>
      {error && <p className="error">{error}</p>}
      <Ordered
        items={fields}
        idOf={({ ref }) => ref}
        nameOf={({ name }) => name || say("content.field.new")}
        onMove={onChange}
      >
        {(field, index) => {
          const isOpen = opened === field.ref;
          const name = field.name || say("content.field.new");
          const wrong = problems[`field-${field.ref}`];
          return (
            <>
              <button
                type="button"
                className="field-line"
                aria-expanded={isOpen}
                onClick={() => setOpened(isOpen ? undefined : field.ref)}
              >
                <KindIcon kind={field.kind} />
                <b>{name}</b>
                <span className="text-muted">{say(`content.kind.${field.kind}`)}</span>
                {field.required && <span className="state-word outlined">{say("content.required")}</span>}
              </button>
              <RoundButton
                bare
                icon="close"
                label={say("content.field.remove", { name })}
                onClick={() => {
                  onChange(fields.filter(({ ref }) => ref !== field.ref));
                  setGone({ field, index });
                }}
              />
              {wrong && !isOpen && <p className="error">{say(`content.wrong.${wrong}`)}</p>}
              {isOpen && (
                <FieldForm
                  field={field}
                  collections={collections}
                  wrong={wrong}
                  onChange={(part) => change(field.ref, part)}
                />
              )}
            </>
          );
        }}
      </Ordered>
      <p role="status">
        {gone && (
          <>
            {say("content.field.removed", { name: gone.field.name || say("content.field.new") })}{" "}
            <TextButton
              onClick={() => {
                onChange([...fields.slice(0, gone.index), gone.field, ...fields.slice(gone.index)]);
                setGone(undefined);
              }}
            >
              {say("content.field.back")}
            </TextButton>
          </>
        )}
      </p>
      {fields.length < fieldsMax && (
        <>
          <TextButton className="justify-self-start" aria-expanded={adds} onClick={() => setAdds(!adds)}>
            {say("content.field.add")}
          </TextButton>
          {adds && (
            <ul className="kinds">
              {offeredKinds.map((kind) => (
                <li key={kind}>
                  <button type="button" onClick={() => add(kind)}>
                    <KindIcon kind={kind} />
                    {say(`content.kind.${kind}`)}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  );
}

type FieldFormProps = {
  field: FieldDraft;
  collections: readonly DataCollection[];
  wrong: SchemaWrong | undefined;
  onChange: (part: Partial<FieldDraft>) => void;
};

function FieldForm({ field, collections, wrong, onChange }: FieldFormProps) {
  const { ref, kind } = field;
  const id = (part: string) => `${part}-${ref}`;
  const isNew = field.key === "";
  // The type of an existing field cannot change, except between short and long text.
  const kinds = isNew
    ? offeredKinds
    : (["text", "longText"] as const).some((each) => each === kind)
      ? (["text", "longText"] as const)
      : [kind];
  const isWrong = (...which: SchemaWrong[]) =>
    wrong && which.includes(wrong) ? { error: say(`content.wrong.${wrong}`) } : {};
  const limits = hasLengths(kind) ? "length" : hasSizes(kind) ? "size" : kind === "number" ? "number" : undefined;
  return (
    <div className="field-form">
      <Field
        id={id("field")}
        label={say("content.field.name")}
        maxLength={200}
        autoFocus={isNew && !field.name}
        value={field.name}
        onChange={({ target }) => onChange({ name: target.value })}
        {...isWrong("fieldName")}
      />
      {kinds.length > 1 && (
        <Select
          id={id("kind")}
          label={say("content.field.kind")}
          value={kind}
          onChange={({ target }) => onChange({ kind: target.value as FieldKind, min: "", max: "" })}
          options={kinds.map((value) => ({ value, label: say(`content.kind.${value}`) }))}
        />
      )}
      {refers(kind) && (
        <Select
          id={id("target")}
          label={say("content.field.target")}
          value={field.target}
          onChange={({ target }) => onChange({ target: target.value })}
          options={[
            { value: "", label: say("content.field.target.none") },
            ...collections.map((each) => ({ value: each.id, label: nameOf(each) })),
          ]}
          {...isWrong("fieldTarget")}
        />
      )}
      <TextArea
        id={id("description")}
        label={say("content.field.description")}
        hint={say("content.field.description.hint")}
        rows={1}
        value={field.description}
        onChange={({ target }) => onChange({ description: target.value })}
      />
      {limits && (
        <div className="form-pair">
          <Field
            id={id("min")}
            inputMode="decimal"
            label={say(`content.limit.${limits}.min`)}
            value={field.min}
            onChange={({ target }) => onChange({ min: target.value })}
            {...isWrong("fieldRange")}
          />
          <Field
            id={id("max")}
            inputMode="decimal"
            label={say(`content.limit.${limits}.max`)}
            value={field.max}
            onChange={({ target }) => onChange({ max: target.value })}
          />
        </div>
      )}
      {kind !== "boolean" && (
        <Check
          id={id("required")}
          checked={field.required}
          onChange={({ target }) => onChange({ required: target.checked })}
        >
          {say("content.field.required")}
        </Check>
      )}
    </div>
  );
}
