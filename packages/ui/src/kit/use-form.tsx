import type { ReactNode } from "react";
import type { DraftOf, Fields, NameOf, OpenedForm, SentOf } from "./define-form.ts";
import type { InputProps } from "./field.ts";
import { type Saving, useEntityForm } from "./use-entity-form.ts";

type Options<Item, Of extends Fields<Of>, Hidden extends string> = {
  /** The item that is edited; without it the form creates a new one. */
  item?: Item | undefined;
  isNew?: boolean;
  prefix?: string;
  /** Reads the item again after a concurrent change by another user. */
  reread?: (() => Promise<Item | undefined>) | undefined;
  /** Saves the values; `revision` is that of the item they are based on. */
  save: (
    saving: Saving<DraftOf<Of>> & {
      values: SentOf<Of, Hidden>;
      /** The values of the fields that the user has changed. */
      changes: Partial<SentOf<Of, Hidden>>;
      revision: string;
    },
  ) => Promise<unknown>;
  onSaved?: (saving: Saving<DraftOf<Of>>) => void;
};

const revisionOf = (item: unknown) =>
  item && typeof item === "object" && "revision" in item && typeof item.revision === "string"
    ? item.revision
    : undefined;

/** Opens a defined form in a page. */
export function useForm<Item, Of extends Fields<Of>, Hidden extends string>(
  open: (item: Item | undefined) => OpenedForm<Of, Hidden>,
  { item, isNew = !item, prefix = "", reread, save, onSaved }: Options<Item, Of, Hidden>,
) {
  const opened = open(item);
  const form = useEntityForm<DraftOf<Of>>({
    kept: { draft: opened.draft, revision: revisionOf(item) },
    isNew,
    prefix,
    check: opened.check,
    label: opened.label,
    show: opened.show,
    fieldOf: opened.fieldOf,
    save: (saving) => {
      const values = opened.sent(saving.draft);
      const changes = Object.fromEntries(Object.entries(values).filter(([name]) => name in saving.changed));
      return save({
        ...saving,
        values,
        changes: changes as Partial<typeof values>,
        revision: saving.before.revision ?? "",
      });
    },
    ...(reread && {
      reread: async () => {
        const stored = await reread();
        if (stored === undefined) throw new Error("The item no longer exists.");
        return { draft: open(stored).draft, revision: revisionOf(stored) };
      },
    }),
    ...(onSaved && { onSaved }),
  });
  return { ...form, opened };
}
export type DefinedForm<Of extends Fields<Of>> = ReturnType<typeof useForm<never, Of, string>>;

type FieldProps<Of extends Fields<Of>, Name extends NameOf<Of>> = {
  form: DefinedForm<Of>;
  name: Name;
  /** Replace the label and the hint of the field. */
  label?: string;
  hint?: string | undefined;
  /** Replaces only the handler for changes to the field. */
  onChange?: (value: DraftOf<Of>[Name]) => void;
};

/** The input of a field, if it is shown. */
export function FormField<Of extends Fields<Of>, Name extends NameOf<Of>>({
  form: { draft, set, opened, wrong, prefix },
  name,
  label = opened.label(name),
  hint,
  onChange = (value) => set({ [name]: value } as Partial<DraftOf<Of>>),
}: FieldProps<Of, Name>): ReactNode {
  if (!opened.isShown(name, draft)) return null;
  const props: InputProps<DraftOf<Of>[Name]> = {
    id: prefix + name,
    label,
    onChange,
    value: draft[name],
    error: wrong[name],
    ...(hint && { hint }),
  };
  return opened.fields[name].input(props as never);
}

const layouts = { 2: "grid gap-4 md:grid-cols-2", 3: "grid gap-4 md:grid-cols-3", fit: "form-pair" };
type FieldsProps<Of extends Fields<Of>> = {
  form: DefinedForm<Of>;
  names: readonly NameOf<Of>[];
  /** The fields in columns: a fixed number, or as many as fit. */
  columns?: keyof typeof layouts;
};

/** The inputs of several fields. */
export function FormFields<Of extends Fields<Of>>({ form, names, columns }: FieldsProps<Of>) {
  const inputs = names.map((name) => <FormField key={name} form={form} name={name} />);
  return columns ? <div className={layouts[columns]}>{inputs}</div> : inputs;
}
