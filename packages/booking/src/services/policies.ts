import type { contract, ManagedPolicy, PolicyInput, Service } from "@uola/contract";
import { type Database, json, newId } from "@uola/database";
import {
  type Caller,
  type Context,
  type FieldError,
  type Fields,
  type Handlers,
  type Listing,
  page,
  Refusal,
  recordChange,
  refuseStaleRevision,
  transact,
  Violation,
} from "@uola/kernel";
import { type SqlBool, sql } from "kysely";
import { type PolicyRules, seesHidden } from "./rules.ts";
import { readServices } from "./service-cache.ts";
import * as store from "./store.ts";

const policiesMax = 500;
const minutesMax = 10 * 365 * 24 * 60;

const always = (name: string, type: Fields[string]["type"]) =>
  ({ column: sql.ref(name), type, required: true }) as const;
const listing: Listing = {
  fields: {
    id: always("bookingPolicy.id", "uuid"),
    name: always("bookingPolicy.name", "text"),
    default: always("bookingPolicy.isDefault", "boolean"),
    createdDate: always("bookingPolicy.createdDate", "date"),
    updatedDate: always("bookingPolicy.updatedDate", "date"),
  },
  key: "id",
  sort: [{ fieldName: "id", order: "ASC" }],
  limit: { default: 100, max: 100 },
  paging: "cursor",
};

/** The services of a policy a caller may know of. */
const followers = ({ role }: Pick<Caller, "role">) => sql`from service where service.site_id = booking_policy.site_id
  and service.policy_id = booking_policy.id and service.deleted_date is null
  and ${seesHidden(role) ? sql<SqlBool>`true` : sql<SqlBool>`not service.hidden`}`;

const readPolicies = (db: Database, siteId: string, caller: Pick<Caller, "role">) =>
  db
    .selectFrom("bookingPolicy")
    .where("bookingPolicy.siteId", "=", siteId)
    .select(["id", "name", "isDefault", "rules", "revision", "createdDate", "updatedDate"])
    .select(sql<number>`(select count(*)::int ${followers(caller)})`.as("serviceCount"));

type Row = {
  id: string;
  name: string;
  isDefault: boolean;
  rules: unknown;
  revision: number;
  createdDate: Date;
  updatedDate: Date;
  serviceCount: number;
};
const toPolicy = ({ rules, isDefault, revision, ...row }: Row): ManagedPolicy => ({
  ...(rules as PolicyRules),
  ...row,
  default: isDefault,
  revision: String(revision),
});

/** Policies as existing clients find them: each with the first of its services. */
export function policySearchHandler(context: Context): Handlers<typeof contract.services>["policies"] {
  const { db, siteId } = context;
  const shown = 5;
  return async ({ query }, { caller }) => {
    const found = readPolicies(db, siteId, caller).select(
      sql<string[]>`array(select service.id ${followers(caller)}
        order by service.created_date, service.id limit ${shown})`.as("serviceIds"),
    );
    const { rows, pagingMetadata } = await page(found, query, listing);
    const services = await readServices(context, { ids: rows.flatMap(({ serviceIds }) => serviceIds) });
    const bookingPolicies = rows.map(({ serviceIds, ...row }) => {
      const connectedServices = serviceIds.flatMap((id): Service[] => {
        const service = services.get(id);
        return service ? [service] : [];
      });
      return {
        bookingPolicy: toPolicy(row),
        connectedServices,
        totalServiceCount: row.serviceCount,
        services: connectedServices,
        hasMoreServices: row.serviceCount > connectedServices.length,
        countOfServices: row.serviceCount,
      };
    });
    return { bookingPolicies, pagingMetadata };
  };
}

/** The owner's policies. */
export function policies(context: Context): Handlers<typeof contract.policies> {
  const { db, siteId, now } = context;
  const read = async (tx: Database, id: string, caller: Caller): Promise<ManagedPolicy> =>
    toPolicy(await readPolicies(tx, siteId, caller).where("id", "=", id).executeTakeFirstOrThrow());
  const locked = async (tx: Database, id: string) => {
    const found = tx.selectFrom("bookingPolicy").selectAll().where("siteId", "=", siteId).where("id", "=", id);
    const row = await found.forUpdate().executeTakeFirst();
    if (!row) throw new Refusal("POLICY_NOT_FOUND", `No booking policy ${id}.`, 404);
    return row;
  };
  /** Does something to the policies, one caller after the other, and tells those who remember services. */
  const changing = <Result>(change: (tx: Database) => Promise<Result>): Promise<Result> =>
    transact(context, { publish: "services" }, async (tx) => {
      await tx.selectFrom("site").select("id").where("id", "=", siteId).forNoKeyUpdate().execute();
      return change(tx);
    });
  const record = (tx: Database, actor: Caller, action: string, id: string, before?: unknown, after?: unknown) =>
    recordChange(tx, {
      siteId,
      at: now(),
      entity: "booking_policy",
      entityId: id,
      audit: { actor, action: `policy.${action}`, before, after },
    });

  return {
    list: async (_, { caller }) => {
      const rows = await readPolicies(db, siteId, caller)
        .orderBy("isDefault", "desc")
        .orderBy("name")
        .orderBy("id")
        .execute();
      return { policies: rows.map(toPolicy) };
    },

    create: ({ policy: { name, ...input } }, { caller }) =>
      changing(async (tx) => {
        const rules = checked(input);
        const all = tx.selectFrom("bookingPolicy").where("siteId", "=", siteId);
        const { count, defaults } = await all
          .select(sql<number>`count(*)::int`.as("count"))
          .select(sql<number>`(count(*) filter (where is_default))::int`.as("defaults"))
          .executeTakeFirstOrThrow();
        if (count >= policiesMax) throw new Refusal("TOO_MANY_POLICIES", `There are ${policiesMax} policies at most.`);
        const id = newId();
        const dates = { createdDate: now(), updatedDate: now() };
        const row = { siteId, id, name, isDefault: defaults === 0, rules: json(rules), ...dates };
        await tx.insertInto("bookingPolicy").values(row).execute();
        const policy = await read(tx, id, caller);
        await record(tx, caller, "create", id, undefined, policy);
        return { policy };
      }),

    update: ({ policy: { id, revision, name, ...input } }, { caller }) =>
      changing(async (tx) => {
        const row = await locked(tx, id);
        refuseStaleRevision(row, revision);
        const before = await read(tx, id, caller);
        const rules = checked({ ...(row.rules as PolicyRules), ...input });
        await tx
          .updateTable("bookingPolicy")
          .set({ name: name ?? row.name, rules: json(rules), revision: row.revision + 1, updatedDate: now() })
          .where("siteId", "=", siteId)
          .where("id", "=", id)
          .execute();
        const policy = await read(tx, id, caller);
        await record(tx, caller, "update", id, before, policy);
        return { policy };
      }),

    delete: ({ policyId }, { caller }) =>
      changing(async (tx) => {
        const row = await locked(tx, policyId);
        if (row.isDefault) throw new Refusal("POLICY_IS_DEFAULT", "Make another policy the default one first.");
        const before = await read(tx, policyId, caller);
        if (before.serviceCount > 0) throw inUse(before.serviceCount);
        // Services that were deleted are read for their past only.
        await tx
          .updateTable("service")
          .set((eb) => ({
            policyId: eb
              .selectFrom("bookingPolicy")
              .select("id")
              .where("siteId", "=", siteId)
              .where("isDefault", "=", true) as never,
          }))
          .where("siteId", "=", siteId)
          .where("policyId", "=", policyId)
          .where("deletedDate", "is not", null)
          .execute();
        const gone = tx.deleteFrom("bookingPolicy").where("siteId", "=", siteId).where("id", "=", policyId);
        await gone.execute().catch((error) => {
          // A service came to follow it a moment ago.
          throw error?.code === "23503" ? inUse(1) : error;
        });
        await record(tx, caller, "delete", policyId, before);
        return {};
      }),

    setDefault: ({ policyId, revision }, { caller }) =>
      changing(async (tx) => {
        const row = await locked(tx, policyId);
        if (revision != null) refuseStaleRevision(row, revision);
        const before = await read(tx, policyId, caller);
        if (row.isDefault) return { policy: before };
        const turned = (isDefault: boolean) =>
          tx
            .updateTable("bookingPolicy")
            .set((eb) => ({ isDefault, revision: eb("revision", "+", 1), updatedDate: now() }))
            .where("siteId", "=", siteId);
        const previous = await turned(false).where("isDefault", "=", true).returning("id").executeTakeFirst();
        await turned(true).where("id", "=", policyId).execute();
        const policy = await read(tx, policyId, caller);
        const body = {
          currentDefaultBookingPolicy: policy,
          ...(previous && { previousDefaultBookingPolicy: await read(tx, previous.id, caller) }),
        };
        await recordChange(tx, {
          siteId,
          at: now(),
          entity: "booking_policy",
          entityId: policyId,
          audit: { actor: caller, action: "policy.setDefault", before, after: policy },
          event: {
            slug: "default_booking_policy_set",
            sequence: Number(policy.revision),
            body: { actionEvent: { body } },
          },
        });
        return { policy };
      }),
  };
}

const inUse = (count: number) => new Refusal("POLICY_IN_USE", `${count} services follow this policy.`);

/** The rules as they are kept: nothing for parts that are off. Tells everything that does not fit together at once. */
function checked(input: Partial<Omit<PolicyInput, "name">>): PolicyRules {
  const rules = Object.fromEntries(
    Object.entries(input).filter(([, part]) => part !== null && part !== undefined),
  ) as PolicyRules;
  const { limitEarlyBookingPolicy: early, limitLateBookingPolicy: late, cancellationFeePolicy: fee } = rules;
  const { cancellationPolicy: cancel, reschedulePolicy: reschedule, waitlistPolicy, participantsPolicy } = rules;
  const wrongs: FieldError[] = [];
  const need = (field: string, fits: boolean, description: string) => {
    if (!fits) wrongs.push({ field: `policy.${field}`, description });
  };
  const within = (field: string, value: number | null | undefined, max: number) =>
    need(field, (value ?? 0) <= max, `must be at most ${max}`);
  within("limitEarlyBookingPolicy.earliestBookingInMinutes", early?.earliestBookingInMinutes, minutesMax);
  within("limitLateBookingPolicy.latestBookingInMinutes", late?.latestBookingInMinutes, minutesMax);
  within("cancellationPolicy.latestCancellationInMinutes", cancel?.latestCancellationInMinutes, minutesMax);
  within("reschedulePolicy.latestRescheduleInMinutes", reschedule?.latestRescheduleInMinutes, minutesMax);
  within("waitlistPolicy.reservationTimeInMinutes", waitlistPolicy?.reservationTimeInMinutes, minutesMax);
  within("waitlistPolicy.capacity", waitlistPolicy?.capacity, 1000);
  within("participantsPolicy.maxParticipantsPerBooking", participantsPolicy?.maxParticipantsPerBooking, 1000);
  if (early?.enabled && late?.enabled) {
    const opens = early.earliestBookingInMinutes > late.latestBookingInMinutes;
    need("limitEarlyBookingPolicy.earliestBookingInMinutes", opens, "must be earlier than the latest booking");
  }
  if (cancel?.enabled && cancel.limitLatestCancellation) {
    need("cancellationPolicy.latestCancellationInMinutes", Boolean(cancel.latestCancellationInMinutes), "is needed");
  }
  if (reschedule?.enabled && reschedule.limitLatestReschedule) {
    need("reschedulePolicy.latestRescheduleInMinutes", Boolean(reschedule.latestRescheduleInMinutes), "is needed");
  }
  for (const [index, { amount, percentage, startInMinutes }] of (fee?.cancellationWindows ?? []).entries()) {
    const field = `cancellationFeePolicy.cancellationWindows.${index}`;
    need(field, (amount == null) !== (percentage == null), "takes either an amount or a percentage");
    if (amount) need(`${field}.amount.value`, Number(amount.value) > 0, "must be more than 0");
    const isShare =
      percentage == null || (/^\d{1,3}(\.\d{1,2})?$/.test(percentage) && isPercentage(Number(percentage)));
    need(`${field}.percentage`, isShare, "must be more than 0 and at most 100, with at most two decimals");
    within(`${field}.startInMinutes`, startInMinutes, minutesMax);
  }
  if (wrongs.length > 0) throw new Violation(wrongs);
  return rules;
}

const isPercentage = (share: number) => share > 0 && share <= 100;

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
