import { newId } from "@uola/database";
import { importSPKI, jwtVerify } from "jose";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createReceiver, createTeller, createTellingHouse, type Receiver, type TellingHouse } from "./testing.ts";

let house: TellingHouse;
let receiver: Receiver;
beforeAll(async () => {
  house = await createTellingHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  receiver = await createReceiver();
});
afterEach(async () => {
  for (const { id } of (await house.owner.list()).webhooks) await house.owner.remove({ webhookId: id });
  await receiver.close();
});

describe("what is posted", () => {
  test("is a JWT by the webhook's own key, in the layers existing clients take off", async () => {
    const { id, publicKey } = await house.follow(receiver.url);
    const memberId = newId();
    const entity = await house.happen(7, newId(), { actor: { kind: "member", id: memberId, role: "member" } });
    await house.teller.settle();
    const [post] = receiver.received;
    const key = await importSPKI(publicKey, "RS256");
    const checks = { issuer: "wix.com", audience: id, currentDate: house.clock.now };
    const { payload, protectedHeader } = await jwtVerify(post?.jwt ?? "", key, checks);
    expect(protectedHeader.alg).toBe("RS256");
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
    const data = JSON.parse(payload.data as string);
    expect(data).toMatchObject({ instanceId: house.siteId, eventType: "wix.bookings.v2.booking_confirmed" });
    const identity = { identityType: "MEMBER", memberId };
    expect(JSON.parse(data.identity)).toEqual(identity);
    expect(JSON.parse(data.data)).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      entityFqdn: "wix.bookings.v2.booking",
      slug: "confirmed",
      entityId: entity,
      eventTime: house.clock.now.toISOString(),
      triggeredByAnonymizeRequest: false,
      originatedFrom: "booking.test",
      entityEventSequence: "7",
      actionEvent: { body: { booking: { id: entity }, initiatedBy: identity } },
    });
    expect(post?.headers["content-type"]).toBe("text/plain; charset=utf-8");
    const other = await house.follow(receiver.url);
    const otherKey = await importSPKI(other.publicKey, "RS256");
    await expect(jwtVerify(post?.jwt ?? "", otherKey, checks)).rejects.toThrow("signature");
  });

  test("shows entities as operations answer them", async () => {
    await house.follow(receiver.url);
    const policy = { id: newId(), name: "Įprasta", default: true, revision: "1", secret: "not of the contract" };
    const moment = { ...policy, createdDate: house.clock.now, updatedDate: house.clock.now };
    const body = { actionEvent: { body: { currentDefaultBookingPolicy: moment } } };
    await house.happen(2, policy.id, { entity: "booking_policy", slug: "default_booking_policy_set", body });
    await house.teller.settle();
    const [{ eventType, event } = { eventType: "", event: {} }] = receiver.received;
    expect(eventType).toBe("wix.bookings.v1.booking_policy_default_booking_policy_set");
    const { currentDefaultBookingPolicy: read } = (event as never as typeof body).actionEvent.body;
    expect(read).toMatchObject({ id: policy.id, name: "Įprasta" });
    expect(read).not.toHaveProperty("secret");
    expect(JSON.stringify(event)).toContain(house.clock.now.toISOString());
  });

  test("is only what is followed, and nothing without a name outside", async () => {
    await house.follow(receiver.url, { eventTypes: ["wix.bookings.v2.booking_canceled"] });
    const entity = await house.happen(1);
    await house.happen(2, entity, { slug: "canceled" });
    await house.happen(3, entity, { slug: "whispered" });
    await house.happen(1, newId(), { entity: "secret", slug: "created" });
    await house.teller.settle();
    expect(receiver.told()).toEqual([`${entity.slice(-4)} 2`]);
  });
});

describe("from when on", () => {
  test("what happened before, while it was off, or after it was removed is not told", async () => {
    await house.happen(1);
    const { id: webhookId } = await house.follow(receiver.url);
    house.later(1);
    const told = await house.happen(1);
    await house.teller.settle();
    await house.owner.update({ webhookId, webhook: { enabled: false } });
    house.later(1);
    await house.happen(2, told);
    await house.teller.settle();
    house.later(1);
    await house.owner.update({ webhookId, webhook: { enabled: true } });
    await house.happen(3, told);
    await house.teller.settle();
    await house.owner.remove({ webhookId });
    await house.happen(4, told);
    await house.teller.settle();
    expect(receiver.told()).toEqual([`${told.slice(-4)} 1`, `${told.slice(-4)} 3`]);
  });

  test("off times stay off while another webhook keeps following, also when events are turned into deliveries late", async () => {
    const other = await createReceiver();
    await house.follow(other.url);
    const { id: webhookId } = await house.follow(receiver.url);
    await house.owner.update({ webhookId, webhook: { enabled: false } });
    house.later(1);
    const entity = await house.happen(1);
    house.later(1);
    await house.owner.update({ webhookId, webhook: { enabled: true } });
    await house.happen(2, entity);
    await house.teller.settle();
    expect(other.told()).toHaveLength(2);
    expect(receiver.told()).toEqual([`${entity.slice(-4)} 2`]);
    await other.close();
  });

  test("an event whose transaction ends late is not passed by", async () => {
    await house.follow(receiver.url);
    const late = newId();
    const written = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const ending = house
      .another()
      .db.transaction()
      .execute(async (tx) => {
        await sql`insert into event (site_id, id, type, slug, entity_id, entity_sequence, body, created_date)
        values (${house.siteId}, ${newId()}, 'booking', 'confirmed', ${late}, 1, '{}', ${house.clock.now})`.execute(tx);
        written.resolve();
        await mayEnd.promise;
      });
    await Promise.race([written.promise, ending]);
    await house.happen(1);
    await house.teller.dispatch();
    await house.teller.deliveries.begin();
    await house.teller.deliveries.idle();
    expect(receiver.told()).toEqual([]);
    mayEnd.resolve();
    await ending;
    await house.teller.settle();
    expect(receiver.received).toHaveLength(2);
    expect(receiver.received.map(({ event }) => event.entityId)).toContain(late);
  });

  test("after a restore, when transactions are numbered anew, events go on, once", async () => {
    house.later(1);
    await house.follow(receiver.url);
    const before = await house.happen(1);
    await house.teller.settle();
    const unread = await house.happen(1);
    const far = sql`(transaction_id::text::numeric + 4000000000)::text::xid8`;
    await sql`update event set transaction_id = ${far}`.execute(house.db);
    await sql`update webhook_position set transaction_id = ${far}`.execute(house.db);
    const after = await house.happen(2, before);
    await house.teller.settle();
    const since = await house.happen(3, before);
    await house.teller.settle();
    const short = [before, unread, after, since].map((id) => id.slice(-4));
    const told = [`${short[0]} 1`, `${short[0]} 2`, `${short[0]} 3`, `${short[1]} 1`];
    expect(receiver.told().toSorted()).toEqual(told.toSorted());
  });
});

describe("the owner", () => {
  test("adds, changes and removes webhooks, and each is noted without its key", async () => {
    const { webhook } = await house.owner.create({ webhook: { url: receiver.url } });
    expect(webhook).toMatchObject({ url: receiver.url, eventTypes: [], enabled: true, waiting: 0, dead: 0 });
    expect(webhook.publicKey).toMatch(/^-----BEGIN PUBLIC KEY-----/);
    const { id: webhookId } = webhook;
    const eventTypes = ["wix.bookings.v2.booking_created"] as const;
    const changed = await house.owner.update({ webhookId, webhook: { eventTypes: [...eventTypes] } });
    expect(changed.webhook).toEqual({ ...webhook, eventTypes });
    await house.owner.remove({ webhookId });
    expect((await house.owner.list()).webhooks).toEqual([]);
    await expect(house.owner.remove({ webhookId })).rejects.toMatchObject({ code: "WEBHOOK_NOT_FOUND", status: 404 });
    const trail = await house.db
      .selectFrom("audit")
      .selectAll()
      .where("entityId", "=", webhookId)
      .orderBy("id")
      .execute();
    expect(trail.map(({ action }) => action)).toEqual(["webhook.create", "webhook.update", "webhook.delete"]);
    expect(JSON.stringify(trail)).not.toMatch(/PRIVATE KEY|sealed/i);
    const { sealedPrivateKey } = { ...(await house.db.selectFrom("webhook").selectAll().executeTakeFirst()) };
    expect(sealedPrivateKey).toBeUndefined();
  });

  test("keeps the private key sealed", async () => {
    await house.follow(receiver.url);
    const { sealedPrivateKey } = await house.db.selectFrom("webhook").selectAll().executeTakeFirstOrThrow();
    expect(sealedPrivateKey.toString("latin1")).not.toContain("PRIVATE KEY");
  });

  test("has twenty at most, however many are asked for at once", async () => {
    const asked = Array.from({ length: 24 }, () => house.owner.create({ webhook: { url: receiver.url } }));
    const refused = (await Promise.allSettled(asked)).filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(4);
    expect(refused[0]).toMatchObject({ reason: { code: "TOO_MANY_WEBHOOKS" } });
  });

  test.each(["ftp://example.com/", "javascript:alert(1)", "nothing", "http://user:secret@example.com/"])(
    "cannot have %s told",
    async (url) => {
      await expect(house.owner.create({ webhook: { url } })).rejects.toMatchObject({ status: 400 });
    },
  );

  test("cannot have private addresses told unless that is allowed, by number or by name", async () => {
    const resolve = async (hostname: string) => [
      { address: hostname.startsWith("inside") ? "10.0.0.7" : "93.184.215.14", family: 4 },
    ];
    const strict = await createTellingHouse({ resolve });
    const { webhook } = await strict.owner.create({ webhook: { url: "https://outside.example/" } });
    for (const url of ["http://127.0.0.1/", "http://[::1]/", "https://inside.example/", "http://169.254.169.254/x"]) {
      const refusal = { code: "ADDRESS_NOT_ALLOWED", status: 409 };
      await expect(strict.owner.create({ webhook: { url } })).rejects.toMatchObject(refusal);
      await expect(strict.owner.update({ webhookId: webhook.id, webhook: { url } })).rejects.toMatchObject(refusal);
    }
    for (const call of [
      strict.owner.create({ webhook: { url: "http://outside.example/" } }),
      strict.owner.update({ webhookId: webhook.id, webhook: { url: "http://outside.example/" } }),
    ]) {
      await expect(call).rejects.toMatchObject({ status: 400, fieldViolations: [{ field: "webhook.url" }] });
    }
    await strict.close();
  });

  test("tries it, and is told how it went", async () => {
    const { id: webhookId } = await house.follow(receiver.url);
    expect(await house.owner.test({ webhookId })).toMatchObject({ delivered: true, responseStatus: 200 });
    expect(receiver.received[0]).toMatchObject({ eventType: "uola.webhooks.v1.webhook_tested" });
    receiver.answers(() => ({ status: 500, body: "é".repeat(2000) }));
    const { delivered, responseStatus, error } = await house.owner.test({ webhookId });
    expect({ delivered, responseStatus, error }).toEqual({
      delivered: false,
      responseStatus: 500,
      error: "é".repeat(500),
    });
    expect((await house.owner.deliveries({ webhookId })).deliveries).toEqual([]);
  });

  test("reads deliveries by page, newest first, and by status", async () => {
    const { id: webhookId } = await house.follow(receiver.url);
    const entity = newId();
    for (let sequence = 1; sequence <= 5; sequence++) await house.happen(sequence, entity);
    await house.teller.settle();
    const first = await house.owner.deliveries({ webhookId, cursorPaging: { limit: 3 } });
    expect(first.deliveries.map(({ entityEventSequence }) => entityEventSequence)).toEqual(["5", "4", "3"]);
    expect(first.deliveries[0]).toMatchObject({
      webhookId,
      entityId: entity,
      status: "DELIVERED",
      responseStatus: 200,
    });
    const cursor = first.cursors.next ?? "";
    const second = await house.owner.deliveries({ webhookId, cursorPaging: { cursor } });
    expect(second.deliveries.map(({ entityEventSequence }) => entityEventSequence)).toEqual(["2", "1"]);
    expect(second.cursors.next).toBeFalsy();
    expect((await house.owner.deliveries({ webhookId, status: "DEAD" })).deliveries).toEqual([]);
    const strange = house.owner.deliveries({ webhookId, cursorPaging: { cursor: "strange" } });
    await expect(strange).rejects.toMatchObject({ code: "INVALID_CURSOR" });
    const [webhook] = (await house.owner.list()).webhooks;
    expect(webhook?.lastDeliveredDate).toEqual(house.clock.now);
  });

  test("who mends the address does not wait for the pause to end", async () => {
    const broken = await createReceiver();
    broken.answers(() => ({ status: 500 }));
    const { id: webhookId } = await house.follow(broken.url);
    await house.happen(1);
    await house.teller.settle();
    await house.owner.update({ webhookId, webhook: { url: receiver.url } });
    await house.teller.settle();
    expect([broken.received.length, receiver.received.length]).toEqual([1, 1]);
    await broken.close();
  });

  test("replays the dead ones in their order, also some of them only", async () => {
    const { id: webhookId } = await house.follow(receiver.url);
    const [a, b] = [newId(), newId()];
    for (const sequence of [1, 2, 3]) for (const entity of [a, b]) await house.happen(sequence, entity);
    await house.teller.dispatchAll();
    const died = { status: "DEAD", attempts: 13, nextAttemptDate: null };
    await house.db.updateTable("webhookDelivery").set(died).execute();
    const { deliveries } = await house.owner.deliveries({ webhookId, status: "DEAD" });
    const ofA = deliveries.filter(({ entityId }) => entityId === a).map(({ id }) => id);
    expect(await house.owner.replay({ webhookId, deliveryIds: [...ofA, newId()] })).toEqual({ count: 3 });
    await house.teller.settle();
    expect(receiver.told()).toEqual([1, 2, 3].map((sequence) => `${a.slice(-4)} ${sequence}`));
    expect(await house.owner.replay({ webhookId })).toEqual({ count: 3 });
    await house.teller.settle();
    expect(receiver.told().slice(3)).toEqual([1, 2, 3].map((sequence) => `${b.slice(-4)} ${sequence}`));
  });

  test("has a replayed one go before a later one that waits for its next attempt", async () => {
    const { id: webhookId } = await house.follow(receiver.url);
    const entity = await house.happen(1);
    await house.teller.dispatchAll();
    await house.db.updateTable("webhookDelivery").set({ status: "DEAD", nextAttemptDate: null }).execute();
    await house.happen(2, entity);
    receiver.answers(() => ({ status: 500 }));
    await house.teller.settle();
    expect(await house.owner.replay({ webhookId })).toEqual({ count: 1 });
    await house.teller.settle();
    house.later(5);
    receiver.answers(() => ({ status: 200 }));
    await house.teller.settle();
    expect(receiver.received.map(({ event }) => event.entityEventSequence)).toEqual(["2", "1", "1", "2"]);
  });
});

test("the work of a house does all of it by itself, and forgets what was delivered a month ago", async () => {
  const busy = await createTellingHouse();
  const { webhookWork } = await import("./webhooks.ts");
  const work = webhookWork(busy.context, { toPrivateAddresses: true });
  await busy.follow(receiver.url);
  await work.start();
  await busy.happen(1);
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(1);
  const left = () => busy.db.selectFrom("webhookDelivery").select("status").execute();
  await expect.poll(left).toEqual([{ status: "DELIVERED" }]);
  await work.stop();
  busy.later(31 * 86_400);
  const next = webhookWork(busy.context, { toPrivateAddresses: true });
  await next.start();
  await expect.poll(left, { timeout: 10_000 }).toEqual([]);
  await next.stop();
  expect(await busy.db.selectFrom("event").select("slug").execute()).toHaveLength(1);
  await busy.close();
});

test("a teller that may not tell private addresses does not, whatever was written down", async () => {
  const { id: webhookId } = await house.follow(receiver.url);
  await house.happen(1);
  const strict = createTeller(house.context, {});
  await strict.settle();
  expect(receiver.received).toEqual([]);
  const [delivery] = (await house.owner.deliveries({ webhookId })).deliveries;
  expect(delivery).toMatchObject({
    status: "WAITING",
    attempts: 1,
    error: expect.stringContaining("not on the public"),
  });
});
