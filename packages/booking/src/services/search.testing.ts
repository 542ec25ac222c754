import { json, newId } from "@uola/database";
import fc from "fast-check";
import { createTestGym } from "../testing.ts";
import { createCategory } from "./services.ts";

export type Made = {
  id: string;
  type: (typeof types)[number];
  name: string;
  capacity: number;
  price: string | null;
  online: boolean | null;
  hidden: boolean;
  staff: string[];
  created: Date;
};

export const staff = Array.from({ length: 4 }, () => newId()).sort();
const types = ["APPOINTMENT", "CLASS", "COURSE"] as const;

/**
 * Test gym with eighty services that differ in their searchable and countable fields; `made` holds
 * the inputs.
 */
export async function createSearchGym() {
  const gym = await createTestGym();
  const { db, siteId } = gym;
  const categoryId = await createCategory(gym.context, { name: "Žemaitija" });
  const { id: policyId } = await db.selectFrom("bookingPolicy").select("id").executeTakeFirstOrThrow();
  const [seed] = fc.sample(
    fc.array(
      fc.record({
        type: fc.constantFrom(...types),
        name: fc.constantFrom("aukštai", "Boulderingas Žirmūnuose", "virvė ir mazgai", "Šeimų rytas"),
        capacity: fc.integer({ min: 1, max: 12 }),
        price: fc.option(fc.constantFrom("5.00", "12.50", "25.00", "100.00")),
        online: fc.option(fc.boolean()),
        hidden: fc.boolean(),
        staff: fc.subarray(staff),
        // Covers dates before and after a clock change and the turn of the year.
        created: fc.date({
          min: new Date("2025-12-30T20:00:00Z"),
          max: new Date("2026-04-02T00:00:00Z"),
          noInvalidDate: true,
        }),
      }),
      { minLength: 80, maxLength: 80 },
    ),
    { numRuns: 1, seed: 14 },
  );
  const made: Made[] = (seed ?? []).map((each) => ({ ...each, id: newId() }));
  const rows = made.map(({ id, type, name, capacity, price, online, hidden, staff, created }, index) => ({
    siteId,
    id,
    type,
    name,
    description: index === 7 ? "Kritimas, 100% _saugus_: O'Neilas" : null,
    tagLine: index === 8 ? "Pradedantiesiems" : null,
    defaultCapacity: capacity,
    hidden,
    categoryId: index === 9 ? categoryId : null,
    policyId,
    scheduleId: newId(),
    staffIds: staff,
    payment: json({
      rateType: price ? "FIXED" : "NO_FEE",
      ...(price && { fixed: { price: { value: price, currency: "EUR" } } }),
    }),
    onlineBooking: json(online === null ? {} : { enabled: online }),
    slugs: json([{ name: `nr-${index}`, custom: false, createdDate: created }]),
    createdDate: created,
    updatedDate: created,
  }));
  await db.insertInto("service").values(rows).execute();
  return {
    gym,
    made,
    owners: () => gym.as(gym.key).services,
    visitors: () => gym.as(gym.visitor()).services,
  };
}
