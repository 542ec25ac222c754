import { bookingRow } from "@uola/booking/booking-row";
import { newId } from "@uola/database";
import { expect, test } from "vitest";
import { createTestGym } from "../testing.ts";

test("of 500 concurrent uses of a coupon in two processes, exactly the ten allowed by the limit succeed", async () => {
  const gym = await createTestGym({ connections: 10 });
  const neighbour = gym.secondProcess();
  try {
    const { db, siteId, clock } = gym;
    const service = await gym.service();
    const sessionId = await gym.session({ service });
    const of = { siteId, serviceId: service.id, scheduleId: service.scheduleId, sessionId, placesId: sessionId };
    const ids = Array.from({ length: 500 }, () => newId());
    const json = (value: unknown) => JSON.stringify(value);
    const rows = ids.map((id, index) => {
      const row = bookingRow({ ...of, now: clock.now, id, contactEmail: `${index}@example.lt` });
      return { ...row, bookedEntity: json({}), contactDetails: json({}) } as never;
    });
    await db.insertInto("booking").values(rows).execute();
    const rule = { kind: "PERCENT", percent: 10, firstBookingOnly: false } as const;
    await gym.as(gym.key).coupons.create({
      name: "Pirmiems",
      code: "PIRMIEMS",
      totalLimit: 10,
      rule: { ...rule, serviceIds: [], weekdays: [], stacking: "ALONE" },
    });
    const use = async (bookingId: string, index: number): Promise<string> => {
      const body = JSON.stringify({ code: "PIRMIEMS", bookingId });
      const request = new Request("http://localhost:3001/v1/coupons/redeem", {
        method: "POST",
        body,
        headers: { authorization: gym.key },
      });
      const response = await (index % 2 ? gym.api : neighbour).fetch(request);
      const answer = (await response.json()) as { details?: { applicationError: { code: string } } };
      // A busy server (503) has not processed the request, so it is retried.
      if (response.status === 503) return use(bookingId, index);
      return answer.details?.applicationError.code ?? "done";
    };
    const answers = await Promise.all(ids.map(use));
    expect(answers.filter((each) => each === "done")).toHaveLength(10);
    expect(answers.filter((each) => each === "COUPON_USED_UP")).toHaveLength(490);
    const { used } = await db.selectFrom("coupon").select("used").executeTakeFirstOrThrow();
    const counted = await db.selectFrom("couponRedemption").select("id").execute();
    expect([used, counted.length]).toEqual([10, 10]);
  } finally {
    await gym.close();
  }
});
