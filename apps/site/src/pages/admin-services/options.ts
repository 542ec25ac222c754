import type { Service, ServiceInput } from "@uola/contract";
import { amountOf, priceText } from "../../admin/kit/money.ts";

/** Something to choose for each person: who they are, what they bring. Ids tell what is renamed from what is new. */
export type Option = { id: string; name: string; choices: Choice[] };
export type Choice = { id: string; name: string };
/** What is chosen, and what those pay who chose so: by the ids of their choices, one of each option. */
export type Options = { list: Option[]; prices: Record<string, string> };

export const noOptions: Options = { list: [], prices: {} };
export const optionLimits = { options: 5, choices: 20, combinations: 100 };

/** The same for the same choices in whatever order the options stand. */
export const keyOf = (combination: readonly Choice[]): string =>
  combination
    .map(({ id }) => id)
    .toSorted()
    .join("\n");

/** One choice of each option, in the options' order. */
export const combinationsOf = (list: readonly Option[]): Choice[][] =>
  list.length === 0
    ? []
    : list.reduce<Choice[][]>(
        (all, { choices }) => all.flatMap((before) => choices.map((choice) => [...before, choice])),
        [[]],
      );

/**
 * What a combination costs, as typed; empty where it is not offered. One that nobody priced yet costs what the nearest one
 * did before an option came or went, or what the service costs.
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

/** The options of a service as it is stored. */
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

/** What the platform is told: every combination that has a price. */
export function optionsWish({ list, prices }: Options, usual: string): ServiceInput["optionsAndVariants"] {
  if (list.length === 0) return null;
  return {
    options: list.map(({ id, name, choices }) => ({ id, name: name.trim(), choices: choices.map(nameOf) })),
    variants: combinationsOf(list).flatMap((combination) => {
      const value = amountOf(priceOf({ prices }, combination, usual));
      const choices = combination.map((choice, index) => ({ optionId: list[index]?.id ?? "", custom: nameOf(choice) }));
      return value ? [{ choices, price: { value } }] : [];
    }),
  };
}

const nameOf = ({ name }: Choice) => name.trim();

/** Whether options can be kept: all named, none twice, and each combination priced or left out on purpose. */
export function areWhole({ list, prices }: Options, usual: string): boolean {
  const isNamed = ({ name, choices }: Option) => {
    const names = choices.map(nameOf);
    return name.trim() !== "" && names.length > 0 && names.every(Boolean) && new Set(names).size === names.length;
  };
  if (!list.every(isNamed)) return false;
  const typed = combinationsOf(list).map((each) => priceOf({ prices }, each, usual).trim());
  const isPrice = (text: string) => Number(amountOf(text)) > 0;
  // A single choice that is not offered is taken away instead.
  const mayBeEmpty = list.length > 1;
  return (
    typed.length <= optionLimits.combinations &&
    typed.every((text) => isPrice(text) || (mayBeEmpty && text === "")) &&
    (list.length === 0 || typed.some(isPrice))
  );
}
