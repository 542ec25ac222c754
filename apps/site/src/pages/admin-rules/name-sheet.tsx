import { Field } from "../../ui/field.tsx";
import { FormSheet } from "../admin-forms/form-sheet.tsx";
import { say } from "../admin-forms/tell.ts";
import { type Kept, type Saving, useEntityForm } from "../admin-forms/use-entity-form.ts";

type Named = { name: string };
type NameSheetProps = {
  title: string;
  kept: Kept<Named>;
  reread: () => Promise<Kept<Named>>;
  save: (saving: Saving<Named>) => Promise<unknown>;
  onClose: () => void;
  onDone: (name: string) => void;
};

/** The form of what has a name and nothing else. */
export function NameSheet({ title, kept, reread, save, onClose, onDone }: NameSheetProps) {
  const form = useEntityForm<Named>({
    kept,
    reread,
    isNew: kept.revision === undefined,
    save: (saving) => save({ ...saving, draft: { name: saving.draft.name.trim() } }),
    check: ({ name }) => (name.trim() ? {} : { name: say("services.wrong.name") }),
    onSaved: ({ draft }) => onDone(draft.name.trim()),
  });
  return (
    <FormSheet
      title={title}
      form={form}
      label={() => say("field.name")}
      show={(_, value) => String(value)}
      onClose={onClose}
    >
      <Field
        id="name"
        label={say("field.name")}
        value={form.draft.name}
        onChange={({ target }) => form.set({ name: target.value })}
        {...(form.wrong.name && { error: form.wrong.name })}
      />
    </FormSheet>
  );
}
