import { expect, test } from "vitest";
import { addedOf, goodsIn } from "./goods.ts";

const today = "2026-11-27";
const line = (name: string, more = {}) => ({ _id: name, name, price: 9, ...more });

test("sells price list entries that have a single price today, in the order of the list", () => {
  const lines = [
    line("Kartas"),
    line("Gimtadienis", { from: true }),
    line("Dovana", { price: 0 }),
    line("Rytoj", { validFrom: "2026-11-28" }),
    line("Batai", { price: 3.5, validFrom: today }),
  ];
  expect(goodsIn(lines, [], today)).toEqual([
    { id: "Kartas", name: "Kartas", cents: 900 },
    { id: "Batai", name: "Batai", cents: 350 },
  ]);
});

test("sells a price list entry as a pass if a pass type on sale refers to it, other entries as goods", () => {
  const kinds = [
    { id: "kind", priceId: "Abonementas", onSale: true },
    { id: "old", priceId: "Senas", onSale: false },
  ];
  const added = goodsIn([line("Abonementas"), line("Senas"), line("Kartas")], kinds, today).map(addedOf);
  expect(added).toMatchObject([{ pass: { kindId: "kind" } }, { goods: { priceId: "Kartas", quantity: 1 } }]);
});
