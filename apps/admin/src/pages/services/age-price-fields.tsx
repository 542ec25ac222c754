import { Field } from "@uola/ui/field.tsx";
import type { InputProps } from "@uola/ui/kit/fields.tsx";
import { MoneyField } from "@uola/ui/kit/money-field.tsx";
import { say } from "@uola/words/admin";
import type { TypedAgePrice } from "./service-fields.tsx";

/** Reduced prices by age: from age, to age and price. An empty line is ignored. */
export function AgePriceFields({ id, label, value: prices, error, onChange }: InputProps<TypedAgePrice[]>) {
  const put = (index: number, part: Partial<TypedAgePrice>) =>
    onChange(prices.map((each, at) => (at === index ? { ...each, ...part } : each)));
  return (
    <fieldset id={id} className="field" tabIndex={-1}>
      <legend className="label">{label}</legend>
      <p className="hint">{say("services.agePrices.hint")}</p>
      {prices.map(({ group, min, max, price }, index) => (
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
      {error && <p className="error">{error}</p>}
    </fieldset>
  );
}
