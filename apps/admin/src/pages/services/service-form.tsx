import { levels } from "@uola/browser/gym/service-facts.ts";
import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { Service } from "@uola/contract";
import { taxClasses } from "@uola/contract/tax-class";
import { TextButton } from "@uola/ui/buttons.tsx";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { Check, Field as Input, Select, TextArea } from "@uola/ui/field.tsx";
import { useCapacityConfirmation } from "@uola/ui/kit/capacity-confirmation.tsx";
import { CheckList } from "@uola/ui/kit/check-list.tsx";
import { FieldGroup, FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { MoneyField } from "@uola/ui/kit/money-field.tsx";
import { type EntityForm, useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import { useDeferredValue } from "react";
import { AgePriceFields } from "./age-price-fields.tsx";
import { type Draft, keptOf } from "./draft.ts";
import { firstDraft, label, showBy } from "./labels.ts";
import { OptionFields } from "./option-fields.tsx";
import { fieldOf, problemsOf } from "./problems.ts";
import { Reminders, ResourceGroups } from "./repeated.tsx";
import { SlugField } from "./slug-field.tsx";
import type { Lists } from "./use-lists.ts";
import { create, readKept, save } from "./use-services.ts";

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
  const kept = service
    ? keptOf(service)
    : {
        draft: firstDraft({
          categoryId: lists.categories[0]?.id ?? "",
          policyId: lists.policies.find((policy) => policy.default)?.id ?? "",
          locationIds: lists.locations.filter((location) => location.default).map(({ id }) => id),
        }),
        revision: undefined,
      };
  // Renders the first fields immediately and the long remainder shortly after.
  const isWhole = useDeferredValue(true, false);
  const belowSold = useCapacityConfirmation();
  const form = useEntityForm<Draft>({
    label,
    show: showBy(lists.names),
    kept,
    isNew: !service,
    ...(service && { reread: () => write((client) => readKept(client, service.id)) }),
    save: (saving) =>
      belowSold.attempt(saving.draft.defaultCapacity, (allowed) =>
        write<unknown>((client) =>
          service ? save(client, service.id, saving, allowed) : create(client, saving.draft),
        ),
      ),
    check: (draft) => {
      const problems = Object.entries(problemsOf(draft));
      return Object.fromEntries(problems.map(([field, wrong]) => [field, say(`services.wrong.${wrong}`)]));
    },
    fieldOf,
    onSaved: ({ draft }) => onDone({ name: draft.name.trim() }),
  });
  return (
    <FormSheet
      wide
      title={service ? service.name : say("services.new")}
      form={form}
      onClose={onClose}
      more={service && !form.isChanged && <TextButton onClick={onHistory}>{say("history")}</TextButton>}
    >
      {belowSold.question(form.draft.defaultCapacity)}
      <Says form={form} isNew={!service} lists={lists} />
      {isWhole && (
        <>
          <Price form={form} lists={lists} />
          <Who form={form} lists={lists} />
          <Rules form={form} lists={lists} />
          <FieldGroup title={say("services.part.page")}>
            {service && (
              <SlugField
                serviceId={service.id}
                kept={service.mainSlug.name}
                value={form.draft.slug}
                onChange={(slug) => form.set({ slug })}
              />
            )}
            <Check {...form.check("hidden")} />
            <Check {...form.check("conferencing")} />
          </FieldGroup>
        </>
      )}
    </FormSheet>
  );
}

type PartProps = { form: EntityForm<Draft>; lists: Lists };
function Says({ form, isNew, lists }: PartProps & { isNew: boolean }) {
  const { draft, set } = form;
  return (
    <FieldGroup title={say("services.part.says")}>
      <Input {...form.text("name")} maxLength={400} required />
      {isNew && (
        <RadioGroup
          shown
          legend={label("type")}
          name="type"
          value={draft.type}
          choices={(["CLASS", "COURSE", "APPOINTMENT"] as const).map((value) => ({
            value,
            label: say(`services.type.${value}`),
          }))}
          onChange={(value) => set({ type: value as Draft["type"] })}
        />
      )}
      <Input {...form.text("tagLine")} maxLength={6000} />
      <TextArea {...form.text("description")} maxLength={7000} />
      <details className="mt-2">
        <summary className="link">{say("services.english")}</summary>
        <p className="small text-muted">{say("services.english.hint")}</p>
        <Input {...form.text("nameEn")} lang="en" maxLength={400} optional={say("optional")} />
        <Input {...form.text("tagLineEn")} lang="en" maxLength={6000} optional={say("optional")} />
        <TextArea {...form.text("descriptionEn")} lang="en" maxLength={7000} optional={say("optional")} />
        <TextArea {...form.text("prerequisiteEn")} lang="en" maxLength={1000} optional={say("optional")} />
        <TextArea {...form.text("bringEn")} lang="en" maxLength={1000} optional={say("optional")} />
        <TextArea {...form.text("conditionsEn")} lang="en" maxLength={2500} optional={say("optional")} />
      </details>
      <div className="form-pair">
        <Select
          {...form.text("categoryId")}
          options={[{ value: "", label: say("services.noCategory") }, ...lists.categories.map(option)]}
        />
        {draft.type !== "APPOINTMENT" && <Input {...form.text("defaultCapacity")} inputMode="numeric" />}
      </div>
      <div className="form-pair">
        <Input {...form.text("ageMin")} inputMode="numeric" maxLength={3} optional={say("optional")} />
        <Input {...form.text("ageMax")} inputMode="numeric" maxLength={3} optional={say("optional")} />
      </div>
      <CheckList
        id="levels"
        legend={label("levels")}
        options={levels.map((level) => ({ value: level, label: say("services.level", { level }) }))}
        values={draft.levels}
        hint={say("services.levels.hint")}
        onChange={(levels) => set({ levels })}
      />
      <TextArea {...form.text("prerequisite")} maxLength={1000} optional={say("optional")} />
      <TextArea {...form.text("bring")} maxLength={1000} optional={say("optional")} />
      <Select {...form.text("role")} hint={say("services.role.hint")} options={roles} />
    </FieldGroup>
  );
}

const roles = (
  ["", "belayTest", "belayCourse", "individual", "group", "birthday", "company", "school", "camp"] as const
).map((value) => ({
  value,
  label: say("services.role", { role: value || "other" }),
}));

const option = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });

const classes = taxClasses.map((value) => ({ value, label: say(`content.taxClass.${value}`) }));

function Price({ form, lists }: PartProps) {
  const { draft, set } = form;
  const priced = draft.rateType === "FIXED" || draft.rateType === "VARIED";
  return (
    <FieldGroup title={say("services.part.price")}>
      <RadioGroup
        legend={label("rateType")}
        name="rateType"
        value={draft.rateType}
        choices={(["FIXED", "VARIED", "CUSTOM", "NO_FEE"] as const).map((value) => ({
          value,
          label: say(`services.rate.${value}`),
        }))}
        onChange={(value) => set({ rateType: value as Draft["rateType"] })}
      />
      {priced && (
        <>
          <div className="form-pair">
            <MoneyField {...form.text("price")} onChange={(price) => set({ price })} />
            <Input
              {...form.text("deposit")}
              optional={say("optional")}
              hint={say("services.deposit.hint")}
              maxLength={12}
            />
          </div>
          <div className="form-pair">
            <Select {...form.text("taxClass")} options={classes} />
            <Select
              {...form.text("laterTaxClass")}
              options={[{ value: "", label: say("services.tax.stays") }, ...classes]}
            />
          </div>
          <p className="hint">{say("services.tax.hint")}</p>
          {draft.laterTaxClass && (
            <Input {...form.text("laterTaxFrom")} type="date" hint={say("services.tax.from.hint")} />
          )}
          <div>
            <Check {...form.check("payInPerson")} />
            <Check {...form.check("payOnline")} />
          </div>
        </>
      )}
      {priced && (
        <>
          <AgePriceFields form={form} />
          <MoneyField
            {...form.text("memberPrice")}
            optional={say("optional")}
            hint={say("services.memberPrice.hint")}
            onChange={(memberPrice) => set({ memberPrice })}
          />
          {draft.type === "COURSE" && <Check {...form.check("lateJoinShare")} />}
          {draft.type === "COURSE" && (
            <>
              <p className="hint">{say("services.lateJoinShare.hint")}</p>
              <div className="form-pair">
                <Input {...form.text("parts")} inputMode="numeric" maxLength={2} optional={say("optional")} />
                <MoneyField
                  {...form.text("partsFrom")}
                  optional={say("optional")}
                  onChange={(partsFrom) => set({ partsFrom })}
                />
              </div>
            </>
          )}
        </>
      )}
      {priced && <OptionFields form={form} />}
      {draft.rateType === "CUSTOM" && <Input {...form.text("priceWords")} maxLength={50} />}
      <Check {...form.check("payByPlan")} />
      {draft.payByPlan && (
        <CheckList
          id="planIds"
          legend={label("planIds")}
          options={lists.plans.filter(({ archived, id }) => !archived || draft.planIds.includes(id)).map(option)}
          values={draft.planIds}
          onChange={(planIds) => set({ planIds })}
        />
      )}
    </FieldGroup>
  );
}

function Who({ form, lists }: PartProps) {
  const { draft, set, wrong } = form;
  return (
    <FieldGroup title={say("services.part.who")}>
      <CheckList
        id="staffIds"
        legend={label("staffIds")}
        options={lists.staff.map(option)}
        values={draft.staffIds}
        error={wrong.staffIds}
        onChange={(staffIds) => set({ staffIds })}
      />
      <CheckList
        id="locationIds"
        legend={label("locationIds")}
        options={lists.locations.filter(({ archived, id }) => !archived || draft.locationIds.includes(id)).map(option)}
        values={draft.locationIds}
        hint={say("services.locations.hint")}
        onChange={(locationIds) => set({ locationIds: draft.type === "COURSE" ? locationIds.slice(-1) : locationIds })}
      />
      {draft.type === "APPOINTMENT" && (
        <>
          <div className="form-pair">
            <Input {...form.text("durations")} hint={say("services.durations.hint")} />
            <Input {...form.text("gap")} inputMode="numeric" />
          </div>
          <ResourceGroups form={form} lists={lists} />
        </>
      )}
    </FieldGroup>
  );
}

function Rules({ form, lists }: PartProps) {
  return (
    <FieldGroup title={say("services.part.rules")}>
      <div className="form-pair">
        <Select {...form.text("policyId")} options={lists.policies.map(option)} />
        <Select
          {...form.text("formId")}
          options={[{ value: "", label: say("services.noForm") }, ...lists.forms.map(option)]}
        />
      </div>
      <div>
        <Check {...form.check("online")} />
        <Check {...form.check("approval")} />
        <Check {...form.check("multiple")} />
      </div>
      <Reminders form={form} />
    </FieldGroup>
  );
}
