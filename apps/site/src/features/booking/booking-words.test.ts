import { expect, test } from "vitest";
import type { Variant } from "./activities.ts";
import { durationAndPriceOf, spanOf, totalRangeOf } from "./booking-words.ts";

const plain = (text: string) => text.replace(/\s/g, " ");
const variant = (cents: number): Variant => ({ key: String(cents), label: "", cents, choices: [] });
const price = { kind: "each", cents: 2000, currency: "EUR" } as const;

test("shows the dates of a course, or a text that they are not known yet", () => {
  const dates = { start: "2026-09-08T15:00:00Z", end: "2026-12-15T16:00:00Z" };
  expect(plain(spanOf(dates))).toBe("Rugsėjo 8 d. – gruodžio 15 d.");
  expect(spanOf({ ...dates, undated: true })).toBe("Datas paskelbsime vėliau");
});

test("shows a price range if the total depends on the choices", () => {
  expect(plain(totalRangeOf({ price, agePrices: [], variants: [] }, 2))).toBe("40,00 €");
  expect(plain(totalRangeOf({ price, agePrices: [], variants: [variant(2000), variant(1250)] }, 2))).toBe(
    "25,00 € – 40,00 €, pagal pasirinkimą",
  );
  expect(plain(totalRangeOf({ price, agePrices: [], variants: [variant(1500), variant(1500)] }, 1))).toBe("15,00 €");
  const child = { group: "CHILD", ages: { max: 12 }, cents: 1500 } as const;
  expect(plain(totalRangeOf({ price, agePrices: [child], variants: [] }, 2))).toBe("30,00 € – 40,00 €, pagal amžių");
  expect(totalRangeOf({ price: { kind: "unknown", words: "pagal susitarimą" }, agePrices: [], variants: [] }, 1)).toBe(
    "pagal susitarimą",
  );
});

test("an event booked for a group shows the price per person", () => {
  const event = { price: { ...price, cents: 1800 }, kind: "APPOINTMENT", maxParticipants: 30 } as const;
  const time = {
    start: "2026-09-08T15:00:00Z",
    end: "2026-09-08T17:00:00Z",
    lessons: undefined,
    lessonsInAll: undefined,
  };
  const gist = (of: Partial<Parameters<typeof durationAndPriceOf>[0]>) =>
    plain(durationAndPriceOf({ ...event, ...of }, time as never));
  expect(gist({})).toBe("2 val. · 18 € asmeniui");
  expect(gist({ maxParticipants: 1 })).toBe("2 val. · 18 €");
  expect(gist({ kind: "CLASS" })).toBe("2 val. · 18 €");
  expect(gist({ price: { kind: "free" } })).not.toContain("asmeniui");
});
