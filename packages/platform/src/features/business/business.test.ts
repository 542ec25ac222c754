import { json } from "@uola/database";
import { expect, test } from "vitest";
import { holidayHours } from "../../demo/holidays.ts";
import { createHouse } from "../../people.testing.ts";

test("a visitor reads where the gym is, when it is open and what it costs; a new one has little to say", async () => {
  const house = await createHouse();
  try {
    const read = async () => (await house.as(house.visitor()).business.get()).business;
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
    await house.db
      .updateTable("site")
      .set({ business: json({ ...details, secret: "x" }) })
      .execute();
    const business = await read();
    expect(business).toMatchObject(details);
    expect(business).not.toHaveProperty("secret");
  } finally {
    await house.close();
  }
});
