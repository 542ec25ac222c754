import type { Service, ServiceInput } from "@uola/contract";
import { parseAmount, priceText } from "@uola/ui/kit/money.ts";

/**
 * An option chosen for each participant, such as their age group or equipment. Ids distinguish a
 * renamed option from a new one.
 */
export type Option = { id: string; name: string; choices: Choice[] };
export type Choice = { id: string; name: string };
/**
 * The options and the price of each combination. A combination has one choice of each option, and
 * its key is made of the ids of these choices.
 */
export type Options = { list: Option[]; prices: Record<string, string> };

export const noOptions: Options = { list: [], prices: {} };
export const optionLimits = { options: 5, choices: 20, combinations: 100 };

/** Returns the key of a combination, regardless of the order of the options. */
export const keyOf = (combination: readonly Choice[]): string =>
  combination
    .map(({ id }) => id)
    .toSorted()
    .join("\n");

/** Returns all combinations with one choice per option, in the order of the options. */
export const combinationsOf = (list: readonly Option[]): Choice[][] =>
  list.length === 0
    ? []
    : list.reduce<Choice[][]>(
        (all, { choices }) => all.flatMap((before) => choices.map((choice) => [...before, choice])),
        [[]],
      );

/**
 * Returns the price of a combination as typed; empty if the combination is not offered. A
 * combination without its own price has the price of the nearest combination from before an option
 * was added or removed, or else the price of the service.
 */
export function priceOf({ prices }: Pick<Options, "prices">, combination: readonly Choice[], usual: string): string {
  const own = prices[keyOf(combination)];
  if (own !== undefined) return own;
  const ids = new Set(combination.map(({ id }) => id));
  const away = (key: string): number | undefined => {
    const known = key.split("\n");
    const common = known.filter((id) => ids.has(id)).length;
    return common === Math.min(known.length, ids.size) ? Math.abs(known.length - ids.size) : undefined;
  };
  const [nearest] = Object.entries(prices)
    .flatMap(([key, price]) => (away(key) === undefined ? [] : [{ price, away: away(key) ?? 0 }]))
    .toSorted((one, other) => one.away - other.away);
  return nearest?.price ?? usual;
}

/** Returns the options of a stored service. */
export function optionsIn({ optionsAndVariants }: Pick<Service, "optionsAndVariants">): Options {
  const { options = [], variants = [] } = optionsAndVariants ?? {};
  const idOf = (optionId: string, custom: string) => `${optionId} ${custom}`;
  const list = options.map(({ id, name, choices }) => ({
    id,
    name,
    choices: choices.map((choice) => ({ id: idOf(id, choice), name: choice })),
  }));
  const known = new Map(
    variants.map(({ choices, price }) => [
      keyOf(choices.map(({ optionId, custom }) => ({ id: idOf(optionId, custom), name: custom }))),
      priceText(price.value),
    ]),
  );
  const prices = combinationsOf(list).map((each) => [keyOf(each), known.get(keyOf(each)) ?? ""]);
  return { list, prices: Object.fromEntries(prices) };
}

/** Converts the options to the platform's input, which contains every combination with a price. */
export function optionsInputOf({ list, prices }: Options, usual: string): ServiceInput["optionsAndVariants"] {
  if (list.length === 0) return null;
  return {
    options: list.map(({ id, name, choices }) => ({ id, name: name.trim(), choices: choices.map(nameOf) })),
    variants: combinationsOf(list).flatMap((combination) => {
      const value = parseAmount(priceOf({ prices }, combination, usual));
      const choices = combination.map((choice, index) => ({ optionId: list[index]?.id ?? "", custom: nameOf(choice) }));
      return value ? [{ choices, price: { value } }] : [];
    }),
  };
}

const nameOf = ({ name }: Choice) => name.trim();

/**
 * Whether the options can be saved: all have unique names, and every combination is either priced
 * or deliberately left out.
 */
export function areComplete({ list, prices }: Options, usual: string): boolean {
  const isNamed = ({ name, choices }: Option) => {
    const names = choices.map(nameOf);
    return name.trim() !== "" && names.length > 0 && names.every(Boolean) && new Set(names).size === names.length;
  };
  if (!list.every(isNamed)) return false;
  const typed = combinationsOf(list).map((each) => priceOf({ prices }, each, usual).trim());
  const isPrice = (text: string) => Number(parseAmount(text)) > 0;
  // If there is only one option, a choice that is not offered is removed instead of left without a
  // price.
  const mayBeEmpty = list.length > 1;
  return (
    typed.length <= optionLimits.combinations &&
    typed.every((text) => isPrice(text) || (mayBeEmpty && text === "")) &&
    (list.length === 0 || typed.some(isPrice))
  );
}
