import { json } from "@uola/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { holidayHours } from "../schedules/schedules.ts";
import { createTestPlatform, type TestPlatform } from "../testing.ts";

test("visitors can read the gym's address, opening hours and prices, which are mostly empty on a new site", async () => {
  const platform = await createTestPlatform();
  try {
    const read = async () => (await platform.as(platform.visitor()).business.get()).business;
    expect(await read()).toMatchObject({
      name: "Uola",
      address: "",
      timeZone: "Europe/Vilnius",
      currency: "EUR",
      demo: false,
    });
    const details = {
      address: "Skardžio g. 14, LT-03155 Vilnius",
      phone: "+37060000014",
      email: "labas@uola.example",
      openingHours: [{ weekday: 1, open: "08:00", close: "22:00" }],
      specialHours: holidayHours(2026),
      prices: [{ name: "Narystė", price: { value: "54.00", currency: "EUR" }, from: true, note: "per mėnesį" }],
    };
    await platform.db
      .updateTable("site")
      .set({ business: json({ ...details, secret: "x" }) })
      .execute();
    const business = await read();
    expect(business).toMatchObject(details);
    expect(business).not.toHaveProperty("secret");
  } finally {
    await platform.close();
  }
});

describe("business updates by the owner", () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await createTestPlatform();
  });
  afterAll(() => platform.close());
  const owner = () => platform.as(platform.key);
  const actions = async (entityId: string) => {
    const rows = await platform.db
      .selectFrom("audit")
      .select("action")
      .where("entityId", "=", entityId)
      .orderBy("id")
      .execute();
    return rows.map(({ action }) => action);
  };

  test("the owner updates only the given fields using the current revision, and prices are in the business currency", async () => {
    const heard: string[] = [];
    platform.api.changes.subscribe(["business"], (topic) => heard.push(topic));
    const prices = [{ name: "Narystė", price: { value: "54.00", currency: "USD" }, from: true, note: "" }];
    await owner().business.update({ business: { revision: "1", name: "Uola 2", phone: "+37060000014" } });
    const { business } = await owner().business.update({ business: { revision: "2", prices } });
    expect(business).toMatchObject({ name: "Uola 2", phone: "+37060000014", revision: "3" });
    expect(business.prices[0]?.price).toMatchObject({ value: "54.00", currency: "EUR" });
    await expect(owner().business.update({ business: { revision: "2", name: "x" } })).rejects.toMatchObject({
      status: 409,
      code: "REVISION_MISMATCH",
      data: { revision: "3" },
    });
    expect(heard).toEqual(["business", "business"]);
    expect(await actions(platform.siteId)).toEqual(["business.update", "business.update"]);
  });

  const day = (open: string, close: string) => ({ weekday: 1, open, close });
  const date = { date: "2026-12-24", name: "Kūčios", closed: false };
  test.each([
    [{ openingHours: [day("10:00", "10:00")] }, "openingHours.0.close"],
    [{ openingHours: [day("22:00", "08:00")] }, "openingHours.0.close"],
    [{ openingHours: [day("08:00", "12:00"), day("11:00", "14:00")] }, "openingHours.1"],
    [{ openingHours: [day("08:00", "24:30")] }, "openingHours.0.close"],
    [{ specialHours: [date] }, "specialHours.0"],
    [{ specialHours: [{ ...date, open: "12:00", close: "09:00" }] }, "specialHours.0.close"],
    [
      {
        specialHours: [
          { ...date, closed: true },
          { ...date, closed: true },
        ],
      },
      "specialHours.1.date",
    ],
  ])("rejects invalid opening hours: %j", async (hours, field) => {
    const { business } = await owner().business.get();
    const input = { revision: business.revision ?? "", ...hours };
    await expect(owner().business.update({ business: input as never })).rejects.toMatchObject({
      status: 400,
      fieldViolations: [{ field: `business.${field}` }],
    });
    await expect(owner().locations.create({ location: { name: "x", ...hours } as never })).rejects.toMatchObject({
      status: 400,
      fieldViolations: [{ field: `location.${field}` }],
    });
  });

  test("keeps one location as the default and archives other locations", async () => {
    const { location: first } = await owner().locations.create({ location: { name: "Centras" } });
    expect(first).toMatchObject({ default: true, kinds: [], openingHours: null, archived: false });
    const { location: second } = await owner().locations.create({
      location: { name: "Sandėlis", kinds: ["INVENTORY"] },
    });
    expect(second.default).toBe(false);
    const archive = (locationId: string, archived?: boolean) =>
      owner().locations.archive({ locationId, ...(archived !== undefined && { archived }) });
    await expect(archive(first.id)).rejects.toMatchObject({ status: 409, code: "LOCATION_IS_DEFAULT" });
    const update = (id: string, revision: string, more: object) =>
      owner().locations.update({ location: { id, revision, ...more } });
    const hours = [{ weekday: 7, open: "10:00", close: "18:00" }];
    const { location: main } = await update(second.id, "1", { default: true, openingHours: hours });
    expect(main).toMatchObject({ default: true, openingHours: hours, revision: "2", name: "Sandėlis" });
    await archive(first.id);
    const seen = async (as = owner()) => (await as.locations.list()).locations.map(({ name }) => name);
    expect(await seen(platform.as(platform.visitor()))).toEqual(["Sandėlis"]);
    expect(await seen()).toEqual(["Sandėlis", "Centras"]);
    await expect(update(first.id, "3", { name: "x" })).rejects.toMatchObject({
      status: 409,
      code: "LOCATION_IS_ARCHIVED",
    });
    await archive(first.id, false);
    await expect(update(first.id, "1", { name: "x" })).rejects.toMatchObject({
      status: 409,
      code: "REVISION_MISMATCH",
    });
    for (const call of [() => archive(platform.siteId), () => update(platform.siteId, "1", {})]) {
      await expect(call()).rejects.toMatchObject({ status: 404, code: "LOCATION_NOT_FOUND" });
    }
    expect(await actions(first.id)).toEqual([
      "location.create",
      "location.update",
      "location.archive",
      "location.archive",
    ]);
  });

  test("keeps exactly one default location under concurrent requests", async () => {
    await Promise.all(["a", "b", "c"].map((name) => owner().locations.create({ location: { name, default: true } })));
    const { locations } = await owner().locations.list();
    expect(locations.filter((location) => location.default)).toHaveLength(1);
  });

  test("requires a distinct, legible tape colour for each kind of activity", async () => {
    const { business: before } = await owner().business.get();
    const tape = { ...before.tape, ropes: "turquoise", bouldering: "green" } as const;
    const revision = before.revision ?? "";
    const same = owner().business.update({ business: { tape: { ...tape, ropes: "green" }, revision } });
    await expect(same).rejects.toMatchObject({ kind: "validation", fieldViolations: [{ field: "business.tape" }] });
    const unknown = { ...tape, ropes: "#fffde0" as never };
    await expect(owner().business.update({ business: { tape: unknown, revision } })).rejects.toMatchObject({
      kind: "validation",
    });
    expect((await owner().business.update({ business: { tape, revision } })).business.tape).toEqual(tape);
  });
});
