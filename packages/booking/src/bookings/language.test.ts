import type { TokenStore } from "@uola/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitlistLinks } from "../index.ts";
import { createTestGym, type TestGym } from "../testing.ts";
import { bookingLinks } from "./by-link.ts";

let gym: TestGym;
let service: { id: string; scheduleId: string };
beforeAll(async () => {
  gym = await createTestGym();
  const waitlistPolicy = { enabled: true, capacity: 5, reservationTimeInMinutes: 60 };
  service = await gym.service({ policyId: await gym.policy({ waitlistPolicy }) });
});
afterAll(() => gym.close());

const wish = (sessionId: string, email = "ann@uola.example") => ({
  booking: {
    bookedEntity: { slot: { sessionId, serviceId: service.id, scheduleId: service.scheduleId } },
    contactDetails: { firstName: "Ann", email },
    totalParticipants: 1,
    selectedPaymentOption: "OFFLINE" as const,
  },
  participantNotification: { notifyParticipants: true },
});
const books = async (as: TokenStore | string, language?: string, capacity = 3) => {
  const sessionId = await gym.session({ service, capacity });
  const { booking } = await gym.as(as, language).bookings.create(wish(sessionId));
  return { ...booking, sessionId };
};
const told = { notifyParticipants: true };
/** Returns the mails about a booking, each with its language. */
const mailsOf = async (bookingId: string) => {
  const rows = await gym.db.selectFrom("outbox").select("payload").where("kind", "=", "mail").orderBy("id").execute();
  const mails = rows.map(({ payload }) => payload as { bookingId: string; template: string; language: string });
  return mails.filter((mail) => mail.bookingId === bookingId).map(({ template, language }) => [template, language]);
};

test("mails about a guest's booking use the language of the booking page, regardless of who changes it", async () => {
  const { id, revision } = await books(gym.visitor(), "en");
  const desk = gym.as(gym.key, "lt").bookings;
  await desk.cancel({ bookingId: id, revision, participantNotification: told });
  expect(await mailsOf(id)).toEqual([
    ["booking-confirmed", "en"],
    ["booking-canceled", "en"],
  ]);
});

test("mails switch to the language the guest last used", async () => {
  const { id, revision } = await books(gym.visitor(), "lt");
  const key = await bookingLinks(gym.context).keyOf(id);
  await gym.as(gym.visitor(), "en").bookings.cancelByLink({ key, revision });
  expect(await mailsOf(id)).toEqual([
    ["booking-confirmed", "lt"],
    ["booking-canceled", "en"],
  ]);
});

test("the language used by staff does not determine the language of the guest's mails", async () => {
  const { id } = await books(gym.key, "en");
  expect(await mailsOf(id)).toEqual([["booking-confirmed", "lt"]]);
});

test("a member's booking mails use the language of the page or the account, and changing the account language resets it", async () => {
  const member = await gym.member();
  await gym.db.updateTable("account").set({ language: "en" }).where("id", "=", member.id).execute();
  const [plain, onPage] = [await books(member.token), await books(member.token, "lt")];
  expect([await mailsOf(plain.id), await mailsOf(onPage.id)]).toEqual([
    [["booking-confirmed", "en"]],
    [["booking-confirmed", "lt"]],
  ]);
  await gym.as(member.token).members.updateMe({ profile: { firstName: "Ann" } });
  const languageOf = () =>
    gym.db.selectFrom("booking").select("language").where("id", "=", onPage.id).executeTakeFirstOrThrow();
  expect(await languageOf()).toEqual({ language: "lt" });
  await gym.as(member.token).members.updateMe({ profile: { language: "en" } });
  expect(await languageOf()).toEqual({ language: null });
  const desk = gym.as(gym.key).bookings;
  await desk.cancel({ bookingId: onPage.id, revision: onPage.revision, participantNotification: told });
  expect((await mailsOf(onPage.id)).at(-1)).toEqual(["booking-canceled", "en"]);
});

test("a waiting-list offer is sent in the language of the page on which the person joined", async () => {
  const first = await books(gym.visitor(), "lt", 1);
  const person = gym.as(gym.visitor(), "en").waitlist;
  const { booking, entry } = await person.join(wish(first.sessionId, "ben@uola.example"));
  const desk = gym.as(gym.key);
  await desk.bookings.cancel({ bookingId: first.id, revision: first.revision });
  await desk.waitlist.offer({ entryId: entry.id, reason: "asked at the desk" });
  const key = await waitlistLinks(gym.context).keyOf(entry.id);
  await gym.as(gym.visitor(), "en").waitlist.answerByLink({ key, answer: "ACCEPT" });
  expect(await mailsOf(booking.id)).toEqual([
    ["waitlist-joined", "en"],
    ["waitlist-offer", "en"],
    ["booking-confirmed", "en"],
  ]);
});
