import type { contract, Webhook, WebhookDelivery } from "@uola/contract";
import { newId } from "@uola/database";
import {
  AddressNotAllowed,
  type Context,
  type Handlers,
  type Listing,
  page,
  Refusal,
  recordChange,
  refusePrivate,
  resolveByDns,
  transact,
  Violation,
} from "@uola/kernel";
import { dataOf } from "./envelope.ts";
import { createPost, type WebhookSettings } from "./http-post.ts";
import { webhooksMax } from "./rules.ts";
import { createSignatures } from "./signature.ts";
import * as store from "./store.ts";

export type { WebhookSettings } from "./http-post.ts";
export { webhookTasks } from "./webhook-task.ts";

const listing: Listing = {
  fields: store.deliveryFields,
  key: "id",
  sort: [{ fieldName: "id", order: "DESC" }],
  limit: { default: 50, max: 100 },
  paging: "cursor",
};
const testType = "uola.webhooks.v1.webhook_tested";

/** Webhooks and their deliveries, managed by the owner. */
export function webhooks(context: Context, settings: WebhookSettings = {}): Handlers<typeof contract.webhooks> {
  const { db, siteId, now } = context;
  const signatures = createSignatures(context);
  const post = createPost(settings);

  async function read(id: string): Promise<Webhook> {
    const row = await store.readWebhooks(db, siteId).where("id", "=", id).executeTakeFirst();
    if (!row) throw notFound(id);
    return row;
  }

  async function refusePrivateAddress(address: string): Promise<void> {
    const url = new URL(address);
    if (url.username || url.password) {
      throw new Violation([{ field: "webhook.url", description: "must not contain a user or a password" }]);
    }
    if (settings.toPrivateAddresses) return;
    await refusePrivate(url, settings.resolve ?? resolveByDns).catch((error) => {
      throw error instanceof AddressNotAllowed ? new Refusal("ADDRESS_NOT_ALLOWED", error.message) : error;
    });
    if (url.protocol !== "https:") {
      throw new Violation([
        { field: "webhook.url", description: "must begin with https://: people's data travel there" },
      ]);
    }
  }

  return {
    list: async () => ({ webhooks: await store.readWebhooks(db, siteId).execute() }),

    async create({ webhook: { url, eventTypes, enabled } }, { caller }) {
      await refusePrivateAddress(url);
      const keys = await signatures.newKeys();
      const id = newId();
      const isOn = enabled ?? true;
      await transact(context, async (tx) => {
        const others = await store.lockAll(tx, siteId);
        if (others.length >= webhooksMax) {
          throw new Refusal("TOO_MANY_WEBHOOKS", `A site has at most ${webhooksMax} webhooks.`);
        }
        if (isOn && !others.some((other) => other.enabled)) await store.movePositionToNow(tx, siteId);
        const at = now();
        const input = { url, eventTypes: distinct(eventTypes ?? []), enabled: isOn };
        const dates = { enabledDate: at, createdDate: at, updatedDate: at };
        await store.insert(tx, { siteId, id, ...input, ...keys, ...dates });
        const audit = { actor: caller, action: "webhook.create", after: input };
        await recordChange(tx, { siteId, at, entity: "webhook", entityId: id, audit });
      });
      return { webhook: await read(id) };
    },

    async update({ webhookId, webhook: { url, eventTypes, enabled } }, { caller }) {
      if (url) await refusePrivateAddress(url);
      await transact(context, async (tx) => {
        const others = await store.lockAll(tx, siteId);
        const before = await store.lock(tx, siteId, webhookId);
        if (!before) throw notFound(webhookId);
        const at = now();
        const input = {
          url: url ?? before.url,
          eventTypes: distinct(eventTypes ?? before.eventTypes),
          enabled: enabled ?? before.enabled,
        };
        const comesOn = input.enabled && !before.enabled;
        if (comesOn && !others.some((other) => other.enabled)) await store.movePositionToNow(tx, siteId);
        const dates = { updatedDate: at, ...(comesOn && { enabledDate: at }) };
        await store.change(tx, siteId, webhookId, { ...input, ...dates });
        if (input.url !== before.url) await store.retryNow(tx, siteId, webhookId, at);
        const audit = { actor: caller, action: "webhook.update", before: toAuditEntry(before), after: input };
        await recordChange(tx, { siteId, at, entity: "webhook", entityId: webhookId, audit });
      });
      return { webhook: await read(webhookId) };
    },

    async remove({ webhookId }, { caller }) {
      await transact(context, async (tx) => {
        await store.lockAll(tx, siteId);
        const before = await store.lock(tx, siteId, webhookId);
        if (!before) throw notFound(webhookId);
        await store.remove(tx, siteId, webhookId);
        const audit = { actor: caller, action: "webhook.delete", before: toAuditEntry(before) };
        await recordChange(tx, { siteId, at: now(), entity: "webhook", entityId: webhookId, audit });
      });
      return {};
    },

    async deliveries({ webhookId, status, cursorPaging }) {
      if (!(await store.find(db, siteId, webhookId))) throw notFound(webhookId);
      const all = store.readDeliveries(db, siteId, webhookId);
      const filtered = status ? all.where("status", "=", status) : all;
      const { rows, pagingMetadata } = await page(filtered, { cursorPaging: cursorPaging ?? {} }, listing);
      return { deliveries: rows.map(toDelivery), cursors: { next: pagingMetadata.cursors?.next } };
    },

    replay: ({ webhookId, deliveryIds }, { caller }) =>
      transact(context, async (tx) => {
        if (!(await store.lock(tx, siteId, webhookId))) throw notFound(webhookId);
        const revived = await store.requeue(tx, siteId, webhookId, deliveryIds ?? undefined);
        const count = revived.length;
        if (count === 0) return { count };
        const entityIds = distinct(revived.map(({ entityId }) => entityId));
        await store.promote(tx, siteId, webhookId, now(), entityIds);
        const audit = { actor: caller, action: "webhook.replay", after: { count } };
        await recordChange(tx, { siteId, at: now(), entity: "webhook", entityId: webhookId, audit });
        return { count };
      }),

    async test({ webhookId }, { caller }) {
      const webhook = await store.find(db, siteId, webhookId);
      if (!webhook) throw notFound(webhookId);
      await refusePrivateAddress(webhook.url);
      const event = {
        id: newId(),
        entityFqdn: "uola.webhooks.v1.webhook",
        slug: "tested",
        entityId: webhookId,
        eventTime: now().toISOString(),
        triggeredByAnonymizeRequest: false,
        originatedFrom: "webhook.test",
        entityEventSequence: "0",
        actionEvent: { body: {} },
      };
      const data = dataOf(event, { eventType: testType, siteId, actor: caller });
      return post(webhook.url, await signatures.sign(webhookId, webhook.sealedPrivateKey, data));
    },
  };
}

const notFound = (id: string) => new Refusal("WEBHOOK_NOT_FOUND", `No webhook ${id}.`, 404);
const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

type WebhookSettingsInput = { url: string; eventTypes: string[]; enabled: boolean };
/** The audited fields, without keys. */
const toAuditEntry = ({ url, eventTypes, enabled }: WebhookSettingsInput): WebhookSettingsInput => ({
  url,
  eventTypes,
  enabled,
});

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof store.readDeliveries>["execute"]>>[number];
const toDelivery = ({ entitySequence, status, eventType, ...row }: DeliveryRow): WebhookDelivery => ({
  ...row,
  status,
  eventType,
  entityEventSequence: String(entitySequence),
});
