import type { CategoryKind } from "@uola/contract";
import { Field, Select } from "@uola/ui/field.tsx";
import { FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { type Saving, type StoredDraft, useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";

type Draft = { name: string; kind: CategoryKind };
type CategorySheetProps = {
  title: string;
  kept: StoredDraft<Draft>;
  reread: () => Promise<StoredDraft<Draft>>;
  save: (saving: Saving<Draft>) => Promise<unknown>;
  onClose: () => void;
  onDone: (name: string) => void;
};

const kindWord = (kind: CategoryKind) => say("categories.kind", { kind });

/** Edits a category's name and kind; rules and pages depend on the kind. */
export function CategorySheet({ title, kept, reread, save, onClose, onDone }: CategorySheetProps) {
  const form = useEntityForm<Draft>({
    label: (field) => say(field === "kind" ? "categories.kind.label" : "field.name"),
    show: (field, value) => (field === "kind" ? kindWord(value as CategoryKind) : String(value)),
    kept,
    reread,
    isNew: kept.revision === undefined,
    save: (saving) => save({ ...saving, draft: { ...saving.draft, name: saving.draft.name.trim() } }),
    check: ({ name }) => (name.trim() ? {} : { name: say("services.wrong.name") }),
    onSaved: ({ draft }) => onDone(draft.name.trim()),
  });
  return (
    <FormSheet title={title} form={form} onClose={onClose}>
      <Field {...form.text("name")} />
      <Select
        {...form.text("kind")}
        hint={say("categories.kind.hint")}
        options={kinds.map((kind) => ({ value: kind, label: kindWord(kind) }))}
      />
    </FormSheet>
  );
}

const kinds = ["firstTime", "children", "trainings", "ropes", "bouldering", "other"] as const satisfies CategoryKind[];
