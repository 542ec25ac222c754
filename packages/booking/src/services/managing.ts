import type { contract } from "@uola/contract";
import { json } from "@uola/database";
import { type Context, type Handlers, Refusal, transact, Violation } from "@uola/kernel";
import { bulkResults } from "./bulk-results.ts";
import {
  addService,
  alterService,
  changeService,
  deleteService,
  publishServices,
  readService,
} from "./change-service.ts";
import { cloning } from "./clone.ts";
import { startJob } from "./jobs.ts";
import { locationCalls } from "./locations.ts";
import { paying } from "./payment-plans.ts";
import { claimSlug, isSlug, slugOwner, withMainSlug } from "./slugs.ts";

type Call =
  | "create"
  | "update"
  | "bulkUpdate"
  | "bulkUpdateByFilter"
  | "delete"
  | "bulkDelete"
  | "bulkDeleteByFilter"
  | "setLocations"
  | "addPricingPlans"
  | "removePricingPlans"
  | "setCustomSlug"
  | "validateSlug"
  | "clone";
type Calls = Pick<Handlers<typeof contract.services>, Call>;
type Notification = { notifyParticipants?: boolean | null; message?: string | null } | null | undefined;
type DeletionInput = {
  preserveFutureSessionsWithParticipants?: boolean | null | undefined;
  participantNotification?: Notification;
};

const deletion = ({ preserveFutureSessionsWithParticipants, participantNotification }: DeletionInput) => ({
  keepBooked: preserveFutureSessionsWithParticipants ?? false,
  notification: participantNotification ?? undefined,
});

/** What the owner does with services. */
export function managing(context: Context): Calls {
  const { db, siteId, now } = context;
  return {
    create: async ({ service: input }, { caller }) => ({
      service: await transact(context, publishServices, (tx) => addService(tx, context, input, caller)),
    }),

    update: async ({ service: { id, revision, ...change }, mask }, { caller }) => ({
      service: await transact(context, publishServices, (tx) =>
        changeService(tx, context, { id, revision, change, mask }, caller),
      ),
    }),

    bulkUpdate: ({ services, returnEntity }, { caller, requestId }) => {
      const items = services.map(({ service: { id, revision, ...change }, mask }) => ({ id, revision, change, mask }));
      return bulkResults(context, requestId, items, returnEntity ?? false, (item) =>
        transact(context, publishServices, (tx) => changeService(tx, context, item, caller)),
      );
    },

    bulkUpdateByFilter: async ({ filter, service: change }, { caller }) => ({
      jobId: await startJob(context, "services.update", { filter, change }, caller),
    }),

    delete: async ({ serviceId: id, ...ending }, { caller }) => {
      await transact(context, publishServices, (tx) => deleteService(tx, context, { id, ...deletion(ending) }, caller));
      return {};
    },

    bulkDelete: ({ ids, ...ending }, { caller, requestId }) =>
      bulkResults(
        context,
        requestId,
        ids.map((id) => ({ id })),
        false,
        ({ id }) =>
          transact(context, publishServices, (tx) => deleteService(tx, context, { id, ...deletion(ending) }, caller)),
      ),

    bulkDeleteByFilter: async ({ filter, ...ending }, { caller }) => ({
      jobId: await startJob(context, "services.delete", { filter, ...deletion(ending) }, caller),
    }),

    ...locationCalls(context),
    ...paying(context),
    ...cloning(context),

    setCustomSlug: async ({ serviceId: id, ...input }, { caller: actor }) => {
      const name = slugIn(input);
      if (!isSlug(name)) {
        const description = "must have small letters, digits, hyphens and underscores only";
        throw new Violation([{ field: fieldOf(input), description, ruleName: "SLUG_CONTAINS_ILLEGAL_CHARACTERS" }]);
      }
      const service = await transact(context, publishServices, (tx) =>
        alterService(tx, context, { id, action: "service.setCustomSlug", actor }, async (_, slugs) => {
          if (!(await claimSlug(tx, siteId, id, name))) {
            throw new Refusal("SLUG_ALREADY_EXISTS", `Another service has the address ${name}.`);
          }
          const main = { name, custom: true, createdDate: now().toISOString() };
          return { slugs: json(await withMainSlug(tx, siteId, slugs, main)) };
        }),
      );
      return { slug: service.mainSlug, service };
    },

    validateSlug: async ({ serviceId, ...input }) => {
      const name = slugIn(input);
      await readService(db, context, serviceId);
      const names = { slug: name, slugName: name };
      if (!isSlug(name)) return { valid: false, ...names, errors: ["SLUG_CONTAINS_ILLEGAL_CHARACTERS"] };
      const owner = await slugOwner(db, siteId, name);
      if (owner !== undefined && owner !== serviceId)
        return { valid: false, ...names, errors: ["SLUG_ALREADY_EXISTS"] };
      return { valid: true, ...names, errors: [] };
    },
  };
}

type SlugInput = { slug?: string | null | undefined; slugName?: string | null | undefined };
const fieldOf = ({ slug }: SlugInput) => (typeof slug === "string" ? "slug" : "slugName");

/** Clients of one generation say `slug`, those of another `slugName`. */
function slugIn(input: SlugInput): string {
  const name = input.slug ?? input.slugName;
  if (typeof name !== "string") throw new Violation([{ field: fieldOf(input), description: "is needed" }]);
  return name;
}
