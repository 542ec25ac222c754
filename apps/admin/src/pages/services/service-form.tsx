import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { Service } from "@uola/contract";
import { TextButton } from "@uola/ui/buttons.tsx";
import { useCapacityConfirmation } from "@uola/ui/kit/capacity-confirmation.tsx";
import { FieldGroup, FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { FormField, FormFields, useForm } from "@uola/ui/kit/use-form.tsx";
import { say } from "@uola/words/admin";
import { useDeferredValue } from "react";
import { OptionFields } from "./option-fields.tsx";
import { isPriced, serviceForm } from "./service-fields.tsx";
import type { Lists } from "./use-lists.ts";
import { create, save } from "./use-services.ts";

export type Done = (saved: { name: string; undo?: () => Promise<unknown> }) => void;
type ServiceFormProps = {
  service: Service | undefined;
  lists: Lists;
  onClose: () => void;
  onDone: Done;
  onHistory: () => void;
};

/** Edits all fields of a service, in sections; without `service` it creates a new one. */
export function ServiceForm({ service, lists, onClose, onDone, onHistory }: ServiceFormProps) {
  const write = usePlatformAction("services", "policies", "categories");
  // The first fields are rendered immediately, the rest of the long form shortly afterwards.
  const isWhole = useDeferredValue(true, false);
  const belowSold = useCapacityConfirmation();
  const form = useForm((stored: Service | undefined) => serviceForm(stored, lists), {
    item: service,
    reread: service && (() => write(async ({ services }) => (await services.get({ serviceId: service.id })).service)),
    save: (saving) =>
      belowSold.attempt(saving.draft.defaultCapacity, (allowed) =>
        write<unknown>((client) =>
          service ? save(client, service.id, saving, allowed) : create(client, saving.values),
        ),
      ),
    onSaved: ({ draft }) => onDone({ name: draft.name.trim() }),
  });
  const { draft, set } = form;
  const priced = isPriced(draft.rateType);
  const isCourse = draft.type === "COURSE";
  return (
    <FormSheet
      wide
      title={service ? service.name : say("services.new")}
      form={form}
      onClose={onClose}
      more={service && !form.isChanged && <TextButton onClick={onHistory}>{say("history")}</TextButton>}
    >
      {belowSold.question(draft.defaultCapacity)}
      <FieldGroup title={say("services.part.says")}>
        <FormFields form={form} names={service ? ["name"] : ["name", "type"]} />
        <FormFields form={form} names={["tagLine", "description"]} />
        <details className="mt-2">
          <summary className="link">{say("services.english")}</summary>
          <p className="small text-muted">{say("services.english.hint")}</p>
          <FormFields
            form={form}
            names={["nameEn", "tagLineEn", "descriptionEn", "prerequisiteEn", "bringEn", "conditionsEn"]}
          />
        </details>
        <FormFields form={form} columns="fit" names={["categoryId", "defaultCapacity"]} />
        <FormFields form={form} columns="fit" names={["ageMin", "ageMax"]} />
        <FormFields form={form} names={["levels", "prerequisite", "bring", "role"]} />
      </FieldGroup>
      {isWhole && (
        <>
          <FieldGroup title={say("services.part.price")}>
            <FormFields form={form} names={["rateType"]} />
            {priced && (
              <>
                <FormFields form={form} columns="fit" names={["price", "deposit"]} />
                <FormFields form={form} columns="fit" names={["taxClass", "laterTaxClass"]} />
                <p className="hint">{say("services.tax.hint")}</p>
                <FormFields form={form} names={["laterTaxFrom"]} />
                <div>
                  <FormFields form={form} names={["payInPerson", "payOnline"]} />
                </div>
                <FormFields form={form} names={["agePrices", "memberPrice", "lateJoinShare"]} />
                {isCourse && (
                  <>
                    <p className="hint">{say("services.lateJoinShare.hint")}</p>
                    <FormFields form={form} columns="fit" names={["parts", "partsFrom"]} />
                  </>
                )}
                <OptionFields form={form} />
              </>
            )}
            <FormFields form={form} names={["priceWords", "payByPlan", "planIds"]} />
          </FieldGroup>
          <FieldGroup title={say("services.part.who")}>
            <FormFields form={form} names={["staffIds"]} />
            <FormField
              form={form}
              name="locationIds"
              onChange={(ids) => set({ locationIds: isCourse ? ids.slice(-1) : ids })}
            />
            {draft.type === "APPOINTMENT" && (
              <>
                <FormFields form={form} columns="fit" names={["durations", "gap"]} />
                <FormFields form={form} names={["resourceGroups"]} />
              </>
            )}
          </FieldGroup>
          <FieldGroup title={say("services.part.rules")}>
            <FormFields form={form} columns="fit" names={["policyId", "formId"]} />
            <div>
              <FormFields form={form} names={["online", "approval", "multiple"]} />
            </div>
            <FormFields form={form} names={["reminders"]} />
          </FieldGroup>
          <FieldGroup title={say("services.part.page")}>
            <FormFields form={form} names={["slug", "hidden", "conferencing"]} />
          </FieldGroup>
        </>
      )}
    </FormSheet>
  );
}
