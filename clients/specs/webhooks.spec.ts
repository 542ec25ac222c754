import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { bookings, services } from "@wix/bookings";
import { ApiKeyStrategy, AppStrategy, createClient } from "@wix/sdk";
import { ownerKey } from "../../e2e/house/addresses.ts";
import { asOwner, ledHere } from "./platform.ts";

/** Events, as an app of the platform's public SDK takes them: it checks the signature and hands each to its handler. */
let back = () => {};
test.beforeAll(() => {
  back = ledHere();
});
test.afterAll(() => back());

const hour = 3_600_000;

test("what happens to services and bookings reaches the handlers of an app, each once and in order", async () => {
  const posts: string[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    posts.push(text);
    response.end();
  });
  await new Promise<void>((listening) => server.listen(0, "localhost", listening));
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  const { webhook } = await asOwner<{ webhook: { id: string; publicKey: string } }>("/v1/webhooks", {
    webhook: { url },
  });

  const modules = { bookings, services };
  const owner = createClient({ modules, auth: ApiKeyStrategy({ apiKey: ownerKey, siteId: randomUUID() }) });
  const made = (await owner.services.createService({
    type: "CLASS",
    name: `Su žiniomis ${randomUUID()}`,
    defaultCapacity: 6,
    onlineBooking: { enabled: true },
    payment: { rateType: "NO_FEE", options: { inPerson: true } },
  } as never)) as unknown as { _id: string; schedule: { _id?: string; id?: string } };
  const scheduleId = made.schedule._id ?? made.schedule.id;
  const start = Math.ceil(Date.now() / hour) * hour + 72 * hour;
  const dates = { startDate: new Date(start).toISOString(), endDate: new Date(start + hour).toISOString() };
  const { session } = await asOwner<{ session: { id: string } }>("/v1/sessions", { scheduleId, ...dates });
  const slot = { sessionId: session.id, serviceId: made._id, scheduleId, timezone: "Europe/Vilnius", ...dates };
  const { booking } = await owner.bookings.createBooking({
    bookedEntity: { slot },
    contactDetails: { firstName: "Ona", email: "ona@pastas.example" },
    totalParticipants: 1,
    selectedPaymentOption: "OFFLINE",
  } as never);
  const bookingId = booking?._id as string;
  await owner.bookings.cancelBooking(bookingId, { revision: booking?.revision as string });

  await expect.poll(() => posts.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(3);
  const { id: appId, publicKey } = webhook;
  const app = createClient({ modules, auth: AppStrategy({ appId, publicKey }) });
  const heard: unknown[] = [];
  app.services.onServiceCreated(({ entity }) => {
    heard.push(["service created", entity._id]);
  });
  app.bookings.onBookingCreated(({ entity, metadata }) => {
    heard.push(["booking created", entity._id, entity.status, metadata.entityEventSequence]);
    expect(entity._createdDate).toBeInstanceOf(Date);
    expect(metadata.identity?.identityType).toBe("APP");
  });
  app.bookings.onBookingCanceled(({ data, metadata }) => {
    heard.push(["booking canceled", data.booking?._id, data.previousStatus, metadata.entityEventSequence]);
  });
  for (const post of posts) await app.webhooks.process(post);
  expect(heard).toContainEqual(["service created", made._id]);
  expect(heard.filter((each) => (each as string[])[1] === bookingId)).toEqual([
    ["booking created", bookingId, "CONFIRMED", "1"],
    ["booking canceled", bookingId, "CONFIRMED", "2"],
  ]);
  const [header, payload] = posts[0]?.split(".") ?? [];
  const forged = [header, payload, posts[1]?.split(".")[2]].join(".");
  await expect(app.webhooks.process(forged)).rejects.toThrow("signature");
  server.close();
});
