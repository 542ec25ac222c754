import type { AgeGroup, Service } from "@uola/contract";
import { Field } from "@uola/ui/field.tsx";
import type { InputProps } from "@uola/ui/kit/field.ts";
import { parseAmount, priceText } from "@uola/ui/kit/money.ts";
import { MoneyField } from "@uola/ui/kit/money-field.tsx";
import { say } from "@uola/words/admin";

export type StoredAgePrices = Service["agePrices"];
/** A reduced price for an age group, as typed; fields without a value are empty. */
export type TypedAgePrice = { group: AgeGroup; min: string; max: string; price: string };

const ageGroups: readonly AgeGroup[] = ["CHILD", "YOUTH", "SENIOR"];
export const agePricesIn = (stored: StoredAgePrices): TypedAgePrice[] =>
  ageGroups.map((group) => {
    const { ages, price } = stored?.find((each) => each.group === group) ?? {};
    return { group, min: String(ages?.min ?? ""), max: String(ages?.max ?? ""), price: priceText(price?.value) };
  });
export const isTyped = ({ min, max, price }: TypedAgePrice) => [min, max, price].some((text) => text.trim() !== "");

const isAge = (text: string) => /^\d{0,3}$/.test(text.trim()) && Number(text) <= 120;

/** Whether a reduced price has a valid age range and is lower than the usual price. */
export function isLower({ min, max, price }: TypedAgePrice, usual: string): boolean {
  const isSaid = [min, max].some((text) => text.trim() !== "") && isAge(min) && isAge(max);
  const isUpward = min.trim() === "" || max.trim() === "" || Number(min) <= Number(max);
  const cost = parseAmount(price);
  return isSaid && isUpward && cost !== undefined && Number(cost) < Number(parseAmount(usual));
}

/** Formats age prices, as typed or as stored: "Vaikai 15, Jaunimas 18". */
export const agePricesText = (prices: TypedAgePrice[] | StoredAgePrices): string =>
  (prices ?? [])
    .map(({ group, price }) => ({ group, sum: typeof price === "string" ? price : priceText(price.value) }))
    .filter(({ sum }) => sum !== "")
    .map(({ group, sum }) => `${say(`services.agePrices.${group}`)} ${sum}`)
    .join(", ");

/** Inputs for reduced prices by age: minimum age, maximum age and price. An empty line is ignored. */
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
