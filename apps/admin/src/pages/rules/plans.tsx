import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { PricingPlan } from "@uola/contract";
import { centsOf } from "@uola/contract/cents";
import { Field, TextArea } from "@uola/ui/field.tsx";
import type { Feedback } from "@uola/ui/kit/feedback.tsx";
import { FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { ListSection, Row } from "@uola/ui/kit/list.tsx";
import { usePlans } from "@uola/ui/kit/lookups.ts";
import { parseAmount, priceText } from "@uola/ui/kit/money.ts";
import { MoneyField } from "@uola/ui/kit/money-field.tsx";
import { type StoredDraft, useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import { price } from "@uola/words/formats";
import { useState } from "react";

type Draft = { name: string; price: string; description: string };

/** Passes and memberships that can pay for services. */
export function Plans({ feedback: { make, done } }: { feedback: Feedback }) {
  const reading = usePlans();
  const write = usePlatformAction("plans", "services");
  const [opened, setOpened] = useState<{ plan?: PricingPlan }>();
  const archive = ({ id: planId, name, archived }: PricingPlan) => {
    const set = (archived: boolean) => write(({ plans }) => plans.archive({ planId, archived }));
    const text = say(archived ? "plans.done.sold" : "plans.done.archived", { name });
    return make(
      () => set(!archived),
      text,
      () => set(archived),
    );
  };
  return (
    <ListSection
      title={say("plans.heading")}
      add={{ label: say("plans.add"), onClick: () => setOpened({}) }}
      empty={say("plans.none")}
      items={reading.data}
      reading={reading}
      row={(plan) => (
        <Row
          name={plan.name}
          onOpen={() => setOpened({ plan })}
          marks={[plan.archived && say("plans.archived")]}
          about={plan.description}
          others={[
            {
              label: say(plan.archived ? "plans.sell" : "plans.archive"),
              apart: true,
              onClick: () => void archive(plan),
            },
          ]}
        >
          <b>{price(centsOf(plan.price))}</b>
        </Row>
      )}
    >
      {opened && (
        <PlanForm
          plan={opened.plan}
          onClose={() => setOpened(undefined)}
          onDone={(name) => {
            setOpened(undefined);
            done(say("done.saved", { name }));
          }}
        />
      )}
    </ListSection>
  );
}

const keptOf = ({ name, price, description, revision }: PricingPlan): StoredDraft<Draft> => ({
  draft: { name, price: priceText(price.value), description: description ?? "" },
  revision,
});
const label = (field: keyof Draft) => say(`plans.field.${field}`);

type PlanFormProps = { plan: PricingPlan | undefined; onClose: () => void; onDone: (name: string) => void };

function PlanForm({ plan, onClose, onDone }: PlanFormProps) {
  const write = usePlatformAction("plans");
  const form = useEntityForm<Draft>({
    label,
    kept: plan ? keptOf(plan) : { draft: { name: "", price: "", description: "" }, revision: undefined },
    isNew: !plan,
    ...(plan && {
      reread: async () => {
        const now = (await write(({ plans }) => plans.list({}))).plans.find(({ id }) => id === plan.id);
        return keptOf(now ?? plan);
      },
    }),
    save: ({ draft, before }) => {
      const wish = {
        name: draft.name.trim(),
        description: draft.description.trim() || null,
        price: { value: parseAmount(draft.price) ?? "0" },
      };
      return write(({ plans }) =>
        plan
          ? plans.update({ plan: { ...wish, id: plan.id, revision: before.revision ?? "" } })
          : plans.create({ plan: wish }),
      );
    },
    check: ({ name, price }) => ({
      ...(!name.trim() && { name: say("services.wrong.name") }),
      ...(!parseAmount(price) && { price: say("services.wrong.price") }),
    }),
    onSaved: ({ draft }) => onDone(draft.name.trim()),
  });
  return (
    <FormSheet title={plan?.name ?? say("plans.add")} form={form} onClose={onClose}>
      <Field {...form.text("name")} />
      <MoneyField {...form.text("price")} onChange={(price) => form.set({ price })} />
      <TextArea {...form.text("description")} optional={say("optional")} maxLength={4000} />
    </FormSheet>
  );
}
