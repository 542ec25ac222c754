import type { ComponentProps, ReactNode } from "react";
import { Icon } from "./icons.tsx";

export type FieldProps = {
  id: string;
  label: string;
  hint?: string;
  /** The error and how to fix it; if set, the field is marked as invalid. */
  error?: string;
  /** The word "neprivaloma" on fields that can stay empty. */
  optional?: string;
};

/** The `aria-describedby` value for the input of a field. */
export const describedBy = ({ id, hint, error }: FieldProps) =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;

/** A field's hint above its input and the error below it. */
const FieldMessages = ({ id, hint, error, children }: FieldProps & { children: ReactNode }) => (
  <>
    {hint && (
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    {children}
    {error && (
      <p className="error" id={`${id}-error`}>
        {error}
      </p>
    )}
  </>
);

/** A field's label, and whether it is optional. */
const LabelText = ({ label, optional }: Pick<FieldProps, "label" | "optional">) => (
  <>
    {label} {optional && <small>({optional})</small>}
  </>
);

/** A label above, a hint, the input, and the error below it; several inputs form a group. */
export const Labelled = ({ group = false, ...field }: FieldProps & { group?: boolean; children: ReactNode }) =>
  group ? (
    <fieldset id={field.id} className="field" tabIndex={-1} aria-describedby={describedBy(field)}>
      <legend className="label">
        <LabelText {...field} />
      </legend>
      <FieldMessages {...field} />
    </fieldset>
  ) : (
    <div className="field">
      <label htmlFor={field.id}>
        <LabelText {...field} />
      </label>
      <FieldMessages {...field} />
    </div>
  );

/** `elsewhere`: the id of a hint that is rendered outside the field. */
const shared = (field: FieldProps, elsewhere?: string) => ({
  id: field.id,
  "aria-describedby": [elsewhere, describedBy(field)].filter(Boolean).join(" ") || undefined,
  "aria-invalid": field.error ? true : undefined,
});

/** A label above, a hint, the input, the error below it. */
export function Field({
  id,
  label,
  hint,
  error,
  optional,
  ...input
}: FieldProps & Omit<ComponentProps<"input">, "id">) {
  const field = { id, label, hint, error, optional };
  return (
    <Labelled {...field}>
      <input {...input} {...shared(field, input["aria-describedby"])} className="input" />
    </Labelled>
  );
}

export function TextArea({
  id,
  label,
  hint,
  error,
  optional,
  ...input
}: FieldProps & Omit<ComponentProps<"textarea">, "id">) {
  const field = { id, label, hint, error, optional };
  return (
    <Labelled {...field}>
      <textarea rows={3} {...input} {...shared(field)} className="input" />
    </Labelled>
  );
}

type Option = { value: string; label: string };

export function Select({
  id,
  label,
  hint,
  error,
  optional,
  options,
  ...select
}: FieldProps & Omit<ComponentProps<"select">, "id"> & { options: readonly Option[] }) {
  const field = { id, label, hint, error, optional };
  return (
    <Labelled {...field}>
      <span className="select">
        <select {...select} {...shared(field)} className="input">
          <Options options={options} />
        </select>
        <Icon name="down" />
      </span>
    </Labelled>
  );
}

/** A filter select: the label is its first, empty option. */
export function FilterSelect({
  label,
  options,
  ...select
}: ComponentProps<"select"> & { label: string; options: readonly Option[] }) {
  return (
    <span className="select">
      <select aria-label={label} {...select} className="pill">
        <option value="">{label}</option>
        <Options options={options} />
      </select>
      <Icon name="down" />
    </span>
  );
}

const Options = ({ options }: { options: readonly Option[] }) =>
  options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));

export function Check({
  children,
  error,
  ...input
}: ComponentProps<"input"> & { children: ReactNode; error?: string }) {
  return (
    <div>
      <label className="check">
        <input
          type="checkbox"
          {...input}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${input.id}-error`}
        />
        <span>{children}</span>
      </label>
      {error && (
        <p className="error" id={`${input.id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
