import { expect, test } from "vitest";
import { type Offer, rungPrices } from "./start.data.ts";

const offer = (given: Partial<Offer>): Offer => ({
  slug: "x",
  name: "X",
  tagLine: "",
  kind: "other",
  role: null,
  price: { kind: "each", cents: 1000, currency: "EUR" },
  ...given,
});
const cents = (cents: number) => ({ price: { kind: "each" as const, cents, currency: "EUR" } });

test("a stage has the price of its cheapest service, or none if it cannot be booked", () => {
  const prices = rungPrices([
    offer({ kind: "firstTime", ...cents(2500) }),
    offer({ kind: "firstTime", ...cents(1500) }),
    offer({ kind: "firstTime", price: { kind: "unknown", words: "pagal susitarimą" } }),
    offer({ kind: "ropes", role: "belayTest", ...cents(800) }),
    offer({ kind: "trainings", role: "individual", ...cents(4500) }),
    offer({ kind: "trainings", ...cents(1600) }),
  ]);
  expect(prices).toEqual({ intro: 1500, test: 800, training: 1600 });
});
