import type { OptionsAndVariants, ServiceInput } from "@uola/contract";
import { required } from "@uola/contract/required";
import { newId } from "@uola/database";
import type { FieldError } from "@uola/kernel";

type OptionsInput = NonNullable<ServiceInput["optionsAndVariants"]>;
type Choices = NonNullable<OptionsInput["variants"]>[number]["choices"];

const keyOf = (choices: Choices): string =>
  choices
    .map(({ optionId, custom }) => `${optionId} ${custom}`)
    .toSorted()
    .join("\n");
const listsOf = ({ options, variants }: OptionsInput) => ({ options: options ?? [], variants: variants ?? [] });
const isDistinct = (texts: readonly string[]) => new Set(texts).size === texts.length;

/**
 * Yields the errors of options and their prices: each variant must have one choice per option, and
 * no two variants may have the same choices.
 */
export function* optionProblems({ optionsAndVariants, payment }: ServiceInput): Generator<FieldError> {
  if (!optionsAndVariants) return;
  const { options, variants } = listsOf(optionsAndVariants);
  const rule = (field: string, description: string): FieldError => ({
    field: `service.optionsAndVariants.${field}`,
    description,
    ruleName: "INVALID_OPTIONS",
  });
  if (!isDistinct(options.map(({ id }) => id))) yield rule("options", "must not name an option twice");
  for (const [index, { choices }] of options.entries()) {
    if (!isDistinct(choices)) yield rule(`options.${index}.choices`, "must not repeat a choice");
  }
  const known = new Map(options.map(({ id, choices }) => [id, choices]));
  for (const [index, { choices }] of variants.entries()) {
    const isWhole = choices.length === options.length && isDistinct(choices.map(({ optionId }) => optionId));
    const isKnown = choices.every(({ optionId, custom }) => known.get(optionId)?.includes(custom));
    if (!isWhole || !isKnown) yield rule(`variants.${index}.choices`, "must choose once of every option");
  }
  if (!isDistinct(variants.map(({ choices }) => keyOf(choices)))) yield rule("variants", "must not repeat a variant");
  if (variants.length > 0 && payment?.rateType !== "FIXED" && payment?.rateType !== "VARIED") {
    yield rule("variants", "need a FIXED or VARIED price");
  }
}

/** Returns options as stored, with prices in the site's currency. */
export function storedOptions(input: OptionsInput | null | undefined, currency: string): OptionsAndVariants | null {
  if (!input) return null;
  const { options, variants } = listsOf(input);
  return {
    options,
    variants: variants.map(({ choices, price: { value } }) => ({ choices, price: { value, currency } })),
  };
}

/**
 * Returns the options of a copy, with new ids; undefined if a price is in a currency the site no
 * longer uses.
 */
export function copiedOptions(source: OptionsAndVariants, currency: string): OptionsAndVariants | undefined {
  if (source.variants.some(({ price }) => price.currency && price.currency !== currency)) return undefined;
  const ids = new Map(source.options.map(({ id }) => [id, newId()]));
  return {
    options: source.options.map((option) => ({ ...option, id: required(ids.get(option.id), "id of the option") })),
    variants: source.variants.map(({ choices, price }) => ({
      price,
      choices: choices.map(({ optionId, custom }) => ({
        optionId: required(ids.get(optionId), "id of the option"),
        custom,
      })),
    })),
  };
}
