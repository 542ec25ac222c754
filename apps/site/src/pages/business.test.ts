import type { Business } from "@uola/contract";
import { expect, test } from "vitest";
import { hoursInWords } from "./business.data.ts";

const week = (hours: Record<number, string>) =>
  Object.entries(hours).map(([weekday, text]) => {
    const [open = "", close = ""] = text.split("-");
    return { weekday: Number(weekday), open, close };
  });
const lines = (openingHours: Business["openingHours"], specialHours: Business["specialHours"] = []) =>
  hoursInWords({ openingHours, specialHours } as Business, "2026-10-05").map(({ days, hours }) => `${days}: ${hours}`);

const usual = { 1: "08:00-22:00", 2: "08:00-22:00", 3: "08:00-22:00", 4: "08:00-22:00", 5: "08:00-22:00" };

test("groups consecutive days with the same opening hours into one line", () => {
  expect(lines(week({ ...usual, 6: "09:00-21:00", 7: "09:00-20:00" }))).toEqual([
    "Darbo dienomis: 8:00–22:00",
    "Šeštadieniais: 9:00–21:00",
    "Sekmadieniais: 9:00–20:00",
  ]);
  expect(lines(week({ ...usual, 3: "10:00-22:00" }))).toEqual([
    "Pirmadienis – antradienis: 8:00–22:00",
    "Trečiadienis: 10:00–22:00",
    "Ketvirtadienis – penktadienis: 8:00–22:00",
    "Šeštadienis – sekmadienis: nedirbame",
  ]);
});

test("lists upcoming dates with different opening hours after the weekly ones", () => {
  const special = [
    { date: "2026-12-24", name: "Kūčios", closed: true },
    { date: "2026-11-02", name: "Vėlinės", closed: false, open: "10:00", close: "18:00" },
    { date: "2026-11-01", name: "Visų Šventųjų diena", closed: true },
    { date: "2026-10-01", name: "praėjusi", closed: true },
  ];
  expect(lines(week(usual), special).slice(2)).toEqual([
    "Lapkričio 1\u00a0d., Visų Šventųjų diena: nedirbame",
    "Lapkričio 2\u00a0d., Vėlinės: 10:00–18:00",
  ]);
});
