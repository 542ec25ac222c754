import { usePlatformAction } from "@uola/browser/use-platform.ts";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { Check, Field } from "@uola/ui/field.tsx";
import { CheckList } from "@uola/ui/kit/check-list.tsx";
import { FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import { addDays, instantOf, localDate } from "@uola/words/formats";
import { allScopes, featuresOf, type Scope, settingsKeyName } from "./scopes.ts";

type Draft = { name: string; rights: "all" | "some"; readOnly: boolean; features: Scope[]; until: string };
const label = (field: keyof Draft) => say(`keys.field.${field}`);
/** Restrictive defaults, so that overlooking a choice never grants full access. */
const draft: Draft = { name: "", rights: "some", readOnly: true, features: [], until: "" };

type KeyFormProps = { onClose: () => void; onDone: (key: string) => void };

/** Creates an API key: the program's name, its permissions and the expiry date. */
export function KeyForm({ onClose, onDone }: KeyFormProps) {
  const write = usePlatformAction("apiKeys");
  const form = useEntityForm<Draft>({
    label,
    kept: { draft, revision: undefined },
    isNew: true,
    prefix: "key-",
    check: ({ name, rights, features, until }) => ({
      ...(!name.trim() && { name: say("keys.wrong.name") }),
      ...(name.trim() === settingsKeyName && { name: say("keys.wrong.settings") }),
      ...(rights === "some" && features.length === 0 && { features: say("keys.wrong.features") }),
      ...(until && until < localDate(new Date()) && { until: say("keys.wrong.until") }),
    }),
    fieldOf: (path) => (path === "expiresDate" ? "until" : (path.replace(/\[.*$/, "") as keyof Draft)),
    save: async ({ draft: { name, rights, readOnly, features, until } }) => {
      const { key } = await write(({ apiKeys }) =>
        apiKeys.create({
          name: name.trim(),
          readOnly,
          features: rights === "all" ? null : featuresOf(features),
          // The key is valid through the whole last day in the gym's time zone.
          expiresDate: until ? instantOf(addDays(until, 1)) : null,
        }),
      );
      onDone(key);
    },
  });
  return (
    <FormSheet wide title={say("keys.add")} form={form} onClose={onClose}>
      <p className="mb-4">{say("keys.lead")}</p>
      <Field {...form.text("name")} maxLength={100} />
      <Check {...form.check("readOnly")} />
      <RadioGroup
        shown
        legend={label("rights")}
        name="key-rights"
        value={form.draft.rights}
        onChange={(rights) => form.set({ rights: rights as Draft["rights"] })}
        choices={(["some", "all"] as const).map((value) => ({ value, label: say(`keys.rights.${value}`) }))}
      />
      {form.draft.rights === "some" && (
        <CheckList
          id="key-features"
          legend={label("features")}
          options={allScopes.map((value) => ({ value, label: say(`keys.scope.${value}`) }))}
          values={form.draft.features}
          error={form.wrong.features}
          onChange={(features) => form.set({ features: features as Scope[] })}
        />
      )}
      <Field {...form.text("until")} type="date" optional={say("optional")} />
    </FormSheet>
  );
}
