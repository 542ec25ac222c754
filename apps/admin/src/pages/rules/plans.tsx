import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { PricingPlan } from "@uola/contract";
import { centsOf } from "@uola/contract/cents";
import { defineForm } from "@uola/ui/kit/define-form.ts";
import type { Feedback } from "@uola/ui/kit/feedback.tsx";
import * as field from "@uola/ui/kit/fields.tsx";
import { FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { ListSection, Row } from "@uola/ui/kit/list.tsx";
import { usePlans } from "@uola/ui/kit/lookups.ts";
import { parseAmount } from "@uola/ui/kit/money.ts";
import { FormFields, useForm } from "@uola/ui/kit/use-form.tsx";
import { useOpened } from "@uola/ui/kit/use-opened.ts";
import { say } from "@uola/words/admin";
import { price } from "@uola/words/formats";

const planForm = defineForm({
  label: (name) => say(`plans.field.${name}`),
  fields: (plan: PricingPlan | undefined) => ({
    name: field.text(plan?.name, { check: field.required(say("services.wrong.name")) }),
    price: field.amount(plan?.price.value, { check: (price) => !parseAmount(price) && say("services.wrong.price") }),
    description: field.orNull(field.longText(plan?.description, { optional: true, maxLength: 4000 })),
  }),
});

/** Passes and memberships that can pay for services. */
export function Plans({ feedback: { make, done } }: { feedback: Feedback }) {
  const reading = usePlans();
  const write = usePlatformAction("plans", "services");
  const { opened, setOpened, close, finish } = useOpened<{ plan?: PricingPlan }>(done);
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
      {opened && <PlanForm plan={opened.plan} onClose={close} onDone={(name) => finish(say("done.saved", { name }))} />}
    </ListSection>
  );
}

type PlanFormProps = { plan: PricingPlan | undefined; onClose: () => void; onDone: (name: string) => void };

function PlanForm({ plan, onClose, onDone }: PlanFormProps) {
  const write = usePlatformAction("plans");
  const form = useForm(planForm, {
    item: plan,
    reread: plan && (async () => (await write(({ plans }) => plans.list({}))).plans.find(({ id }) => id === plan.id)),
    save: ({ values, revision }) => {
      const input = { ...values, price: { value: values.price ?? "0" } };
      return write(({ plans }) =>
        plan ? plans.update({ plan: { ...input, id: plan.id, revision } }) : plans.create({ plan: input }),
      );
    },
    onSaved: ({ draft }) => onDone(draft.name.trim()),
  });
  return (
    <FormSheet title={plan?.name ?? say("plans.add")} form={form} onClose={onClose}>
      <FormFields form={form} names={["name", "price", "description"]} />
    </FormSheet>
  );
}
