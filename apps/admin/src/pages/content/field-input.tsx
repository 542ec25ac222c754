import type { CollectionField } from "@uola/contract";
import { chunk } from "@uola/page-loader/browser/chunk.ts";
import { Check, describedBy, Field, type FieldProps, Labelled, Select } from "@uola/ui/field.tsx";
import { CheckList } from "@uola/ui/kit/check-list.tsx";
import { ClockInput, DateTime } from "@uola/ui/kit/date-time-field.tsx";
import { Skeleton } from "@uola/ui/skeleton.tsx";
import { say } from "@uola/words/admin";
import { decimal } from "@uola/words/formats";
import { lazy, Suspense, useState } from "react";
import { AddressInput } from "./address-input.tsx";
import { fieldName } from "./collection.ts";
import { kindOf, refers } from "./field-kind.ts";
import { FilesInput, GalleryInput } from "./media-input.tsx";
import { ReferenceInput } from "./reference-input.tsx";
import { RichText } from "./rich-text-input.tsx";
import { TagsInput } from "./tags-input.tsx";
import {
  clockIn,
  dayAndClock,
  dayOf,
  isTyped,
  jsonFrom,
  momentFrom,
  numberFrom,
  type PostalAddress,
  type Problem,
  timeFrom,
} from "./value.ts";

const SectionsInput = lazy(() => chunk(() => import("./sections-input.tsx")));

/** Whether a field holds the sections of a page, as in some of the site's lists. */
export const hasSections = ({ key, type }: Pick<CollectionField, "key" | "type">): boolean =>
  type === "ARRAY" && key === "sections";

type FieldInputProps = {
  field: CollectionField;
  value: unknown;
  problem: Problem | undefined;
  /** Whether the field is the item's title, which is edited in a single line. */
  isName: boolean;
  /** The allowed values, if they are fixed. */
  choices?: readonly { value: string; label: string }[] | undefined;
  /** For a translation: the original value. */
  original?: unknown;
  onChange: (value: unknown) => void;
};

export const sayProblem = (problem: Problem): string =>
  "limit" in problem
    ? say(`content.problem.${problem.kind}`, { limit: problem.limit })
    : say(`content.problem.${problem.kind}`);

/** Field kinds whose editor has several inputs, or no input that a label could refer to. */
const groups: readonly string[] = ["dateTime", "time", "gallery", "address", "image", "document", "video", "audio"];
const languages = ["lt", "en", "ru", "uk", "pl", "lv", "de"] as const;

/** Renders the editor of one field, depending on the field's kind. */
export function FieldInput({ field, value, problem, isName, choices, original, onChange }: FieldInputProps) {
  const kind = kindOf(field);
  const id = `field-${field.key}`;
  const label = fieldName(field);
  const error = problem && sayProblem(problem);
  const frame = {
    id,
    label,
    ...(field.description && { hint: field.description }),
    ...(error && { error }),
    ...(!field.required && { optional: say("content.optional") }),
  };
  const isFixed = field.readOnly === true || kind === "pageLink";
  const text = typeof value === "string" ? value : "";
  const [day, clock] = dayAndClock(value);
  const set = ({ target }: { target: { value: string } }) => onChange(target.value || null);

  if (hasSections(field)) {
    return (
      <Suspense fallback={<Skeleton lines={4} label={say("loading")} />}>
        <SectionsInput id={id} label={label} value={value} original={original} error={error} onChange={onChange} />
      </Suspense>
    );
  }
  if (isFixed) return <Field {...frame} readOnly value={text || (value ? JSON.stringify(value) : "")} />;
  if (kind === "boolean") {
    return (
      <div className="field">
        <Check id={id} checked={value === true} onChange={({ target }) => onChange(target.checked)}>
          {label}
        </Check>
        {field.description && <p className="hint">{field.description}</p>}
      </div>
    );
  }
  if (kind === "number")
    return (
      <TypedField
        {...frame}
        inputMode="decimal"
        value={value}
        from={numberFrom}
        shown={numberText}
        onChange={onChange}
      />
    );
  if (kind === "url") return <Field {...frame} type="text" inputMode="url" value={text} onChange={set} />;
  if (kind === "date") return <Field {...frame} type="date" value={dayOf(value)} onChange={set} />;
  if (choices && kind !== "tags") {
    return <Select {...frame} value={text} onChange={set} options={[{ value: "", label: "–" }, ...choices]} />;
  }
  if (kind === "text" || (kind === "longText" && isName)) return <Field {...frame} value={text} onChange={set} />;
  if (kind === "language") {
    const options = languages.map((code) => ({ value: code, label: say(`content.language.${code}`) }));
    const known = languages.some((code) => code === text);
    return (
      <Select
        {...frame}
        value={text}
        onChange={set}
        options={[{ value: "", label: "–" }, ...options, ...(text && !known ? [{ value: text, label: text }] : [])]}
      />
    );
  }
  if (choices) {
    const values = Array.isArray(value) ? value.map(String) : [];
    return (
      <CheckList
        id={id}
        legend={label}
        options={choices}
        values={values}
        error={error}
        {...(field.description && { hint: field.description })}
        onChange={(chosen) => onChange(chosen.length > 0 ? chosen : null)}
      />
    );
  }
  return (
    <Labelled {...frame} group={groups.includes(kind)}>
      {kind === "longText" && (
        <textarea
          id={id}
          rows={2}
          className="input growing"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(frame)}
          value={text}
          onChange={set}
        />
      )}
      {kind === "richText" && (
        <RichText
          id={id}
          label={label}
          value={text}
          invalid={error !== undefined}
          described={describedBy(frame)}
          onChange={onChange}
        />
      )}
      {kind === "dateTime" && (
        <DateTime
          labels={{ day: say("content.dateOf", { label }), time: say("content.timeOf", { label }) }}
          day={day}
          time={clock}
          invalid={error !== undefined}
          onChange={(day, clock) => onChange(momentFrom(day, clock))}
        />
      )}
      {kind === "time" && (
        <ClockInput label={label} value={clockIn(value)} onChange={(clock) => onChange(timeFrom(clock))} />
      )}
      {(kind === "image" || kind === "document" || kind === "video" || kind === "audio") && (
        <FilesInput kind={kind} label={label} value={value} onChange={onChange} />
      )}
      {kind === "gallery" && <GalleryInput id={id} value={value} onChange={onChange} />}
      {kind === "tags" && (
        <TagsInput id={id} label={label} value={value} described={describedBy(frame)} onChange={onChange} />
      )}
      {kind === "address" && <AddressInput id={id} value={(value ?? {}) as PostalAddress} onChange={onChange} />}
      {refers(kind) && (
        <ReferenceInput
          id={id}
          label={label}
          many={kind === "references"}
          collectionId={targetOf(field)}
          value={value}
          described={describedBy(frame)}
          invalid={error !== undefined}
          onChange={onChange}
        />
      )}
      {(kind === "object" || kind === "any" || kind === "list") && (
        <Json id={id} value={value} described={describedBy(frame)} invalid={error !== undefined} onChange={onChange} />
      )}
    </Labelled>
  );
}

const numberText = (value: unknown): string =>
  isTyped(value) ? value.$typed : typeof value === "number" ? decimal(value) : "";
const targetOf = ({ typeMetadata }: CollectionField): string =>
  (typeMetadata?.reference ?? typeMetadata?.multiReference)?.referencedCollectionId ?? "";

type TypedFieldProps = FieldProps & {
  inputMode: "decimal";
  value: unknown;
  from: (typed: string) => unknown;
  shown: (value: unknown) => string;
  onChange: (value: unknown) => void;
};

/** Keeps the typed text while it still means the same value: "12," means 12 and keeps its comma. */
function TypedField({ value, from, shown, onChange, ...frame }: TypedFieldProps) {
  const [typed, setTyped] = useState(() => shown(value));
  const isCurrent = JSON.stringify(from(typed)) === JSON.stringify(value ?? null);
  return (
    <Field
      {...frame}
      value={isCurrent ? typed : shown(value)}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(from(target.value));
      }}
    />
  );
}

type JsonProps = {
  id: string;
  value: unknown;
  described: string | undefined;
  invalid: boolean;
  onChange: (value: unknown) => void;
};

const jsonText = (value: unknown): string =>
  isTyped(value) ? value.$typed : value === null || value === undefined ? "" : JSON.stringify(value, null, 2);

function Json({ id, value, described, invalid, onChange }: JsonProps) {
  const [typed, setTyped] = useState(() => jsonText(value));
  const isCurrent = JSON.stringify(jsonFrom(typed)) === JSON.stringify(value ?? null);
  return (
    <>
      <textarea
        id={id}
        rows={4}
        className="input growing json"
        spellCheck={false}
        aria-describedby={described}
        aria-invalid={invalid || isTyped(value) || undefined}
        value={isCurrent ? typed : jsonText(value)}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(jsonFrom(target.value));
        }}
      />
      {isTyped(value) && !invalid && <p className="hint">{say("content.problem.json")}</p>}
    </>
  );
}
