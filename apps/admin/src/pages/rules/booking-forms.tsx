import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { BookingForm } from "@uola/contract";
import { RoundButton, TextButton } from "@uola/ui/buttons.tsx";
import { Check, Field, Select } from "@uola/ui/field.tsx";
import type { Feedback } from "@uola/ui/kit/feedback.tsx";
import { FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { ListSection, Row } from "@uola/ui/kit/list.tsx";
import { useForms } from "@uola/ui/kit/lookups.ts";
import { type StoredDraft, useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { useOpened } from "@uola/ui/kit/use-opened.ts";
import { say } from "@uola/words/admin";

type Question = Omit<BookingForm["fields"][number], "id"> & { id?: string };
type Draft = { name: string; fields: Question[] };
const most = 50;
const types = ["SHORT_TEXT", "LONG_TEXT", "CHECK_BOX"] as const;

/** Additional fields of the booking forms, which always contain name, address and telephone number. */
export function BookingForms({ feedback: { make, done } }: { feedback: Feedback }) {
  const reading = useForms();
  const write = usePlatformAction("forms", "services");
  const { opened, setOpened, close, finish } = useOpened<{ form?: BookingForm }>(done);
  const remove = ({ id: formId, name, fields }: BookingForm) =>
    make(
      () => write(({ forms }) => forms.delete({ formId })),
      say("done.deleted", { name }),
      () => {
        const asNew = fields.map(({ id: _, ...field }) => field);
        return write(({ forms }) => forms.create({ form: { name, fields: asNew } }));
      },
    );
  return (
    <ListSection
      title={say("forms.heading")}
      add={{ label: say("forms.add"), onClick: () => setOpened({}) }}
      empty={say("forms.empty")}
      items={reading.data}
      reading={reading}
      row={(form) => (
        <Row
          name={form.name}
          onOpen={() => setOpened({ form })}
          about={form.fields.map(({ label }) => label).join(" · ") || say("forms.none")}
          others={[{ label: say("delete"), apart: true, onClick: () => void remove(form) }]}
        />
      )}
    >
      {opened && (
        <QuestionsForm form={opened.form} onClose={close} onDone={(name) => finish(say("done.saved", { name }))} />
      )}
    </ListSection>
  );
}

const keptOf = ({ name, fields, revision }: BookingForm): StoredDraft<Draft> => ({ draft: { name, fields }, revision });
const label = (field: keyof Draft) => say(`forms.field.${field}`);
const show = (_: keyof Draft, value: unknown) =>
  Array.isArray(value) ? (value as Question[]).map(({ label }) => label).join(", ") : String(value);

type QuestionsFormProps = { form: BookingForm | undefined; onClose: () => void; onDone: (name: string) => void };

function QuestionsForm({ form: known, onClose, onDone }: QuestionsFormProps) {
  const write = usePlatformAction("forms");
  const form = useEntityForm<Draft>({
    label,
    show,
    kept: known ? keptOf(known) : { draft: { name: "", fields: [newQuestion] }, revision: undefined },
    isNew: !known,
    ...(known && {
      reread: async () => {
        const now = (await write(({ forms }) => forms.list({}))).forms.find(({ id }) => id === known.id);
        return keptOf(now ?? known);
      },
    }),
    save: ({ draft: { name, fields }, before }) => {
      const wish = { name: name.trim(), fields: fields.map((field) => ({ ...field, label: field.label.trim() })) };
      return write(({ forms }) =>
        known
          ? forms.update({ form: { ...wish, id: known.id, revision: before.revision ?? "" } })
          : forms.create({ form: wish }),
      );
    },
    check: ({ name, fields }) => ({
      ...(!name.trim() && { name: say("services.wrong.name") }),
      ...(fields.some(({ label }) => !label.trim()) && { fields: say("forms.wrong") }),
    }),
    onSaved: ({ draft }) => onDone(draft.name.trim()),
  });
  const { draft, set, wrong } = form;
  const change = (index: number, part: Partial<Question>) =>
    set({ fields: draft.fields.map((field, at) => (at === index ? { ...field, ...part } : field)) });
  return (
    <FormSheet title={known?.name ?? say("forms.add")} form={form} onClose={onClose}>
      <Field {...form.text("name")} />
      <fieldset id="fields" className="grid gap-4" tabIndex={-1}>
        <legend className="title mb-2">{label("fields")}</legend>
        {draft.fields.map((field, index) => (
          <div key={field.id ?? index} className="question">
            <Field
              id={`question-${index}`}
              label={say("forms.question", { number: index + 1 })}
              maxLength={200}
              value={field.label}
              onChange={({ target }) => change(index, { label: target.value })}
            />
            <Select
              id={`type-${index}`}
              label={say("forms.type")}
              value={field.valueType}
              onChange={({ target }) => change(index, { valueType: target.value as Question["valueType"] })}
              options={types.map((value) => ({ value, label: say(`forms.type.${value}`) }))}
            />
            <Check
              id={`required-${index}`}
              checked={field.required}
              onChange={({ target }) => change(index, { required: target.checked })}
            >
              {say("forms.required")}
            </Check>
            <Check
              id={`minors-${index}`}
              checked={field.onlyForMinors ?? false}
              onChange={({ target }) => change(index, { onlyForMinors: target.checked })}
            >
              {say("forms.minors")}
            </Check>
            <RoundButton
              bare
              icon="close"
              label={say("forms.remove", { number: index + 1 })}
              onClick={() => set({ fields: draft.fields.filter((_, at) => at !== index) })}
            />
          </div>
        ))}
        {wrong.fields && <p className="error">{wrong.fields}</p>}
        {draft.fields.length < most && (
          <TextButton className="justify-self-start" onClick={() => set({ fields: [...draft.fields, newQuestion] })}>
            {say("forms.addQuestion")}
          </TextButton>
        )}
      </fieldset>
    </FormSheet>
  );
}

const newQuestion: Question = { label: "", valueType: "SHORT_TEXT", required: false };
