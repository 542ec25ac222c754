import { setTimeout as wait } from "node:timers/promises";
import { newId } from "@uola/database";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createReceiver, createWebhookTestPlatform, type Receiver, type WebhookTestPlatform } from "./testing.ts";

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

const [ok, broken] = [{ status: 200 }, { status: 503, body: "no\u0000t now" }];
const deliveriesOf = async (webhookId: string) => (await platform.owner.deliveries({ webhookId })).deliveries;

describe("delivery order of an entity's events", () => {
  test("a failing webhook delivery holds back only later ones of the same entity", async () => {
    const { id: webhookId } = await platform.follow(receiver.url);
    const [a, b] = [newId(), newId()];
    receiver.answers(({ event }) => (event.entityId === a ? broken : ok));
    for (const sequence of [1, 2, 3]) for (const each of [a, b]) await platform.emitEvent(sequence, each);
    await platform.dispatcher.settle();
    const of = (entity: string) => receiver.received.filter(({ event }) => event.entityId === entity);
    expect(of(b).map(({ event }) => event.entityEventSequence)).toEqual(["1", "2", "3"]);
    expect(of(a).map(({ event }) => event.entityEventSequence)).toEqual(["1"]);
    const waiting = (await deliveriesOf(webhookId)).filter(({ status }) => status === "WAITING");
    expect(waiting.map(({ entityEventSequence }) => entityEventSequence)).toEqual(["3", "2", "1"]);
    expect(waiting.map(({ nextAttemptDate }) => nextAttemptDate?.getTime())).toEqual([
      undefined,
      undefined,
      platform.clock.now.getTime() + 5000,
    ]);
    expect(waiting.at(-1)).toMatchObject({ attempts: 1, responseStatus: 503, error: "no t now" });

    receiver.answers(() => ok);
    await platform.dispatcher.settle();
    expect(of(a)).toHaveLength(1);
    platform.later(5);
    await platform.dispatcher.settle();
    expect(of(a).map(({ event }) => event.entityEventSequence)).toEqual(["1", "1", "2", "3"]);
    expect(new Set(of(a).map(({ event }) => event.id)).size).toBe(3);
  });

  test("concurrent processes deliver each webhook event once and in order", async () => {
    await platform.follow(receiver.url);
    const [one, other] = [platform.dispatcher, platform.createSecondDispatcher()];
    receiver.answers(async () => {
      await wait(Math.random() * 4);
      return ok;
    });
    const entities = Array.from({ length: 12 }, () => newId());
    const emitting = (async () => {
      for (let sequence = 1; sequence <= 8; sequence++) {
        await Promise.all(entities.map((entity) => platform.emitEvent(sequence, entity)));
      }
    })();
    const dispatching = [one, other].map(async (dispatcher) => {
      for (let empty = 0; empty < 20; ) {
        await dispatcher.dispatch();
        const begun = await dispatcher.deliveries.begin();
        empty = begun > 0 || receiver.received.length < 96 ? 0 : empty + 1;
        await wait(2);
      }
      await dispatcher.deliveries.idle();
    });
    await Promise.all([emitting, ...dispatching]);
    expect(receiver.received).toHaveLength(96);
    for (const entity of entities) {
      const deliverables = receiver.received.filter(({ event }) => event.entityId === entity);
      expect(deliverables.map(({ event }) => event.entityEventSequence)).toEqual([
        "1",
        "2",
        "3",
        "4",
        "5",
        "6",
        "7",
        "8",
      ]);
    }
  });
});

describe("failing webhook receivers", () => {
  test.each([201, 204, 302, 404, 500])(
    "a webhook response of %i is retried, and redirects are not followed",
    async (status) => {
      const elsewhere = await createReceiver();
      const { id: webhookId } = await platform.follow(receiver.url);
      receiver.answers(() => ({ status, headers: { location: elsewhere.url } }));
      await platform.emitEvent(1);
      await platform.dispatcher.settle();
      expect(await deliveriesOf(webhookId)).toMatchObject([{ status: "WAITING", attempts: 1, responseStatus: status }]);
      expect(elsewhere.received).toEqual([]);
      await elsewhere.close();
    },
  );

  test("webhook retries stop after about five days; the event is then marked dead and the next event is sent", async () => {
    const { id: webhookId } = await platform.follow(receiver.url);
    receiver.answers(({ event }) => (event.entityEventSequence === "1" ? broken : ok));
    const began = platform.clock.now.getTime();
    const entity = await platform.emitEvent(1);
    await platform.emitEvent(2, entity);
    const pauses: number[] = [];
    await platform.dispatcher.settle();
    for (;;) {
      const due = (await deliveriesOf(webhookId)).find(({ entityEventSequence }) => entityEventSequence === "1");
      if (!due?.nextAttemptDate) break;
      const pause = (due.nextAttemptDate.getTime() - platform.clock.now.getTime()) / 1000;
      pauses.push(pause);
      platform.later(pause - 1);
      await platform.dispatcher.settle();
      expect(receiver.received).toHaveLength(pauses.length);
      platform.later(1);
      await platform.dispatcher.settle();
    }
    const hour = 3600;
    expect(pauses.slice(0, 8)).toEqual([5, 30, 120, 600, hour, 3 * hour, 6 * hour, 12 * hour]);
    expect(pauses.slice(8)).toEqual([24, 24, 24, 24].map((hours) => hours * hour));
    expect((platform.clock.now.getTime() - began) / (24 * hour * 1000)).toBeCloseTo(4.93, 1);
    expect(await deliveriesOf(webhookId)).toMatchObject([
      { status: "DELIVERED", entityEventSequence: "2", attempts: 1 },
      { status: "DEAD", entityEventSequence: "1", attempts: 13, error: "no t now" },
    ]);
    expect((await platform.owner.list()).webhooks).toMatchObject([{ waiting: 0, dead: 1 }]);

    receiver.answers(() => ok);
    expect(await platform.owner.replay({ webhookId })).toEqual({ count: 1 });
    await platform.dispatcher.settle();
    expect((await deliveriesOf(webhookId)).map(({ status }) => status)).toEqual(["DELIVERED", "DELIVERED"]);
    expect(await platform.owner.replay({ webhookId })).toEqual({ count: 0 });
  });

  test("a slow webhook receiver times out and does not delay others", async () => {
    // Longer than the ten deliveries take on a busy computer.
    const settings = { toPrivateAddresses: true, timeoutMs: 1500 };
    const slowPlatform = await createWebhookTestPlatform(settings);
    const quick = await createReceiver();
    const slow = await slowPlatform.follow(receiver.url);
    await slowPlatform.follow(quick.url);
    let release = () => {};
    const pending = new Promise<void>((resolve) => {
      release = resolve;
    });
    receiver.answers(async () => {
      await pending;
      return ok;
    });
    for (let n = 0; n < 10; n++) await slowPlatform.emitEvent(1);
    await slowPlatform.dispatcher.dispatchAll();
    // At most four concurrent deliveries per webhook; the quick receiver is still served.
    for (let n = 0; n < 100 && quick.received.length < 10; n++) {
      await slowPlatform.dispatcher.deliveries.begin();
      await wait(2);
    }
    expect(quick.received).toHaveLength(10);
    expect(receiver.received.length).toBeLessThanOrEqual(4);
    await slowPlatform.dispatcher.deliveries.idle();
    const given = (await slowPlatform.owner.deliveries({ webhookId: slow.id })).deliveries.filter(({ error }) => error);
    expect(given).toHaveLength(4);
    expect(given[0]).toMatchObject({ status: "WAITING", error: "No answer within 1.5 seconds." });
    release();
    await quick.close();
    await slowPlatform.close();
  });
});

describe("failures of the sending process", () => {
  test("an event is delivered again under the same id when the process dies before recording the attempt", async () => {
    const { id: webhookId } = await platform.follow(receiver.url);
    await platform.emitEvent(1);
    await platform.dispatcher.dispatchAll();
    const dying = platform.createSecondDispatcher();
    // Makes recording the attempt fail, as if the process had ended.
    await sql`create function no_note() returns trigger language plpgsql as $$ begin
      if new.status = 'DELIVERED' then raise 'gone'; end if; return new; end $$`.execute(platform.db);
    await sql`create trigger no_note before update on webhook_delivery for each row execute function no_note()`.execute(
      platform.db,
    );
    await dying.deliveries.begin();
    await dying.deliveries.idle();
    await sql`drop trigger no_note on webhook_delivery`.execute(platform.db);
    await sql`drop function no_note`.execute(platform.db);
    await platform.dispatcher.settle();
    expect(receiver.received).toHaveLength(1);
    platform.later(30);
    await platform.dispatcher.settle();
    expect(receiver.received).toHaveLength(2);
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(1);
    expect(await deliveriesOf(webhookId)).toMatchObject([{ status: "DELIVERED", attempts: 2 }]);
  });

  test("removing a webhook during a delivery causes no error", async () => {
    const { id: webhookId } = await platform.follow(receiver.url);
    const entity = await platform.emitEvent(1);
    await platform.emitEvent(2, entity);
    let arrived = () => {};
    const posted = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    let release = () => {};
    const pending = new Promise<void>((resolve) => {
      release = resolve;
    });
    receiver.answers(async () => {
      arrived();
      await pending;
      return ok;
    });
    await platform.dispatcher.dispatchAll();
    await platform.dispatcher.deliveries.begin();
    await posted;
    await platform.owner.remove({ webhookId });
    release();
    await platform.dispatcher.deliveries.idle();
    await platform.dispatcher.settle();
    expect(receiver.received).toHaveLength(1);
    await expect(platform.owner.deliveries({ webhookId })).rejects.toMatchObject({ code: "WEBHOOK_NOT_FOUND" });
  });
});
