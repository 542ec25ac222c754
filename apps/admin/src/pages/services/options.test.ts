import { moveItem } from "@uola/ui/kit/order.ts";
import { describe, expect, test } from "vitest";
import { areComplete, combinationsOf, type Options, optionsIn, optionsInputOf, priceOf } from "./options.ts";

const choice = (name: string) => ({ id: name, name });
const who = { id: "who", name: "Amžius", choices: [choice("Suaugęs"), choice("Vaikas")] };
const gear = { id: "gear", name: "Inventorius", choices: [choice("Savas"), choice("Nuomojamas")] };
const one: Options = { list: [who], prices: { Suaugęs: "20", Vaikas: "12,50" } };

describe("prices of combinations", () => {
  test("a new option starts with the existing prices, and removing it keeps them", () => {
    const two = { ...one, list: [who, gear] };
    expect(combinationsOf(two.list).map((each) => priceOf(two, each, "9"))).toEqual(["20", "20", "12,50", "12,50"]);
    const only = { list: [gear], prices: { "Nuomojamas\nSuaugęs": "25", "Savas\nSuaugęs": "20" } };
    expect(combinationsOf(only.list).map((each) => priceOf(only, each, "9"))).toEqual(["20", "25"]);
  });

  test("the price of a combination does not depend on the order of options", () => {
    const prices = { "Nuomojamas\nVaikas": "15" };
    expect(priceOf({ prices }, [choice("Vaikas"), choice("Nuomojamas")], "9")).toBe("15");
    expect(priceOf({ prices }, [choice("Nuomojamas"), choice("Vaikas")], "9")).toBe("15");
  });

  test("a combination without a price costs as much as the service", () =>
    expect(priceOf(one, [choice("Senjoras")], "18")).toBe("18"));
});

test("several options survive the round trip to the platform, including combinations not offered", () => {
  const options = [
    { id: "o-1", name: "Amžius", choices: ["Suaugęs", "Vaikas"] },
    { id: "o-2", name: "Inventorius", choices: ["Savas", "Nuomojamas"] },
  ];
  const variant = (age: string, own: string, value: string) => ({
    choices: [
      { optionId: "o-1", custom: age },
      { optionId: "o-2", custom: own },
    ],
    price: { value },
  });
  const variants = [
    variant("Suaugęs", "Savas", "20"),
    variant("Suaugęs", "Nuomojamas", "25.5"),
    variant("Vaikas", "Nuomojamas", "15"),
  ];
  const read = optionsIn({ optionsAndVariants: { options, variants } });
  expect(optionsInputOf(read, "99")).toEqual({ options, variants });
  expect(areComplete(read, "99")).toBe(true);
  const turned = optionsInputOf({ ...read, list: moveItem(read.list, 1, 0) }, "99");
  expect(turned?.options?.map(({ id }) => id)).toEqual(["o-2", "o-1"]);
  expect(turned?.variants).toHaveLength(3);
});

test.each<[string, Options, boolean]>([
  ["no options", { list: [], prices: {} }, true],
  ["one option", one, true],
  ["a choice without a price", { ...one, prices: { ...one.prices, Vaikas: "" } }, false],
  ["a price of zero", { ...one, prices: { ...one.prices, Vaikas: "0" } }, false],
  ["an option without a name", { ...one, list: [{ ...who, name: " " }] }, false],
  [
    "a duplicate choice",
    { ...one, list: [{ ...who, choices: [choice("Vaikas"), { id: "2", name: "Vaikas " }] }] },
    false,
  ],
  ["an option without choices", { ...one, list: [who, { ...gear, choices: [] }] }, false],
])("checks whether service options are complete: %s", (_, options, whole) =>
  expect(areComplete(options, "")).toBe(whole),
);
