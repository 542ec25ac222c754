import { expect, test } from "vitest";
import { addedOf, goodsIn } from "./goods.ts";

const today = "2026-11-27";
const line = (name: string, more = {}) => ({ _id: name, name, price: 9, ...more });

test("what has one price today is sold, in the order of the list", () => {
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

test("a line that a kind of pass names is sold as the pass, as long as it is on sale, others as goods", () => {
  const kinds = [
    { id: "kind", priceId: "Abonementas", onSale: true },
    { id: "old", priceId: "Senas", onSale: false },
  ];
  const added = goodsIn([line("Abonementas"), line("Senas"), line("Kartas")], kinds, today).map(addedOf);
  expect(added).toMatchObject([{ pass: { kindId: "kind" } }, { goods: { priceId: "Kartas", quantity: 1 } }]);
});
