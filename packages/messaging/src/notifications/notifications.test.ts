import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestPlatform, type TestPlatform } from "../testing.ts";
import { smtpTransport } from "./notifications.ts";
import { gymWithBooking, smtpServer, until } from "./testing.ts";

let platform: TestPlatform;
let smtp: Awaited<ReturnType<typeof smtpServer>>;
let transport: ReturnType<typeof smtpTransport>;
beforeEach(async () => {
  smtp = await smtpServer();
  transport = smtpTransport(smtp.url);
  platform = await createTestPlatform({ mail: transport }, { connections: 20 });
  await platform.api.start();
});
afterEach(async () => {
  await platform.api.stop();
  transport.close();
  await smtp.close();
  await platform.close();
});

test("booking and cancelling each send a mail with the same calendar entry and an increasing sequence", async () => {
  const price = { price: { value: "25", currency: "EUR" } };
  const payment = { rateType: "FIXED", fixed: price, options: { inPerson: true } };
  const { sessions } = await gymWithBooking(platform as never, { payment });
  const [session] = sessions;
  const service = await platform.db.selectFrom("service").select(["id", "scheduleId"]).executeTakeFirstOrThrow();
  const places = { siteId: platform.siteId, id: session?.id ?? "", capacity: 12 };
  await platform.db
    .insertInto("places")
    .values(places)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const visitor = platform.as(platform.visitor()).bookings;
  const { booking } = await visitor.create({
    booking: {
      bookedEntity: { slot: { sessionId: places.id, serviceId: service.id, scheduleId: service.scheduleId } },
      contactDetails: { firstName: "Jonas", lastName: "Jonaitis", email: "jonas@example.lt", phone: "+37061234567" },
      selectedPaymentOption: "OFFLINE",
      totalParticipants: 1,
    },
  });
  const [confirmed] = await until(() => smtp.received.length === 1 && smtp.received, "the confirmation arrives");
  await visitor.cancel({ bookingId: booking.id, revision: booking.revision });
  const [, canceled] = await until(() => smtp.received.length === 2 && smtp.received, "the cancellation arrives");

  expect(confirmed?.to?.[0]?.address).toBe("jonas@example.lt");
  expect([confirmed?.subject, canceled?.subject].map((subject) => subject?.split(":")[0])).toEqual([
    "Rezervacija patvirtinta",
    "Rezervacija atšaukta",
  ]);
  const entry = (mail: typeof confirmed) => {
    const file = mail?.attachments.find(({ filename }) => filename === "rezervacija.ics");
    const text = typeof file?.content === "string" ? file.content : new TextDecoder().decode(file?.content);
    return ["METHOD", "UID", "SEQUENCE", "STATUS"].map(
      (name) => new RegExp(`^${name}:(.*?)\\r?$`, "m").exec(text)?.[1],
    );
  };
  expect(entry(confirmed)).toEqual(["PUBLISH", `${booking.id}@uola`, "0", "CONFIRMED"]);
  expect(entry(canceled)).toEqual(["CANCEL", `${booking.id}@uola`, "1", "CANCELLED"]);
});
