import type { contract, ManagedPolicy, PolicyInput, Service } from "@uola/contract";
import { json, type Schema } from "@uola/database";
import {
  type Context,
  entity,
  type FieldError,
  type Fields,
  type Handlers,
  type Listing,
  page,
  Refusal,
  Violation,
} from "@uola/kernel";
import { type Selectable, sql } from "kysely";
import * as policyStore from "./policy-store.ts";
import { type PolicyRules, seesHidden } from "./rules.ts";
import { readServices } from "./service-cache.ts";
import * as store from "./store.ts";

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

type Row = Omit<Selectable<Schema["bookingPolicy"]>, "siteId">;
const toPolicy = (
  { id, name, isDefault, rules, revision, createdDate, updatedDate }: Row,
  serviceCount: number,
): ManagedPolicy => ({
  ...rules,
  id,
  name,
  default: isDefault,
  revision: String(revision),
  createdDate,
  updatedDate,
  serviceCount,
});

const policyOf = (context: Context) =>
  entity(context, {
    table: "bookingPolicy",
    audit: { entity: "booking_policy", subject: "policy" },
    notFound: { code: "POLICY_NOT_FOUND", name: "booking policy" },
    limit: { max: 500, code: "TOO_MANY_POLICIES", names: "policies" },
    publish: ["services"],
    oneAtATime: true,
    order: ["isDefault desc", "name"],
    async toWire(rows, db, viewer) {
      const counted = { ids: rows.map(({ id }) => id), hiddenToo: viewer.kind === "system" || seesHidden(viewer.role) };
      const countOf = await store.serviceCounts(db, context.siteId, "policyId", counted);
      return rows.map((row) => toPolicy(row, countOf(row.id)));
    },
  });

/**
 * Handler that queries policies in the format of existing clients: each with the first of its
 * services.
 */
export function policySearchHandler(context: Context): Handlers<typeof contract.services>["policies"] {
  const { db, siteId } = context;
  return async ({ query }, { caller }) => {
    const seen = { hiddenToo: seesHidden(caller.role), shown: 5 };
    const { rows, pagingMetadata } = await page(policyStore.policiesWithServices(db, siteId, seen), query, listing);
    const services = await readServices(context, { ids: rows.flatMap(({ serviceIds }) => serviceIds) });
    const bookingPolicies = rows.map(({ serviceIds, ...row }) => {
      const connectedServices = serviceIds.flatMap((id): Service[] => {
        const service = services.get(id);
        return service ? [service] : [];
      });
      return {
        bookingPolicy: toPolicy(row, row.serviceCount),
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

/** Handlers for booking policies. */
export function policies(context: Context): Handlers<typeof contract.policies> {
  const { siteId } = context;
  const policy = policyOf(context);
  return {
    list: async (_, { caller }) => ({ policies: await policy.list(caller) }),

    create: ({ policy: { name, ...input } }, { caller }) =>
      policy.change(caller, async ({ tx, insert }) => {
        const rules = json(checked(input));
        const isDefault = (await store.defaultPolicyId(tx, siteId)) === undefined;
        return { policy: await insert({ name, isDefault, rules }) };
      }),

    update: ({ policy: { id, revision, name, ...input } }, { caller }) =>
      policy.change(caller, async ({ lock, update }) => {
        const locked = await lock(id, revision);
        const rules = checked({ ...locked.row.rules, ...input });
        return { policy: await update(locked, { name, rules: json(rules) }) };
      }),

    delete: ({ policyId }, { caller }) =>
      policy.change(caller, async ({ tx, lock, remove }) => {
        const locked = await lock(policyId);
        if (locked.row.isDefault) throw new Refusal("POLICY_IS_DEFAULT", "Make another policy the default one first.");
        const { serviceCount } = locked.before;
        if (serviceCount > 0) throw inUse(serviceCount);
        const defaultPolicyId = await store.defaultPolicyId(tx, siteId);
        if (defaultPolicyId) await policyStore.reassignDeletedServices(tx, siteId, policyId, defaultPolicyId);
        await remove(locked, { inUse: inUse(1) });
        return {};
      }),

    setDefault: ({ policyId, revision }, { caller }) =>
      policy.change(caller, async ({ tx, lock, update }) => {
        const locked = await lock(policyId, revision);
        if (locked.row.isDefault) return { policy: locked.before };
        const action = "setDefault";
        const previousId = await store.defaultPolicyId(tx, siteId);
        const previous = previousId && (await update(await lock(previousId), { isDefault: false }, { action }));
        const event = (after: ManagedPolicy) => {
          const body = {
            currentDefaultBookingPolicy: after,
            ...(previous && { previousDefaultBookingPolicy: previous }),
          };
          return { slug: "default_booking_policy_set", body: { actionEvent: { body } } };
        };
        return { policy: await update(locked, { isDefault: true }, { action, event }) };
      }),
  };
}

const inUse = (count: number) => new Refusal("POLICY_IN_USE", `${count} services follow this policy.`);

/**
 * Returns the rules as stored, without the disabled parts. Rejects an invalid input with all errors
 * at once.
 */
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
/** Creates a policy as the system actor. Returns its id. */
export async function createPolicy(context: Context, input: NewPolicy): Promise<string> {
  const { name, default: isDefault = false, ...rules } = input;
  const created = policyOf(context).change({ kind: "system", id: "services" }, ({ insert }) =>
    insert({ name, isDefault, rules: json(rules) }),
  );
  return (await created).id;
}
