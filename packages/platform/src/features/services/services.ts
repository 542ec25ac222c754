import { type contract, ranks, type Service } from "@uola/contract";
import { json, newId } from "@uola/database";
import type { Context } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/errors.ts";
import { type Listing, page } from "../../kernel/paging.ts";
import type { Handlers } from "../../kernel/serve.ts";
import { recordChange } from "../../kernel/trail.ts";
import { freeSlug, type PolicyRules, type ServiceExtra, slugOf, toService } from "./rules.ts";
import * as store from "./store.ts";

export { type Catalogue, createCatalogue, readServices } from "./catalogue.ts";
export type { PolicyRules } from "./rules.ts";

/** Trainers and the owner see what is hidden from visitors. */
export const seesHidden = (role: keyof typeof ranks): boolean => ranks[role] >= ranks.trainer;

const listing: Listing = {
  fields: store.fields,
  key: "id",
  sort: [{ fieldName: "createdDate", order: "ASC" }],
  limit: { usual: 100, max: 100 },
  paging: "offset",
};

/** What people can book. */
export function services(context: Context): Handlers<typeof contract.services> {
  const { db, siteId, urls } = context;
  const visibleTo = (role: keyof typeof ranks) => {
    const all = store.readServices(db, siteId);
    return seesHidden(role) ? all : all.where("service.hidden", "=", false);
  };
  return {
    get: async ({ serviceId }, { caller }) => {
      const row = await visibleTo(caller.role).where("service.id", "=", serviceId).executeTakeFirst();
      if (!row) throw new Refusal("SERVICE_NOT_FOUND", `No service ${serviceId}.`, 404);
      return { service: toService(row, urls.site) };
    },
    query: async ({ query }, { caller }) => {
      const { rows, pagingMetadata } = await page(visibleTo(caller.role), query, listing);
      return { services: rows.map((row) => toService(row, urls.site)), pagingMetadata };
    },
  };
}

export type NewPolicy = PolicyRules & { name: string; default?: boolean };
export async function createPolicy(
  { db, siteId, now }: Context,
  { name, default: isDefault = false, ...rules }: NewPolicy,
): Promise<string> {
  const id = newId();
  const at = now();
  const row = { siteId, id, name, isDefault, rules: json(rules), createdDate: at, updatedDate: at };
  await store.insertPolicy(db, row);
  return id;
}

export type NewStaff = { name: string; title?: string; accountId?: string; sortOrder?: number };
export async function createStaff({ db, siteId, now }: Context, staff: NewStaff): Promise<string> {
  const id = newId();
  await store.insertStaff(db, { ...staff, siteId, id, createdDate: now() });
  return id;
}

export async function createCategory(
  { db, siteId }: Context,
  category: { name: string; sortOrder?: number },
): Promise<string> {
  const id = newId();
  await store.insertCategory(db, { ...category, siteId, id });
  return id;
}

export type NewService = Pick<Service, "type" | "name" | "defaultCapacity" | "payment"> &
  Partial<Pick<Service, "description" | "tagLine" | "sortOrder" | "hidden" | "onlineBooking" | "locations" | "media">> &
  ServiceExtra & {
    categoryId?: string;
    /** The default policy unless given. */
    policyId?: string;
    staffIds?: string[];
  };

/** Adds a service; its address comes from its name, its schedule is new. Errors: none of the contract's, so give what fits. */
export async function createService(context: Context, wish: NewService): Promise<{ id: string; scheduleId: string }> {
  const { db, siteId, now, changes } = context;
  const { type, name, defaultCapacity, payment, description, tagLine, sortOrder = 0, hidden = false, ...rest } = wish;
  const {
    onlineBooking = { enabled: true },
    locations = [],
    media,
    categoryId,
    policyId,
    staffIds = [],
    ...extra
  } = rest;
  const id = newId();
  const scheduleId = newId();
  const at = now();
  await db.transaction().execute(async (tx) => {
    const slug = freeSlug(slugOf(name), await store.slugNames(tx, siteId));
    const policy = policyId ?? (await store.defaultPolicyId(tx, siteId));
    if (!policy) throw new Error("A service needs a booking policy, and there is no default one.");
    await store.insertService(tx, {
      siteId,
      id,
      type,
      name,
      description: description ?? null,
      tagLine: tagLine ?? null,
      defaultCapacity,
      sortOrder: sortOrder ?? 0,
      hidden: hidden ?? false,
      categoryId: categoryId ?? null,
      policyId: policy,
      scheduleId,
      staffIds,
      payment: json(payment),
      onlineBooking: json(onlineBooking),
      locations: json(locations),
      media: media ? json(media) : null,
      slugs: json([{ name: slug, custom: false, createdDate: at }]),
      extra: json(extra),
      createdDate: at,
      updatedDate: at,
    });
    const row = await store.readServices(tx, siteId).where("service.id", "=", id).executeTakeFirstOrThrow();
    const service = toService(row, context.urls.site);
    await recordChange(tx, {
      siteId,
      at,
      entity: "service",
      entityId: id,
      audit: { actor: { kind: "system", id: "services" }, action: "service.create", after: service },
      event: { slug: "created", sequence: 1, body: { createdEvent: { entity: service } } },
    });
  });
  changes.publish("services");
  return { id, scheduleId };
}
