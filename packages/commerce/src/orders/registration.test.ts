import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { atGym, type TestGym } from "../testing.ts";
import { createShop, place, places, type Sold } from "./orders.testing.ts";

let gym: TestGym;
let service: Sold;
let sessionId: string;
let start: Date;
let opens: Date;
let campaignId: string;

beforeAll(async () => {
  gym = await createShop();
  start = gym.clock.now;
  opens = gym.hours(1);
  service = await gym.service({ payment: { ...atGym, options: { online: true, inPerson: false } } });
  sessionId = await gym.session({ service, capacity: 100, inHours: 72 });
  campaignId = await gym.campaign({ opens, serviceIds: [service.id] });
});
beforeEach(() => {
  gym.clock.now = start;
});
afterAll(() => gym.close());

const unopened = (at: Date) => ({
  code: "BOOKING_POLICY_VIOLATION",
  data: expect.objectContaining({ tooEarlyToBook: true, registrationOpens: at.toISOString() }),
});
const booking = () => places(sessionId, service);

async function moveTo(to: Date) {
  const owner = gym.as(gym.key);
  const { dataItem } = await owner.items.get({ dataCollectionId: "Campaigns", dataItemId: campaignId });
  const data = { ...dataItem?.data, opens: { $date: to.toISOString() } };
  await owner.items.update({ dataCollectionId: "Campaigns", dataItem: { id: campaignId, data } });
}

test("the cart accepts places only from the opening of registration", async () => {
  const person = gym.as(gym.visitor());
  gym.clock.now = new Date(opens.getTime() - 1);
  await expect(person.carts.add({ booking: booking() })).rejects.toMatchObject(unopened(opens));
  gym.clock.now = opens;
  expect((await person.carts.add({ booking: booking() })).cart.lines).toHaveLength(1);
});

test("if registration is postponed, a line in the cart can no longer be changed or ordered", async () => {
  const person = gym.as(gym.visitor());
  gym.clock.now = opens;
  const { lineId } = await person.carts.add({ booking: booking() });
  const later = gym.hours(1);
  await moveTo(later);
  await expect(person.carts.change({ lineId, booking: booking() })).rejects.toMatchObject(unopened(later));
  const { cart } = await person.carts.get({});
  expect(cart).toMatchObject({ orderable: false, deadline: null, renewable: false });
  expect(cart.lines[0]).toMatchObject({
    serviceId: service.id,
    problem: { code: "REGISTRATION_NOT_OPEN", blocks: true, opens: later },
  });
  await expect(place(person)).rejects.toMatchObject({ code: "LINES_NOT_AVAILABLE" });
  await moveTo(opens);
  await person.carts.change({ lineId, booking: booking() });
  await place(person);
});
