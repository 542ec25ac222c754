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

describe("the order of an entity's events", () => {
  test("holds under failures: a later one waits for the earlier one, others go on", async () => {
    const { id: webhookId } = await platform.follow(receiver.url);
    const [a, b] = [newId(), newId()];
    receiver.answers(({ event }) => (event.entityId === a ? broken : ok));
    for (const sequence of [1, 2, 3]) for (const each of [a, b]) await platform.happen(sequence, each);
    await platform.teller.settle();
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
    await platform.teller.settle();
    expect(of(a)).toHaveLength(1);
    platform.later(5);
    await platform.teller.settle();
    expect(of(a).map(({ event }) => event.entityEventSequence)).toEqual(["1", "1", "2", "3"]);
    expect(new Set(of(a).map(({ event }) => event.id)).size).toBe(3);
  });

  test("holds between processes that deliver at once, and each event comes once", async () => {
    await platform.follow(receiver.url);
    const [one, other] = [platform.teller, platform.neighbouringTeller()];
    receiver.answers(async () => {
      await wait(Math.random() * 4);
      return ok;
    });
    const entities = Array.from({ length: 12 }, () => newId());
    const happening = (async () => {
      for (let sequence = 1; sequence <= 8; sequence++) {
        await Promise.all(entities.map((entity) => platform.happen(sequence, entity)));
      }
    })();
    const telling = [one, other].map(async (teller) => {
      for (let empty = 0; empty < 20; ) {
        await teller.dispatch();
        const begun = await teller.deliveries.begin();
        empty = begun > 0 || receiver.received.length < 96 ? 0 : empty + 1;
        await wait(2);
      }
      await teller.deliveries.idle();
    });
    await Promise.all([happening, ...telling]);
    expect(receiver.received).toHaveLength(96);
    for (const entity of entities) {
      const told = receiver.received.filter(({ event }) => event.entityId === entity);
      expect(told.map(({ event }) => event.entityEventSequence)).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"]);
    }
  });
});

describe("a receiver that does not take it", () => {
  test.each([201, 204, 302, 404, 500])("answers %i: tried again, and no redirect followed", async (status) => {
    const elsewhere = await createReceiver();
    const { id: webhookId } = await platform.follow(receiver.url);
    receiver.answers(() => ({ status, headers: { location: elsewhere.url } }));
    await platform.happen(1);
    await platform.teller.settle();
    expect(await deliveriesOf(webhookId)).toMatchObject([{ status: "WAITING", attempts: 1, responseStatus: status }]);
    expect(elsewhere.received).toEqual([]);
    await elsewhere.close();
  });

  test("is asked after growing pauses for some five days; then the event is dead and the next one goes", async () => {
    const { id: webhookId } = await platform.follow(receiver.url);
    receiver.answers(({ event }) => (event.entityEventSequence === "1" ? broken : ok));
    const began = platform.clock.now.getTime();
    const entity = await platform.happen(1);
    await platform.happen(2, entity);
    const pauses: number[] = [];
    await platform.teller.settle();
    for (;;) {
      const due = (await deliveriesOf(webhookId)).find(({ entityEventSequence }) => entityEventSequence === "1");
      if (!due?.nextAttemptDate) break;
      const pause = (due.nextAttemptDate.getTime() - platform.clock.now.getTime()) / 1000;
      pauses.push(pause);
      platform.later(pause - 1);
      await platform.teller.settle();
      expect(receiver.received).toHaveLength(pauses.length);
      platform.later(1);
      await platform.teller.settle();
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
    await platform.teller.settle();
    expect((await deliveriesOf(webhookId)).map(({ status }) => status)).toEqual(["DELIVERED", "DELIVERED"]);
    expect(await platform.owner.replay({ webhookId })).toEqual({ count: 0 });
  });

  test("that is slow is given up in time and does not stop others", async () => {
    const settings = { toPrivateAddresses: true, timeoutMs: 300 };
    const slowHouse = await createWebhookTestPlatform(settings);
    const quick = await createReceiver();
    const slow = await slowHouse.follow(receiver.url);
    await slowHouse.follow(quick.url);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    receiver.answers(async () => {
      await held;
      return ok;
    });
    for (let n = 0; n < 10; n++) await slowHouse.happen(1);
    await slowHouse.teller.dispatchAll();
    // four at once to each of the two, and the quick one goes on
    for (let n = 0; n < 100 && quick.received.length < 10; n++) {
      await slowHouse.teller.deliveries.begin();
      await wait(2);
    }
    expect(quick.received).toHaveLength(10);
    expect(receiver.received.length).toBeLessThanOrEqual(4);
    await slowHouse.teller.deliveries.idle();
    const given = (await slowHouse.owner.deliveries({ webhookId: slow.id })).deliveries.filter(({ error }) => error);
    expect(given).toHaveLength(4);
    expect(given[0]).toMatchObject({ status: "WAITING", error: "No answer within 0.3 seconds." });
    release();
    await quick.close();
    await slowHouse.close();
  });
});

describe("what goes wrong on our side", () => {
  test("a process that dies between the post and the note: the event comes once more, under the same id", async () => {
    const { id: webhookId } = await platform.follow(receiver.url);
    await platform.happen(1);
    await platform.teller.dispatchAll();
    const dying = platform.neighbouringTeller();
    // The note cannot be written: as after the end of the process.
    await sql`create function no_note() returns trigger language plpgsql as $$ begin
      if new.status = 'DELIVERED' then raise 'gone'; end if; return new; end $$`.execute(platform.db);
    await sql`create trigger no_note before update on webhook_delivery for each row execute function no_note()`.execute(
      platform.db,
    );
    await dying.deliveries.begin();
    await dying.deliveries.idle();
    await sql`drop trigger no_note on webhook_delivery`.execute(platform.db);
    await sql`drop function no_note`.execute(platform.db);
    await platform.teller.settle();
    expect(receiver.received).toHaveLength(1);
    platform.later(30);
    await platform.teller.settle();
    expect(receiver.received).toHaveLength(2);
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(1);
    expect(await deliveriesOf(webhookId)).toMatchObject([{ status: "DELIVERED", attempts: 2 }]);
  });

  test("a webhook that is removed while it is told ends quietly", async () => {
    const { id: webhookId } = await platform.follow(receiver.url);
    const entity = await platform.happen(1);
    await platform.happen(2, entity);
    let arrived = () => {};
    const posted = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    receiver.answers(async () => {
      arrived();
      await held;
      return ok;
    });
    await platform.teller.dispatchAll();
    await platform.teller.deliveries.begin();
    await posted;
    await platform.owner.remove({ webhookId });
    release();
    await platform.teller.deliveries.idle();
    await platform.teller.settle();
    expect(receiver.received).toHaveLength(1);
    await expect(platform.owner.deliveries({ webhookId })).rejects.toMatchObject({ code: "WEBHOOK_NOT_FOUND" });
  });
});
