import { newId } from "@uola/database";
import { afterAll, describe, expect, test } from "vitest";
import { createBookingGym, refused, statuses, violations } from "./bookings.testing.ts";

const { gym, service, visitors, owners, members, recordsOf, bookingIn, inputFor } = await createBookingGym();
afterAll(() => gym.close());

describe("attendance", () => {
  test("trainers mark attendance, of all participants by default, and can undo it", async () => {
    const sessionId = await gym.session({ service });
    const trainer = await members({ role: "trainer" });
    const { id: bookingId, revision } = await bookingIn("CONFIRMED", sessionId, 3);
    const mark = async (input: object) =>
      (await trainer.setAttendance({ bookingId, status: "ATTENDED", ...input })).attendance;
    const first = await mark({});
    expect(first).toMatchObject({ status: "ATTENDED", numberOfAttendees: 3 });
    expect(await mark({ numberOfAttendees: 2 })).toEqual({ ...first, numberOfAttendees: 2 });
    expect(await mark({ status: "NOT_ATTENDED" })).toEqual({ ...first, status: "NOT_ATTENDED", numberOfAttendees: 0 });
    expect(await mark({ status: "NOT_SET" })).toMatchObject({ status: "NOT_SET", numberOfAttendees: 0 });
    await expect(mark({ numberOfAttendees: 4 })).rejects.toMatchObject(violations("numberOfAttendees"));
    const records = await recordsOf(bookingId);
    expect(records.audit).toEqual(["booking.create", ...Array(4).fill("booking.attendance")]);
    expect(records.events).toEqual(["1 created"]);
    expect((await owners().cancel({ bookingId, revision })).booking.revision).toBe("2");
  });

  test.each(statuses.filter((status) => status !== "CONFIRMED"))(
    "rejects attendance for a %s booking",
    async (status) => {
      const { id: bookingId } = await bookingIn(status, await gym.session({ service }));
      const marking = owners().setAttendance({ bookingId, status: "ATTENDED" });
      await expect(marking).rejects.toMatchObject(refused(409, "INVALID_BOOKING_STATUS", { status }));
    },
  );

  test("only staff can mark attendance, and only for an existing booking", async () => {
    const mark = { bookingId: newId(), status: "ATTENDED" } as const;
    await expect(visitors().setAttendance(mark)).rejects.toMatchObject(refused(403, "PERMISSION_DENIED"));
    await expect((await members()).setAttendance(mark)).rejects.toMatchObject(refused(403, "PERMISSION_DENIED"));
    await expect(owners().setAttendance(mark)).rejects.toMatchObject(refused(404, "BOOKING_NOT_FOUND"));
  });
});

describe("participant details in the attendance list", () => {
  const child = (firstName: string, birthYear: number) => ({ firstName, birthYear });
  const note = { id: "note", label: "Pastaba", value: "alergija riešutams", valueType: "LONG_TEXT" as const };

  test("only the front desk, the owner and the session's own trainers see participant details", async () => {
    const leading = await gym.member({ role: "trainer" });
    const { staffMember } = await gym.as(gym.key).resources.createStaff({
      staffMember: { name: "Rūta", accountId: leading.id },
    });
    const sessionId = await gym.session({ service });
    await gym.db
      .updateTable("session")
      .set({ staffIds: [staffMember.id] })
      .where("id", "=", sessionId)
      .execute();
    await owners().create(
      inputFor(sessionId, { participants: [child("Ąžuolas", 2017)], additionalFields: [note], status: "CONFIRMED" }),
    );
    const careFor = async (bookings: ReturnType<typeof owners>) =>
      (await bookings.sessionAttendance({ sessionId })).bookings[0]?.care;
    const expected = {
      phone: "+37061234567",
      answers: [{ label: "Pastaba", value: "alergija riešutams" }],
      firstTime: true,
      participants: [{ birthYear: 2017, firstTime: true }],
    };
    expect(await careFor(owners())).toMatchObject(expected);
    expect(await careFor(await members({ role: "desk" }))).toMatchObject(expected);
    expect(await careFor(gym.as(leading.token).bookings)).toMatchObject(expected);
    expect(await careFor(await members({ role: "trainer" }))).toBeNull();
  });

  test("marks first-time participants for each child separately and ignores bookings that were not attended", async () => {
    const email = "tevas@uola.example";
    const book = async (sessionId: string, names: string[]) =>
      (
        await owners().create(
          inputFor(sessionId, {
            contactDetails: { firstName: "Tomas", lastName: "Tėvas", email },
            totalParticipants: names.length,
            participants: names.map((name) => child(name, 2017)),
            status: "CONFIRMED",
          }),
        )
      ).booking;
    const firstTimes = async (sessionId: string) =>
      (await owners().sessionAttendance({ sessionId })).bookings.flatMap(({ care }) => [
        care?.firstTime,
        ...(care?.participants ?? []).map(({ firstTime }) => firstTime),
      ]);
    const [before, now] = [await gym.session({ service, inHours: 30 }), await gym.session({ service, inHours: 60 })];
    await book(now, ["Ula", "Jonas"]);
    expect(await firstTimes(now)).toEqual([true, true, true]);
    const earlier = await book(before, ["ula"]);
    expect(await firstTimes(now)).toEqual([false, false, true]);
    expect(await firstTimes(before)).toEqual([true, true]);
    await owners().setAttendance({ bookingId: earlier.id, status: "NOT_ATTENDED" });
    expect(await firstTimes(now)).toEqual([true, true, true]);
  });
});

describe("head count", () => {
  test("the head count includes attendees and unmarked bookings, but not absentees", async () => {
    const sessionId = await gym.session({ service, inHours: 480, capacity: 20 });
    const [came, absent, unmarked] = await Promise.all(
      [3, 2, 4].map((size) => bookingIn("CONFIRMED", sessionId, size)),
    );
    await bookingIn("CANCELED", sessionId, 5);
    const { startDate } = await gym.db
      .selectFrom("session")
      .select("startDate")
      .where("id", "=", sessionId)
      .executeTakeFirstOrThrow();
    const from = new Date(startDate.getTime() - 3_600_000);
    const to = new Date(startDate.getTime() + 3_600_000);
    const count = () => visitors().countPeople({ from, to });
    expect((await count()).people).toBe(9);
    const mark = (bookingId = "", input: object = {}) =>
      owners().setAttendance({ bookingId, status: "ATTENDED", ...input });
    await mark(came?.id, { numberOfAttendees: 2 });
    await mark(absent?.id, { status: "NOT_ATTENDED" });
    expect((await count()).people).toBe(6);
    await mark(unmarked?.id);
    await mark(absent?.id, { status: "NOT_SET" });
    const counted = await count();
    expect(counted.people).toBe(8);
    for (const hour of counted.hours) expect(hour).toMatchObject({ people: 8, places: 20 });
    expect(await visitors().countPeople({ from: to, to })).toEqual({ people: 0, hours: [] });
  });

  test("rejects a head count for more than a day", async () => {
    const from = new Date("2026-11-23T00:00:00Z");
    const counting = visitors().countPeople({ from, to: new Date("2026-11-24T02:00:00Z") });
    await expect(counting).rejects.toMatchObject(refused(400, "RANGE_TOO_LONG"));
  });
});
