import { expect, test, vi } from "vitest";
import { inquiryTopics } from "./contact.data.ts";
import { hoursChart } from "./hours.ts";

test("topics list the people who answer them, in form order, and default to the front desk", () => {
  const People = [
    { _id: "a", name: "Rūta", role: "trenerė", topics: ["FIRST_TIME", "CHILDREN"] },
    { _id: "b", name: "Agnė", topics: ["CHILDREN"] },
    { _id: "c", name: "Tomas", role: "treneris", topics: "CHILDREN" },
  ];
  const asks = inquiryTopics({ collections: { People }, noteFallback: vi.fn(), describe: vi.fn() });
  expect(asks.slice(0, 3)).toEqual([
    { topic: "FIRST_TIME", people: "trenerė Rūta" },
    { topic: "CHILDREN", people: "trenerė Rūta, Agnė" },
    { topic: "TRAININGS", people: "" },
  ]);
});

test("the axis spans the earliest opening to the latest closing, and a day may have several ranges", () => {
  const { marks, days } = hoursChart([
    { weekday: 1, open: "07:30", close: "12:00" },
    { weekday: 1, open: "14:00", close: "23:00" },
    { weekday: 2, open: "07:00", close: "24:00" },
  ]);
  expect([marks[0], marks.at(-1)]).toEqual([
    { hour: 7, at: 0 },
    { hour: 23, at: 16 / 17 },
  ]);
  expect(days[0]?.stretches.map(({ hours }) => hours)).toEqual(["7:30–12:00", "14:00–23:00"]);
  expect(days[1]?.stretches).toEqual([{ from: 0, to: 1, hours: "7:00–24:00" }]);
  expect(days[2]?.stretches).toEqual([]);
});

test("a gym without opening hours still gets a time axis", () => {
  expect(hoursChart([]).marks).toHaveLength(8);
});
