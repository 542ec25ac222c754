import { usePlatformAction } from "@uola/browser/use-platform.ts";
import { defineForm } from "@uola/ui/kit/define-form.ts";
import * as field from "@uola/ui/kit/fields.tsx";
import { FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { FormFields, useForm } from "@uola/ui/kit/use-form.tsx";
import { say } from "@uola/words/admin";
import { addDays, instantOf, localDate } from "@uola/words/formats";
import { allScopes, featuresOf, type Scope, settingsKeyName } from "./scopes.ts";

const keyForm = defineForm({
  label: (name) => say(`keys.field.${name}`),
  /** The defaults are restrictive, so that overlooking a choice never grants full access. */
  fields: () => ({
    name: field.text("", {
      maxLength: 100,
      check: (name) =>
        (!name.trim() && say("keys.wrong.name")) || (name.trim() === settingsKeyName && say("keys.wrong.settings")),
    }),
    readOnly: field.flag(true),
    rights: field.choice("some", ["some", "all"], (rights) => say(`keys.rights.${rights}`), { shown: true }),
    features: field.checkList<Scope>(
      [],
      allScopes.map((id) => ({ id, name: say(`keys.scope.${id}`) })),
      { check: (scopes) => scopes.length === 0 && say("keys.wrong.features") },
    ),
    until: field.date("", {
      optional: true,
      check: (day) => day !== "" && day < localDate(new Date()) && say("keys.wrong.until"),
    }),
  }),
  shown: { features: ({ rights }) => rights === "some" },
  paths: { expiresDate: "until" },
});

type KeyFormProps = { onClose: () => void; onDone: (key: string) => void };

/** Creates an API key: the program's name, its permissions and the expiry date. */
export function KeyForm({ onClose, onDone }: KeyFormProps) {
  const write = usePlatformAction("apiKeys");
  const form = useForm(keyForm, {
    prefix: "key-",
    save: async ({ values: { name, readOnly, features, until } }) => {
      const { key } = await write(({ apiKeys }) =>
        apiKeys.create({
          name,
          readOnly,
          features: features && featuresOf(features),
          // The key is valid until the end of the last day, in the gym's time zone.
          expiresDate: until ? instantOf(addDays(until, 1)) : null,
        }),
      );
      onDone(key);
    },
  });
  return (
    <FormSheet wide title={say("keys.add")} form={form} onClose={onClose}>
      <p className="mb-4">{say("keys.lead")}</p>
      <FormFields form={form} names={["name", "readOnly", "rights", "features", "until"]} />
    </FormSheet>
  );
}
