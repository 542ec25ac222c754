import { newId } from "@uola/database";
import { type Changes, createBackground } from "@uola/kernel";
import { importSPKI, jwtVerify } from "jose";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createReceiver,
  createTestDispatcher,
  createWebhookTestPlatform,
  type Receiver,
  type WebhookTestPlatform,
} from "./testing.ts";
import { webhookTasks } from "./webhooks.ts";

type ActionEvent = { actionEvent: { body: { initiatedBy: unknown } } };

let platform: WebhookTestPlatform;
let receiver: Receiver;
beforeAll(async () => {
  platform = await createWebhookTestPlatform();
});
afterAll(() => platform.close());
beforeEach(async () => {
  receiver = await createReceiver();
});
afterEach(async () => {
  for (const { id } of (await platform.owner.list()).webhooks) await platform.owner.remove({ webhookId: id });
  await receiver.close();
});

describe("posted events", () => {
  test("a posted event is a JWT signed with the webhook's key, in the layers that existing clients decode", async () => {
    const { id, publicKey } = await platform.follow(receiver.url);
    const memberId = newId();
    const entity = await platform.emitEvent(7, newId(), { actor: { kind: "member", id: memberId, role: "member" } });
    await platform.dispatcher.settle();
    const [post] = receiver.received;
    const key = await importSPKI(publicKey, "RS256");
    const checks = { issuer: "wix.com", audience: id, currentDate: platform.clock.now };
    const { payload, protectedHeader } = await jwtVerify(post?.jwt ?? "", key, checks);
    expect(protectedHeader.alg).toBe("RS256");
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300);
    const data = JSON.parse(payload.data as string);
    expect(data).toMatchObject({ instanceId: platform.siteId, eventType: "wix.bookings.v2.booking_confirmed" });
    const identity = { identityType: "MEMBER", memberId };
    expect(JSON.parse(data.identity)).toEqual(identity);
    expect(JSON.parse(data.data)).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      entityFqdn: "wix.bookings.v2.booking",
      slug: "confirmed",
      entityId: entity,
      eventTime: platform.clock.now.toISOString(),
      triggeredByAnonymizeRequest: false,
      originatedFrom: "booking.test",
      entityEventSequence: "7",
      actionEvent: { body: { booking: { id: entity }, initiatedBy: identity } },
    });
    expect(post?.headers["content-type"]).toBe("text/plain; charset=utf-8");
    const other = await platform.follow(receiver.url);
    const otherKey = await importSPKI(other.publicKey, "RS256");
    await expect(jwtVerify(post?.jwt ?? "", otherKey, checks)).rejects.toThrow("signature");
  });

  test("a webhook event identifies gym staff as platform users and members", async () => {
    await platform.follow(receiver.url);
    const id = newId();
    const asRead = {
      owner: { identityType: "WIX_USER", wixUserId: id },
      desk: { identityType: "WIX_USER", wixUserId: id },
      trainer: { identityType: "WIX_USER", wixUserId: id },
      member: { identityType: "MEMBER", memberId: id },
    };
    for (const role of Object.keys(asRead))
      await platform.emitEvent(1, newId(), { actor: { kind: "member", id, role: role as keyof typeof asRead } });
    await platform.dispatcher.settle();
    const posts = receiver.received.map(({ identity, event }) => ({ identity, event: event as never as ActionEvent }));
    expect(posts.map(({ identity }) => identity)).toEqual(expect.arrayContaining(Object.values(asRead)));
    for (const { identity, event } of posts) expect(event.actionEvent.body.initiatedBy).toEqual(identity);
    expect(posts).toHaveLength(4);
  });

  test("entities in webhook events are encoded as in operation responses", async () => {
    await platform.follow(receiver.url);
    const policy = { id: newId(), name: "Įprasta", default: true, revision: "1", secret: "not of the contract" };
    const moment = { ...policy, createdDate: platform.clock.now, updatedDate: platform.clock.now };
    const body = { actionEvent: { body: { currentDefaultBookingPolicy: moment } } };
    await platform.emitEvent(2, policy.id, { entity: "booking_policy", slug: "default_booking_policy_set", body });
    await platform.dispatcher.settle();
    const [{ eventType, event } = { eventType: "", event: {} }] = receiver.received;
    expect(eventType).toBe("wix.bookings.v1.booking_policy_default_booking_policy_set");
    const { currentDefaultBookingPolicy: read } = (event as never as typeof body).actionEvent.body;
    expect(read).toMatchObject({ id: policy.id, name: "Įprasta" });
    expect(read).not.toHaveProperty("secret");
    expect(JSON.stringify(event)).toContain(platform.clock.now.toISOString());
  });

  test("only subscribed and published event types are posted to a webhook", async () => {
    await platform.follow(receiver.url, { eventTypes: ["wix.bookings.v2.booking_canceled"] });
    const entity = await platform.emitEvent(1);
    await platform.emitEvent(2, entity, { slug: "canceled" });
    await platform.emitEvent(3, entity, { slug: "whispered" });
    await platform.emitEvent(1, newId(), { entity: "secret", slug: "created" });
    await platform.dispatcher.settle();
    expect(receiver.receivedOrder()).toEqual([`${entity.slice(-4)} 2`]);
  });
});

describe("first event of a webhook", () => {
  test("a webhook does not receive events from before its creation, while disabled or after removal", async () => {
    await platform.emitEvent(1);
    platform.later(1);
    const { id: webhookId } = await platform.follow(receiver.url);
    platform.later(1);
    const receivedEvents = await platform.emitEvent(1);
    await platform.dispatcher.settle();
    await platform.owner.update({ webhookId, webhook: { enabled: false } });
    platform.later(1);
    await platform.emitEvent(2, receivedEvents);
    await platform.dispatcher.settle();
    platform.later(1);
    await platform.owner.update({ webhookId, webhook: { enabled: true } });
    await platform.emitEvent(3, receivedEvents);
    await platform.dispatcher.settle();
    await platform.owner.remove({ webhookId });
    await platform.emitEvent(4, receivedEvents);
    await platform.dispatcher.settle();
    expect(receiver.receivedOrder()).toEqual([`${receivedEvents.slice(-4)} 1`, `${receivedEvents.slice(-4)} 3`]);
  });

  test("events that occur while a webhook is disabled are never posted, even when dispatched late", async () => {
    const other = await createReceiver();
    await platform.follow(other.url);
    const { id: webhookId } = await platform.follow(receiver.url);
    await platform.owner.update({ webhookId, webhook: { enabled: false } });
    platform.later(1);
    const entity = await platform.emitEvent(1);
    platform.later(1);
    await platform.owner.update({ webhookId, webhook: { enabled: true } });
    await platform.emitEvent(2, entity);
    await platform.dispatcher.settle();
    expect(other.receivedOrder()).toHaveLength(2);
    expect(receiver.receivedOrder()).toEqual([`${entity.slice(-4)} 2`]);
    await other.close();
  });

  test("the event of a transaction that commits late is not skipped", async () => {
    await platform.follow(receiver.url);
    const late = newId();
    const written = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const ending = platform
      .secondConnection()
      .db.transaction()
      .execute(async (tx) => {
        await sql`insert into event (site_id, id, type, slug, entity_id, entity_sequence, body, created_date)
        values (${platform.siteId}, ${newId()}, 'booking', 'confirmed', ${late}, 1, '{}', ${platform.clock.now})`.execute(
          tx,
        );
        written.resolve();
        await mayEnd.promise;
      });
    await Promise.race([written.promise, ending]);
    await platform.emitEvent(1);
    await platform.dispatcher.dispatch();
    await platform.dispatcher.deliveries.begin();
    await platform.dispatcher.deliveries.idle();
    expect(receiver.receivedOrder()).toEqual([]);
    mayEnd.resolve();
    await ending;
    await platform.dispatcher.settle();
    expect(receiver.received).toHaveLength(2);
    expect(receiver.received.map(({ event }) => event.entityId)).toContain(late);
  });

  test("after a restore with new transaction ids, webhook events continue and none is repeated", async () => {
    platform.later(1);
    await platform.follow(receiver.url);
    const before = await platform.emitEvent(1);
    await platform.dispatcher.settle();
    const unread = await platform.emitEvent(1);
    const far = sql`(transaction_id::text::numeric + 4000000000)::text::xid8`;
    await sql`update event set transaction_id = ${far}`.execute(platform.db);
    await sql`update webhook_position set transaction_id = ${far}`.execute(platform.db);
    const after = await platform.emitEvent(2, before);
    await platform.dispatcher.settle();
    const since = await platform.emitEvent(3, before);
    await platform.dispatcher.settle();
    const short = [before, unread, after, since].map((id) => id.slice(-4));
    const receivedEvents = [`${short[0]} 1`, `${short[0]} 2`, `${short[0]} 3`, `${short[1]} 1`];
    expect(receiver.receivedOrder().toSorted()).toEqual(receivedEvents.toSorted());
  });
});

describe("webhook management", () => {
  test("the owner creates, updates and removes webhooks, and audit entries contain no keys", async () => {
    const { webhook } = await platform.owner.create({ webhook: { url: receiver.url } });
    expect(webhook).toMatchObject({ url: receiver.url, eventTypes: [], enabled: true, waiting: 0, dead: 0 });
    expect(webhook.publicKey).toMatch(/^-----BEGIN PUBLIC KEY-----/);
    const { id: webhookId } = webhook;
    const eventTypes = ["wix.bookings.v2.booking_created"] as const;
    const changed = await platform.owner.update({ webhookId, webhook: { eventTypes: [...eventTypes] } });
    expect(changed.webhook).toEqual({ ...webhook, eventTypes });
    await platform.owner.remove({ webhookId });
    expect((await platform.owner.list()).webhooks).toEqual([]);
    await expect(platform.owner.remove({ webhookId })).rejects.toMatchObject({
      code: "WEBHOOK_NOT_FOUND",
      status: 404,
    });
    const auditEntries = await platform.db
      .selectFrom("audit")
      .selectAll()
      .where("entityId", "=", webhookId)
      .orderBy("id")
      .execute();
    expect(auditEntries.map(({ action }) => action)).toEqual(["webhook.create", "webhook.update", "webhook.delete"]);
    expect(JSON.stringify(auditEntries)).not.toMatch(/PRIVATE KEY|sealed/i);
    const { sealedPrivateKey } = { ...(await platform.db.selectFrom("webhook").selectAll().executeTakeFirst()) };
    expect(sealedPrivateKey).toBeUndefined();
  });

  test("the private key of a webhook is stored encrypted", async () => {
    await platform.follow(receiver.url);
    const { sealedPrivateKey } = await platform.db.selectFrom("webhook").selectAll().executeTakeFirstOrThrow();
    expect(sealedPrivateKey.toString("latin1")).not.toContain("PRIVATE KEY");
  });

  test("a site has at most twenty webhooks, even when created concurrently", async () => {
    const asked = Array.from({ length: 24 }, () => platform.owner.create({ webhook: { url: receiver.url } }));
    const refused = (await Promise.allSettled(asked)).filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(4);
    expect(refused[0]).toMatchObject({ reason: { code: "TOO_MANY_WEBHOOKS" } });
  });

  test.each(["ftp://example.com/", "javascript:alert(1)", "nothing", "http://user:secret@example.com/"])(
    "rejects the webhook URL %s",
    async (url) => {
      await expect(platform.owner.create({ webhook: { url } })).rejects.toMatchObject({ status: 400 });
    },
  );

  test("rejects private webhook addresses by IP and by host name unless allowed", async () => {
    const resolve = async (hostname: string) => [
      { address: hostname.startsWith("inside") ? "10.0.0.7" : "93.184.215.14", family: 4 },
    ];
    const strict = await createWebhookTestPlatform({ resolve });
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

  test("a test post to a webhook returns its result", async () => {
    const { id: webhookId } = await platform.follow(receiver.url);
    expect(await platform.owner.test({ webhookId })).toMatchObject({ delivered: true, responseStatus: 200 });
    expect(receiver.received[0]).toMatchObject({ eventType: "uola.webhooks.v1.webhook_tested" });
    receiver.answers(() => ({ status: 500, body: "é".repeat(2000) }));
    const { delivered, responseStatus, error } = await platform.owner.test({ webhookId });
    expect({ delivered, responseStatus, error }).toEqual({
      delivered: false,
      responseStatus: 500,
      error: "é".repeat(500),
    });
    expect((await platform.owner.deliveries({ webhookId })).deliveries).toEqual([]);
  });

  test("webhook deliveries are paged, newest first, and can be filtered by status", async () => {
    const { id: webhookId } = await platform.follow(receiver.url);
    const entity = newId();
    for (let sequence = 1; sequence <= 5; sequence++) await platform.emitEvent(sequence, entity);
    await platform.dispatcher.settle();
    const first = await platform.owner.deliveries({ webhookId, cursorPaging: { limit: 3 } });
    expect(first.deliveries.map(({ entityEventSequence }) => entityEventSequence)).toEqual(["5", "4", "3"]);
    expect(first.deliveries[0]).toMatchObject({
      webhookId,
      entityId: entity,
      status: "DELIVERED",
      responseStatus: 200,
    });
    const cursor = first.cursors.next ?? "";
    const second = await platform.owner.deliveries({ webhookId, cursorPaging: { cursor } });
    expect(second.deliveries.map(({ entityEventSequence }) => entityEventSequence)).toEqual(["2", "1"]);
    expect(second.cursors.next).toBeFalsy();
    expect((await platform.owner.deliveries({ webhookId, status: "DEAD" })).deliveries).toEqual([]);
    const strange = platform.owner.deliveries({ webhookId, cursorPaging: { cursor: "strange" } });
    await expect(strange).rejects.toMatchObject({ code: "INVALID_CURSOR" });
    const [webhook] = (await platform.owner.list()).webhooks;
    expect(webhook?.lastDeliveredDate).toEqual(platform.clock.now);
  });

  test("changing the URL of a webhook retries its deliveries at once", async () => {
    const broken = await createReceiver();
    broken.answers(() => ({ status: 500 }));
    const { id: webhookId } = await platform.follow(broken.url);
    await platform.emitEvent(1);
    await platform.dispatcher.settle();
    await platform.owner.update({ webhookId, webhook: { url: receiver.url } });
    await platform.dispatcher.settle();
    expect([broken.received.length, receiver.received.length]).toEqual([1, 1]);
    await broken.close();
  });

  test("replays dead webhook deliveries in order, all or the given ones", async () => {
    const { id: webhookId } = await platform.follow(receiver.url);
    const [a, b] = [newId(), newId()];
    for (const sequence of [1, 2, 3]) for (const entity of [a, b]) await platform.emitEvent(sequence, entity);
    await platform.dispatcher.dispatchAll();
    const died = { status: "DEAD" as const, attempts: 13, nextAttemptDate: null };
    await platform.db.updateTable("webhookDelivery").set(died).execute();
    const { deliveries } = await platform.owner.deliveries({ webhookId, status: "DEAD" });
    const ofA = deliveries.filter(({ entityId }) => entityId === a).map(({ id }) => id);
    expect(await platform.owner.replay({ webhookId, deliveryIds: [...ofA, newId()] })).toEqual({ count: 3 });
    await platform.dispatcher.settle();
    expect(receiver.receivedOrder()).toEqual([1, 2, 3].map((sequence) => `${a.slice(-4)} ${sequence}`));
    expect(await platform.owner.replay({ webhookId })).toEqual({ count: 3 });
    await platform.dispatcher.settle();
    expect(receiver.receivedOrder().slice(3)).toEqual([1, 2, 3].map((sequence) => `${b.slice(-4)} ${sequence}`));
  });

  test("a replayed delivery is sent before a later one that is waiting for its retry", async () => {
    const { id: webhookId } = await platform.follow(receiver.url);
    const entity = await platform.emitEvent(1);
    await platform.dispatcher.dispatchAll();
    await platform.db.updateTable("webhookDelivery").set({ status: "DEAD", nextAttemptDate: null }).execute();
    await platform.emitEvent(2, entity);
    receiver.answers(() => ({ status: 500 }));
    await platform.dispatcher.settle();
    expect(await platform.owner.replay({ webhookId })).toEqual({ count: 1 });
    await platform.dispatcher.settle();
    platform.later(5);
    receiver.answers(() => ({ status: 200 }));
    await platform.dispatcher.settle();
    expect(receiver.received.map(({ event }) => event.entityEventSequence)).toEqual(["2", "1", "1", "2"]);
  });
});

test("the webhook tasks dispatch events, deliver them and delete deliveries after a month", async () => {
  const busy = await createWebhookTestPlatform();
  const changes = busy.api.changes as Changes;
  const process = () => {
    const tasks = webhookTasks(busy.context, { toPrivateAddresses: true });
    return createBackground({ ...busy.context, connection: busy.connection, changes }, tasks);
  };
  const work = process();
  await busy.follow(receiver.url);
  await work.start();
  await busy.emitEvent(1);
  await expect.poll(() => receiver.received.length).toBe(1);
  const left = () => busy.db.selectFrom("webhookDelivery").select("status").execute();
  await expect.poll(left).toEqual([{ status: "DELIVERED" }]);
  await work.stop();
  busy.later(31 * 86_400);
  const next = process();
  await next.start();
  await expect.poll(left).toEqual([]);
  await next.stop();
  expect(await busy.db.selectFrom("event").select("slug").execute()).toHaveLength(1);
  await busy.close();
});

test("a private webhook address stored in the database is rejected on delivery", async () => {
  const { id: webhookId } = await platform.follow(receiver.url);
  await platform.emitEvent(1);
  const strict = createTestDispatcher(platform.context, {});
  await strict.settle();
  expect(receiver.received).toEqual([]);
  const [delivery] = (await platform.owner.deliveries({ webhookId })).deliveries;
  expect(delivery).toMatchObject({
    status: "WAITING",
    attempts: 1,
    error: expect.stringContaining("not on the public"),
  });
});
