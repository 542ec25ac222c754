import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Webhook } from "@uola/contract";
import { newId } from "@uola/database";
import { type AuditedChange, recordChange } from "@uola/kernel";
import { decodeJwt } from "jose";
import { sql } from "kysely";
import { pino } from "pino";
import { createTestPlatform, type TestPlatform } from "../testing.ts";
import { createDeliveries, type DeliveryDeps } from "./delivery.ts";
import { createDispatch } from "./dispatch.ts";
import type { WebhookSettings } from "./http-post.ts";

/** One received webhook post. */
export type Received = {
  jwt: string;
  eventType: string;
  event: Record<string, unknown> & { id: string; entityId: string; entityEventSequence: string };
  identity: Record<string, unknown>;
  headers: Record<string, unknown>;
};
type Reply = { status: number; body?: string; headers?: Record<string, string> };

/** A local webhook receiver. It responds with 200 by default. */
export async function createReceiver() {
  const received: Received[] = [];
  let reply: (post: Received) => Reply | Promise<Reply> = () => ({ status: 200 });
  const server = createServer(async (request, response) => {
    let jwt = "";
    for await (const chunk of request.setEncoding("utf8")) jwt += chunk;
    const { data, eventType, identity } = JSON.parse((decodeJwt(jwt) as { data: string }).data);
    const post = { jwt, eventType, event: JSON.parse(data), identity: JSON.parse(identity), headers: request.headers };
    received.push(post);
    const { status, body, headers } = await reply(post);
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    /** Entity (last four digits) and sequence of each received event, in order. */
    receivedOrder: () => received.map(({ event }) => `${event.entityId.slice(-4)} ${event.entityEventSequence}`),
    answers: (how: typeof reply) => {
      reply = how;
    },
    close() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
export type Receiver = Awaited<ReturnType<typeof createReceiver>>;

/** Runs one process's dispatch and delivery step by step. */
export function createTestDispatcher(context: DeliveryDeps, settings: WebhookSettings = { toPrivateAddresses: true }) {
  const dispatch = createDispatch(context);
  const { begin } = createDeliveries(context, settings);
  const underway: Promise<void>[] = [];
  const deliveries = {
    async begin(): Promise<number> {
      const begun = await begin();
      underway.push(...begun);
      return begun.length;
    },
    idle: () => Promise.all(underway.splice(0)),
  };
  const behind = async () => {
    const { rows } = await sql`select from event, webhook_position as place
      where (event.transaction_id, event.id) > (place.transaction_id, place.event_id)
        and exists (select from webhook where enabled) limit 1`.execute(context.db);
    return rows.length > 0;
  };
  /**
   * Dispatches until every event that a webhook subscribes to has been read. Open transactions of
   * parallel tests can delay this.
   */
  const dispatchAll = async () => {
    await dispatch();
    for (let tries = 0; tries < 500 && (await behind()); tries++) {
      await wait(10);
      await dispatch();
    }
  };
  return {
    dispatch,
    dispatchAll,
    deliveries,
    /** Delivers until no delivery is due. */
    async settle() {
      await dispatchAll();
      while ((await deliveries.begin()) > 0) await deliveries.idle();
    },
  };
}

/** A platform with a dispatcher. */
export async function createWebhookTestPlatform(settings: WebhookSettings = { toPrivateAddresses: true }) {
  const platform = await createTestPlatform({ webhooks: settings });
  const { db, siteId, accounts, clock } = platform;
  const context: DeliveryDeps = { db, siteId, accounts, now: () => clock.now, log: pino({ level: "silent" }) };
  const owner = platform.as(platform.key).webhooks;
  return {
    ...platform,
    context,
    owner,
    dispatcher: createTestDispatcher(context, settings),
    createSecondDispatcher: () => createTestDispatcher(context, settings),
    later(seconds: number) {
      clock.now = new Date(clock.now.getTime() + seconds * 1000);
    },
    follow: async (url: string, more: { eventTypes?: Webhook["eventTypes"]; enabled?: boolean } = {}) =>
      (await owner.create({ webhook: { url, ...more } })).webhook,
    /** Writes a change with its event, as features do. */
    emitEvent: (sequence: number, entityId = newId(), more: Partial<TestEvent> = {}) =>
      emit(platform, { sequence, entityId, ...more }),
  };
}
export type WebhookTestPlatform = Awaited<ReturnType<typeof createWebhookTestPlatform>>;

type TestEvent = {
  sequence: number;
  entityId: string;
  entity: string;
  slug: string;
  body: unknown;
  actor: AuditedChange["audit"]["actor"];
};
async function emit(
  { db, siteId, clock }: TestPlatform,
  event: Pick<TestEvent, "sequence" | "entityId"> & Partial<TestEvent>,
) {
  const { sequence, entityId, entity = "booking", slug = "confirmed", body, actor } = event;
  await db.transaction().execute((tx) =>
    recordChange(tx, {
      siteId,
      at: clock.now,
      entity,
      entityId,
      audit: { actor: actor ?? { kind: "system", id: "test" }, action: `${entity}.test` },
      event: { slug, sequence, body: body ?? { actionEvent: { body: { booking: { id: entityId } } } } },
    }),
  );
  return entityId;
}
