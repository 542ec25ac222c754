import { Field } from "@uola/ui/field.tsx";
import { MoneyField } from "@uola/ui/kit/money-field.tsx";
import type { EntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import type { Draft, TypedAgePrice } from "./draft.ts";
import { label } from "./labels.ts";

/** Reduced prices by age: from age, to age and price. An empty line is ignored. */
export function AgePriceFields({ form: { draft, set, wrong } }: { form: EntityForm<Draft> }) {
  const put = (index: number, part: Partial<TypedAgePrice>) =>
    set({ agePrices: draft.agePrices.map((each, at) => (at === index ? { ...each, ...part } : each)) });
  return (
    <fieldset id="agePrices" className="field" tabIndex={-1}>
      <legend className="label">{label("agePrices")}</legend>
      <p className="hint">{say("services.agePrices.hint")}</p>
      {draft.agePrices.map(({ group, min, max, price }, index) => (
        <fieldset key={group} className="field">
          <legend className="label">{say(`services.agePrices.${group}`)}</legend>
          <div className="grid grid-cols-3 items-end gap-4">
            <Field
              id={`age-min-${group}`}
              label={say("services.agePrices.min")}
              value={min}
              inputMode="numeric"
              maxLength={3}
              onChange={({ target }) => put(index, { min: target.value })}
            />
            <Field
              id={`age-max-${group}`}
              label={say("services.agePrices.max")}
              value={max}
              inputMode="numeric"
              maxLength={3}
              onChange={({ target }) => put(index, { max: target.value })}
            />
            <MoneyField
              id={`age-price-${group}`}
              label={say("services.agePrices.price")}
              value={price}
              onChange={(typed) => put(index, { price: typed })}
            />
          </div>
        </fieldset>
      ))}
      {wrong.agePrices && <p className="error">{wrong.agePrices}</p>}
    </fieldset>
  );
}
