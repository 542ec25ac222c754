import { networkOf } from "@uola/accounts";
import { solveCaptcha } from "@uola/members/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestGym, limitBookings, type TestGym } from "../testing.ts";
import { createKeyedQueue } from "./keyed-queue.ts";
import { limitDecision } from "./rules.ts";

test("determines whether a request needs no captcha, a captcha or a harder one, or exceeds the limit", () => {
  const limits = { placesPerPerson: { withoutProof: 20, atMost: 60 }, placesPerNetwork: { withoutProof: 100 } };
  const answers = [
    [20, undefined, "go"],
    [20, 100, "go"],
    [21, 1, "INVISIBLE"],
    [60, 500, "INVISIBLE"],
    [1, 101, "INVISIBLE"],
    [1, 501, "VISIBLE"],
    // A network is never rejected.
    [1, 1_000_000, "VISIBLE"],
    [61, 1, "tooMany"],
  ] as const;
  for (const [person, network, answer] of answers) expect(limitDecision({ person, network }, limits)).toBe(answer);
});

test("tasks that share a name run one after another, and other tasks do not wait", async () => {
  const runInOrder = createKeyedQueue();
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const slow = runInOrder(["a", "b"], async () => {
    await gate.promise;
    order.push("slow");
    throw new Error("no");
  });
  const next = runInOrder(["b", "c"], async () => order.push("next"));
  const last = runInOrder(["c"], async () => order.push("last"));
  await runInOrder(["d"], async () => order.push("free"));
  gate.resolve();
  await expect(slow).rejects.toThrow("no");
  await Promise.all([next, last]);
  expect(order).toEqual(["free", "slow", "next", "last"]);
});

let gym: TestGym;
let service: { id: string; scheduleId: string };
let sessionId: string;
beforeAll(async () => {
  gym = await createTestGym();
  service = await gym.service({ defaultCapacity: 1000 });
});
beforeEach(async () => {
  sessionId = await gym.session({ service, capacity: 1000 });
});
afterAll(() => gym.close());

let addresses = 0;
const fresh = () => `person${++addresses}@uola.example`;
const input = (email: string, totalParticipants = 1) => ({
  booking: {
    bookedEntity: { slot: { sessionId, serviceId: service.id, scheduleId: service.scheduleId } },
    contactDetails: { firstName: "Ona", email },
    selectedPaymentOption: "OFFLINE" as const,
    totalParticipants,
  },
});
const visitor = () => gym.as(gym.visitor());
/** Sends a request from a network and returns the status and code of the response. */
async function from(network: string, body: object, path = "/v2/bookings") {
  const token = (await gym.visitor().access()) as string;
  const answer = await gym.ask(path, { body: JSON.stringify(body), token, network });
  return answer.status === 200 ? "made" : answer.body.details.applicationError;
}
const taken = async () => (await gym.placesOf(sessionId))?.taken;

async function proof(kind: "INVISIBLE" | "VISIBLE") {
  const token = await gym.visitor().access();
  const { body } = await gym.ask(`/v1/captcha?kind=${kind}&purpose=BOOKING`, {
    method: "GET",
    token: token as string,
  });
  const text = await solveCaptcha(body.challenge);
  return kind === "VISIBLE" ? { Recaptcha: text } : { InvisibleRecaptcha: text };
}

describe("booking limits per person", () => {
  const placesPerPerson = { withoutProof: 3, atMost: 6 };
  beforeEach(() => limitBookings(gym, { placesPerPerson }));

  test("an email address can book some places without a captcha, more with one, and no more after that", async () => {
    const email = fresh();
    for (let i = 0; i < 3; i++) await visitor().bookings.create(input(i % 2 ? email : email.toUpperCase()));
    await expect(visitor().bookings.create(input(email))).rejects.toMatchObject({
      code: "-19971",
      status: 400,
      data: { captcha: "INVISIBLE" },
    });
    const captchaTokens = [await proof("INVISIBLE")];
    await visitor().bookings.create({ ...input(email, 2), captchaTokens });
    await expect(visitor().bookings.create({ ...input(email), captchaTokens })).rejects.toMatchObject({
      code: "-19970",
    });
    await expect(visitor().bookings.create(input(email, 2))).rejects.toMatchObject({
      code: "TOO_MANY_PLACES",
      status: 429,
      data: { max: 6, ahead: 5 },
    });
    expect(await taken()).toBe(5);
  });

  test("the limits apply to visitors and members regardless of the email address", async () => {
    for (const hers of [visitor(), gym.as((await gym.member()).token)]) {
      await hers.bookings.create(input(fresh(), 3));
      await expect(hers.bookings.create(input(fresh()))).rejects.toMatchObject({ code: "-19971" });
      await expect(hers.bookings.create(input(fresh(), 4))).rejects.toMatchObject({ code: "TOO_MANY_PLACES" });
    }
  });

  test("rescheduling to more people counts like a new booking, also within a group", async () => {
    const policyId = await gym.policy({ reschedulePolicy: { enabled: true, limitLatestReschedule: false } });
    const of = await gym.service({ policyId });
    const sessionId = await gym.session({ service: of, capacity: 100 });
    const slot = { sessionId, serviceId: of.id, scheduleId: of.scheduleId };
    const inputFor = (email: string, count: number) => {
      const { booking } = input(email, count);
      return { booking: { ...booking, bookedEntity: { slot } } };
    };
    const taken = async () => (await gym.placesOf(sessionId))?.taken;
    const hers = visitor();
    const { booking } = await hers.bookings.create(inputFor(fresh(), 2));
    const move = { bookingId: booking.id, revision: booking.revision, slot };
    const to = (totalParticipants: number) => hers.bookings.reschedule({ ...move, totalParticipants });
    await expect(to(7)).rejects.toMatchObject({ code: "TOO_MANY_PLACES", data: { max: 6, ahead: 2 } });
    await expect(to(4)).rejects.toMatchObject({ code: "-19971" });
    expect(await taken()).toBe(2);
    const stranger = visitor().bookings.reschedule({ ...move, totalParticipants: 7 });
    await expect(stranger).rejects.toMatchObject({ code: "BOOKING_NOT_FOUND" });
    const proven = { ...move, totalParticipants: 4, captchaTokens: [await proof("INVISIBLE")] };
    const { booking: moved } = await hers.bookings.reschedule(proven);
    expect(moved.totalParticipants).toBe(4);
    // Rescheduling for the same number of people or fewer requires no captcha.
    await hers.bookings.reschedule({ ...move, revision: moved.revision, totalParticipants: 4 });
    expect(await taken()).toBe(4);

    const [pair, email] = [visitor(), fresh()];
    const group = await pair.multiServiceBookings.create({
      bookings: [1, 1].map((count) => inputFor(email, count).booking),
      multiServiceBookingType: "SEPARATE_BOOKINGS",
      returnFullEntity: true,
    });
    const { id: multiServiceBookingId = "", bookings: made } = group.multiServiceBooking;
    const moveAll = (totalParticipants: number) =>
      pair.multiServiceBookings.reschedule({
        multiServiceBookingId,
        rescheduleBookingsInfo: (made ?? []).map(({ bookingId, booking }) => ({
          bookingId,
          revision: booking?.revision ?? "",
          slot,
          totalParticipants,
        })),
      });
    await expect(moveAll(4)).rejects.toMatchObject({ code: "TOO_MANY_PLACES" });
    await expect(moveAll(2)).rejects.toMatchObject({ code: "-19971" });
    expect(await taken()).toBe(6);
  });

  test("a hundred concurrent requests get no more places than sequential ones", async () => {
    const email = fresh();
    const all = await Promise.allSettled(Array.from({ length: 100 }, () => visitor().bookings.create(input(email))));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    const hers = visitor();
    const { results } = await hers.bookings.bulkCreate({
      createBookingsInfo: Array.from({ length: 20 }, () => input(fresh())),
    });
    expect(results.filter(({ itemMetadata }) => itemMetadata.success)).toHaveLength(3);
    expect(results.at(-1)?.itemMetadata.error?.code).toBe("-19971");
    expect(await taken()).toBe(6);
  });

  test("canceled and past bookings do not count against the limit, and a repeated request counts once", async () => {
    const email = fresh();
    const hers = visitor();
    const { booking } = await hers.bookings.create(input(email, 3), { idempotencyKey: "the first" });
    expect((await hers.bookings.create(input(email, 3), { idempotencyKey: "the first" })).booking.id).toBe(booking.id);
    await hers.bookings.cancel({ bookingId: booking.id, revision: booking.revision });
    await hers.bookings.create(input(email, 3));
    const before = gym.clock.now;
    gym.clock.now = gym.hours(49.5);
    sessionId = await gym.session({ service });
    await visitor().bookings.create(input(email, 3));
    gym.clock.now = before;
  });

  test("waiting-list entries and group bookings count against the limit, and staff have no limits", async () => {
    const waitlistPolicy = { enabled: true };
    const wanted = await gym.service({ policyId: await gym.policy({ waitlistPolicy }) });
    const full = await gym.session({ service: wanted, capacity: 0 });
    const slot = { sessionId: full, serviceId: wanted.id, scheduleId: wanted.scheduleId };
    const email = fresh();
    const waits = (totalParticipants: number) => ({
      booking: { ...input(email, totalParticipants).booking, bookedEntity: { slot } },
    });
    await visitor().waitlist.join(waits(3));
    await expect(visitor().waitlist.join(waits(1))).rejects.toMatchObject({ code: "-19971" });
    await expect(visitor().bookings.create(input(email))).rejects.toMatchObject({ code: "-19971" });
    const two = [input(fresh(), 2).booking, input(fresh(), 2).booking];
    const together = { bookings: two, multiServiceBookingType: "SEPARATE_BOOKINGS" as const };
    await expect(visitor().multiServiceBookings.create(together)).rejects.toMatchObject({ code: "-19971" });
    const staff = gym.as((await gym.member({ role: "trainer" })).token);
    for (const desk of [staff, gym.as(gym.key)]) await desk.bookings.create(input(email, 7));
    // Bookings made by staff do not count against the person they are for.
    await expect(visitor().bookings.create(input(email))).rejects.toMatchObject({ code: "-19971" });
  });
});

describe("booking limits per network", () => {
  test("many people behind one IP address can book with captchas, which get harder for a bot", async () => {
    await limitBookings(gym, { placesPerNetwork: { withoutProof: 10 } });
    const network = "192.0.2.10";
    for (let i = 0; i < 5; i++) expect(await from(network, input(fresh(), 2))).toBe("made");
    const needed = await from(network, input(fresh(), 2));
    expect(needed).toMatchObject({ code: "-19971", data: { captcha: "INVISIBLE" } });
    const solved = { ...input(fresh(), 2), captchaTokens: [await proof("INVISIBLE")] };
    expect(await from(network, solved)).toBe("made");
    expect(await from("192.0.2.11", input(fresh(), 2))).toBe("made");
    await from(network, input(fresh(), 10));
    await from(network, input(fresh(), 10));
    await from(network, input(fresh(), 10));
    expect(await from(network, input(fresh(), 10))).toMatchObject({ data: { captcha: "VISIBLE" } });
    expect(await from(network, { ...input(fresh()), captchaTokens: [await proof("VISIBLE")] })).toBe("made");
    gym.clock.now = gym.hours(24);
    sessionId = await gym.session({ service });
    expect(await from(network, input(fresh(), 2))).toBe("made");
  });

  test("requires a captcha after many holds from one network", async () => {
    await limitBookings(gym, { placesPerNetwork: { withoutProof: 2 } });
    const network = "192.0.2.20";
    const slot = { sessionId, serviceId: service.id, scheduleId: service.scheduleId };
    const hold = { slot, totalParticipants: 3 };
    for (let i = 0; i < 2; i++) expect(await from(network, hold, "/v1/holds")).toBe("made");
    expect(await from(network, hold, "/v1/holds")).toMatchObject({ code: "-19971" });
    const captchaTokens = [await proof("INVISIBLE")];
    expect(await from(network, { ...hold, captchaTokens }, "/v1/holds")).toBe("made");
  });
});

describe("places held per network and day", () => {
  const target = () => ({ sessionId, serviceId: service.id, scheduleId: service.scheduleId });
  const counted = (network: string) =>
    gym.accounts.limits.count("places held", networkOf(network), { per: 86_400, by: 0 });

  test("counts held places when a hold is created or grows, but not when it shrinks", async () => {
    await limitBookings(gym, { placesPerNetwork: { withoutProof: 100 } });
    const network = "192.0.2.31";
    const token = (await gym.visitor().access()) as string;
    const ask = (path: string, body: object) => gym.ask(path, { body: JSON.stringify(body), token, network });
    const made = await ask("/v1/holds", { slot: target(), totalParticipants: 2 });
    const change = (totalParticipants: number) => ask(`/v1/holds/${made.body.hold.id}/change`, { totalParticipants });
    for (const count of [7, 3, 4]) expect((await change(count)).status).toBe(200);
    expect(await counted(network)).toBe(2 + 5 + 1);
  });

  test("a network needs a proof of work for more than 300 held places, also when a hold grows", async () => {
    await limitBookings(gym, { placesPerNetwork: { withoutProof: 100 } });
    const network = "192.0.2.32";
    const path = (id: string) => `/v1/holds/${id}/change`;
    for (let held = 0; held < 300; held += 10) {
      const token = (await gym.visitor().access()) as string;
      const ask = (to: string, body: object) => gym.ask(to, { body: JSON.stringify(body), token, network });
      const { body } = await ask("/v1/holds", { slot: target(), totalParticipants: 1 });
      expect((await ask(path(body.hold.id), { totalParticipants: 10 })).status).toBe(200);
      await gym.ask(`/v1/holds/${body.hold.id}`, { method: "DELETE", token, network });
    }
    expect(await counted(network)).toBe(300);
    const token = (await gym.visitor().access()) as string;
    const ask = (to: string, body: object) => gym.ask(to, { body: JSON.stringify(body), token, network });
    const captchaTokens = [await proof("INVISIBLE")];
    const { body } = await ask("/v1/holds", { slot: target(), totalParticipants: 1, captchaTokens });
    const refused = await ask(path(body.hold.id), { totalParticipants: 2 });
    expect(refused.body.details.applicationError).toMatchObject({ code: "-19971", data: { captcha: "INVISIBLE" } });
    const proven = { totalParticipants: 2, captchaTokens: [await proof("INVISIBLE")] };
    expect((await ask(path(body.hold.id), proven)).status).toBe(200);
  });
});

test("rejects bookings, holds and waiting-list entries by visitors if only members may book", async () => {
  await limitBookings(gym, { membersOnly: true });
  const slot = { sessionId, serviceId: service.id, scheduleId: service.scheduleId };
  const refused = { code: "MEMBERS_ONLY", status: 403 };
  const guest = visitor();
  await expect(guest.bookings.create(input(fresh()))).rejects.toMatchObject(refused);
  await expect(guest.holds.create({ slot, totalParticipants: 1 })).rejects.toMatchObject(refused);
  const together = { bookings: [input(fresh()).booking] };
  await expect(guest.multiServiceBookings.create(together)).rejects.toMatchObject(refused);
  const member = gym.as((await gym.member()).token);
  await member.holds.create({ slot, totalParticipants: 1 });
  await member.bookings.create(input(fresh()));
  await gym.as(gym.key).bookings.create(input(fresh()));
});
