import type { Platform } from "@uola/kernel";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { holidayHours } from "../schedules/schedules.ts";
import { createTestPlatform, type TestPlatform } from "../testing.ts";
import { type BusinessLists, itemsOf, listedOf } from "./business-lists.ts";

const price = (name: string, value: string) => ({ name, price: { value, currency: "EUR" }, from: false, note: "" });
const listed: BusinessLists = {
  openingHours: [
    { weekday: 1, open: "08:00", close: "12:00" },
    { weekday: 1, open: "13:00", close: "24:00" },
  ],
  specialHours: holidayHours(2026),
  prices: [price("Narystė", "54.00"), { ...price("Nuoma", "4.50"), from: true, note: "visai dienai" }],
};
/** Removes undefined properties, as JSON serialization does. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

describe("content lists and business details", () => {
  test("converts opening hours and prices to content lists and back without loss", () => {
    const items = itemsOf(listed) as Required<ReturnType<typeof itemsOf>>;
    expect(items.OpeningHours[1]).toMatchObject({ weekday: 1, open: "13:00:00.000", close: "24:00:00.000" });
    expect(items.Prices[1]).toMatchObject({ name: "Nuoma", price: 4.5, from: true, order: 2 });
    const back = listedOf(items, "EUR");
    expect(plain(back.openingHours)).toEqual(listed.openingHours);
    expect(plain(back.prices)).toEqual(listed.prices);
    expect(back.specialHours).toMatchObject(listed.specialHours);
    expect(itemsOf({ prices: [] })).toEqual({ Prices: [] });
  });

  test("a price keeps its content item, and if two prices have the same name, the first one keeps it", () => {
    const items = itemsOf({ prices: [price("a", "1.00"), price("a", "2.00"), price("b", "3.00")] }, [
      { _id: "one", name: "a" },
    ]);
    const ids = items.Prices?.map(({ _id }) => _id);
    expect(ids?.[0]).toBe("one");
    expect(new Set(ids).size).toBe(3);
    const renamed = itemsOf({ prices: [price("b", "3.00")] }, [{ _id: "b", name: "c" }]);
    expect(renamed.Prices?.[0]?._id).not.toBe("b");
  });

  test("leaves out only list entries with invalid values", () => {
    const hours = { weekday: 2, open: "08:00:00.000", close: "12:00:00.000" };
    const day = { date: "2026-12-24", name: "Kūčios", closed: true };
    const { openingHours, specialHours, prices } = listedOf(
      {
        OpeningHours: [
          hours,
          { ...hours, open: "11:00:00.000" },
          { ...hours, weekday: 8 },
          { ...hours, weekday: 3, close: "07:00:00.000" },
          { weekday: 4, open: "08:00:00.000" },
          { ...hours, weekday: 5, open: 8 },
        ],
        SpecialHours: [day, day, { ...day, date: "2026-12-25", closed: false }, { ...day, date: "rytoj" }],
        Prices: [{ name: "a", price: 9 }, { name: "b", price: "9" }, { name: "c", price: -1 }, { price: 9 }],
      },
      "EUR",
    );
    expect(openingHours).toEqual([{ weekday: 2, open: "08:00", close: "12:00" }]);
    expect(specialHours.map(({ date }) => date)).toEqual(["2026-12-24"]);
    expect(prices).toEqual([price("a", "9.00")]);
  });
});

describe("content lists of a site", () => {
  let platform: TestPlatform;
  let neighbour: Platform;
  beforeAll(async () => {
    platform = await createTestPlatform({}, { connections: 20 });
    await platform
      .as(platform.key)
      .business.update({ business: { revision: "1", ...(plain(listed) as Partial<BusinessLists>) } });
    neighbour = platform.secondProcess();
    // Both processes seed the lists at the same time.
    await Promise.all([platform.api.start(), neighbour.start()]);
  });
  afterAll(async () => {
    await neighbour.stop();
    await platform.api.stop();
    await platform.close();
  });
  const owner = () => platform.as(platform.key);
  const business = async () => (await owner().business.get()).business;
  const items = async (list: string) => (await owner().content.read({ collectionIds: [list] })).collections[list] ?? [];

  test("a site starts with lists seeded from the business, and seeding does not change the business", async () => {
    expect((await items("OpeningHours")).map(({ open, close }) => [open, close])).toEqual([
      ["08:00:00.000", "12:00:00.000"],
      ["13:00:00.000", "24:00:00.000"],
    ]);
    expect((await items("Prices")).map(({ name }) => name)).toEqual(["Narystė", "Nuoma"]);
    expect(await business()).toMatchObject({ revision: "2", openingHours: listed.openingHours });
  });

  test("a change to the opening-hours list updates the business and notifies other processes", async () => {
    const heard: string[] = [];
    const leave = neighbour.changes.subscribe(["business"], (topic) => heard.push(topic));
    const dataItemId = "1-08:00";
    const data = { weekday: 1, open: "09:30:00.000", close: "12:00:00.000" };
    await owner().editing.save({ dataCollectionId: "OpeningHours", dataItemId, data, revision: "1" });
    await expect.poll(async () => (await business()).openingHours[0]?.open).toBe("09:30");
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    leave();
    const audit = await platform.db
      .selectFrom("audit")
      .select(["before", "after"])
      .where("action", "=", "business.follow")
      .execute();
    expect(audit).toMatchObject([
      { before: { openingHours: listed.openingHours }, after: { openingHours: [{ open: "09:30" }, {}] } },
    ]);
  });

  test("a business update appears in the lists at once, and existing prices keep their item ids", async () => {
    const [before] = await items("Prices");
    const revision = String((await business()).revision);
    await owner().business.update({
      business: { revision, prices: [price("Bilietas", "9.00"), price("Narystė", "60.00")] },
    });
    const after = await items("Prices");
    expect(after).toMatchObject([
      { name: "Bilietas", price: 9 },
      { _id: before?._id, name: "Narystė", price: 60 },
    ]);
    expect(await items("OpeningHours")).toHaveLength(2);
  });

  test("concurrent writes to the business settings and to the content lists leave both in the same state", async () => {
    const revision = String((await business()).revision);
    const writes = [
      owner().business.update({
        business: { revision, openingHours: [{ weekday: 7, open: "10:00", close: "18:00" }] },
      }),
      ...[1, 2, 3, 4, 5].map((weekday) =>
        owner().editing.save({
          dataCollectionId: "OpeningHours",
          dataItemId: `day-${weekday}`,
          data: { weekday, open: `1${weekday}:00:00.000`, close: "20:00:00.000" },
        }),
      ),
    ];
    // If the lists have produced a newer revision, an update based on an older one is rejected like
    // any other stale update.
    const failures = (await Promise.allSettled(writes)).flatMap((each) =>
      each.status === "rejected" ? [each.reason] : [],
    );
    expect(failures.filter(({ code }) => code !== "REVISION_MISMATCH")).toEqual([]);
    const saysTheSame = async () => {
      const listed = listedOf({ OpeningHours: await items("OpeningHours"), SpecialHours: [], Prices: [] }, "EUR");
      return JSON.stringify(listed.openingHours) === JSON.stringify((await business()).openingHours);
    };
    await expect.poll(saysTheSame).toBe(true);
  });
});
