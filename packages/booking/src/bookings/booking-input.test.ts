import { afterAll, describe, expect, test } from "vitest";
import { contactDetails, createBookingGym, violations } from "./bookings.testing.ts";

const { gym, service, inputFor, visitors, owners, recordsOf } = await createBookingGym();
afterAll(() => gym.close());

describe("input from customers", () => {
  test("messages from customers appear neither in the gym's mails nor in events", async () => {
    const participantNotification = { notifyParticipants: true, message: "Jūsų laukia https://evil.example" };
    const sessionId = await gym.session({ service });
    const hers = visitors();
    const made = await hers.create({ ...inputFor(sessionId), participantNotification });
    const { id: bookingId, revision } = made.booking;
    await hers.cancel({ bookingId, revision, participantNotification });
    expect((await recordsOf(bookingId)).mails.map(({ template, message }) => [template, message])).toEqual([
      ["booking-confirmed", undefined],
      ["booking-canceled", undefined],
    ]);
    const bodies = await gym.db.selectFrom("event").select("body").where("entityId", "=", bookingId).execute();
    expect(JSON.stringify(bodies)).not.toContain("evil.example");
    const staff = await gym.member({ role: "trainer" });
    const { booking } = await gym.as(staff.token).bookings.create({ ...inputFor(sessionId), participantNotification });
    expect((await recordsOf(booking.id)).mails).toMatchObject([{ message: participantNotification.message }]);
  });

  test("rejects names that contain links, email addresses or long texts", async () => {
    const sessionId = await gym.session({ service });
    for (const firstName of ["https://evil.example", "evil.example", "x@evil", "Ona\nSpauskite", "o".repeat(51)]) {
      const participants = [{ firstName }];
      await expect(visitors().create(inputFor(sessionId, { participants }))).rejects.toMatchObject(
        violations("booking.participants.0.firstName"),
      );
      await expect(
        visitors().create(inputFor(sessionId, { contactDetails: { ...contactDetails, firstName } })),
      ).rejects.toMatchObject(violations("booking.contactDetails.firstName"));
    }
    const participants = [{ firstName: "J. R.", lastName: "D'Arc-Šimkutė" }, { firstName: "J.Petraitis" }];
    await visitors().create(inputFor(sessionId, { participants, totalParticipants: 2 }));
    await owners().create(inputFor(sessionId, { participants: [{ firstName: "UAB „Uola.lt“" }] }));
  });

  test.each([
    ["a phone number", "Skambinkite +37090012345"],
    ["a sum of money", "Laimejote 1000 eurų"],
    ["a look-alike of a full stop", "evil\u2024example"],
    ["an ideographic full stop", "evil\u3002example"],
    ["a bracketed full stop", "evil[.]example"],
  ])("rejects a name with %s", async (_, firstName) => {
    const sessionId = await gym.session({ service });
    await expect(visitors().create(inputFor(sessionId, { participants: [{ firstName }] }))).rejects.toMatchObject(
      violations("booking.participants.0.firstName"),
    );
  });

  test("rejects a name made only of invisible characters", async () => {
    const sessionId = await gym.session({ service });
    await expect(
      visitors().create(inputFor(sessionId, { participants: [{ firstName: "\u200b\u2060" }] })),
    ).rejects.toMatchObject(violations("booking.participants.0.firstName"));
  });

  test("strips invisible characters from names, phone numbers and email addresses", async () => {
    const sessionId = await gym.session({ service });
    const pasted = {
      firstName: "\u202eOna",
      email: ` ona@\u200bšokis.lt `,
      phone: "\u202d+37061234567\u202c",
    };
    const { booking } = await visitors().create(
      inputFor(sessionId, { contactDetails: { ...contactDetails, ...pasted } }),
    );
    expect(booking.contactDetails).toMatchObject({
      firstName: "Ona",
      email: "ona@xn--okis-f6a.lt",
      phone: "+37061234567",
    });
  });

  test("rejects a booking with more than 16 KB of additional data", async () => {
    const sessionId = await gym.session({ service });
    const extendedFields = (length: number) => ({ namespaces: { _user_fields: { note: "ė".repeat(length) } } });
    const [fits, over] = [extendedFields(8000), extendedFields(8200)];
    await visitors().create(inputFor(sessionId, { extendedFields: fits }));
    await expect(visitors().create(inputFor(sessionId, { extendedFields: over }))).rejects.toMatchObject(
      violations("booking.extendedFields"),
    );
    await owners().create(inputFor(sessionId, { extendedFields: over }));
  });
});
