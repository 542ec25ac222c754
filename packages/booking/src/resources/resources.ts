import { type contract, dayNames, type Input, type Resource, ranks, type StaffMember } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import {
  type Context,
  type Handlers,
  Refusal,
  recordChange,
  refuseStaleRevision,
  transact,
  Violation,
} from "@uola/kernel";
import { sql } from "kysely";
import { type ChangeCause, staffCapacityChanged } from "../events.ts";
import { type Hours, wrongHours } from "./rules.ts";
import * as store from "./store.ts";

type Group = typeof contract.resources;
type Actor = ChangeCause["actor"];

/** Trainers, walls and rooms: who and what sessions need, when they work, when they are away. */
export function resources(context: Context): Handlers<Group> {
  const { db, siteId, now } = context;
  const note = (
    tx: Database,
    actor: Actor,
    entity: string,
    entityId: string,
    action: string,
    before: unknown,
    after: unknown,
  ) =>
    recordChange(tx, {
      siteId,
      at: now(),
      entity,
      entityId,
      audit: { actor, action: `${entity}.${action}`, before, after },
    });

  async function staffMember(tx: Database, id: string): Promise<StaffMember> {
    const row = await store.staff(tx, siteId).where("id", "=", id).forUpdate().executeTakeFirst();
    if (!row) throw new Refusal("STAFF_NOT_FOUND", `No trainer ${id}.`, 404);
    return toStaff(row, (await store.hoursOf(tx, siteId, [id])).get(id));
  }
  async function resource(tx: Database, id: string): Promise<Resource> {
    const row = await store.resources(tx, siteId).where("id", "=", id).forUpdate().executeTakeFirst();
    if (!row) throw new Refusal("RESOURCE_NOT_FOUND", `No resource ${id}.`, 404);
    return toResource(row, (await store.hoursOf(tx, siteId, [id])).get(id));
  }
  const locationOf = async (tx: Database, id: string | null | undefined) => {
    if (id && !(await store.isLocation(tx, siteId, id))) {
      throw new Violation([{ field: "resource.locationId", description: "is no location of the gym" }]);
    }
  };

  return {
    listStaff: async (_, { caller }) => {
      const isStaff = ranks[caller.role] >= ranks.trainer;
      const rows = await store
        .staff(db, siteId)
        .$if(!isStaff, (all) => all.where("hidden", "=", false))
        .execute();
      const hours = await store.hoursOf(
        db,
        siteId,
        rows.map(({ id }) => id),
      );
      const staff = rows.map((row) => toStaff(row, hours.get(row.id)));
      return { staff: isStaff ? staff : staff.map((each) => ({ ...each, email: null, phone: null, accountId: null })) };
    },
    createStaff: async ({ staffMember: input }, { caller }) => ({
      staffMember: await transact(context, { publish: "services" }, async (tx) =>
        staffMember(tx, await addStaff(tx, context, input, caller)),
      ),
    }),
    updateStaff: async ({ staffMember: { id, revision, workingHours, ...to } }, { caller }) => ({
      staffMember: await transact(context, { publish: "services" }, async (tx) => {
        refuseHours(workingHours, "staffMember.workingHours");
        const before = await staffMember(tx, id);
        const next = nextRevision(before, revision);
        await refuseAccount(tx, siteId, to.accountId);
        await store.changeStaff(tx, siteId, id, { ...to, revision: next, updatedDate: now() });
        if (workingHours) await store.putHours(tx, siteId, id, workingHours);
        const after = await staffMember(tx, id);
        if (after.maxParticipants !== before.maxParticipants) {
          await context.events.emit(tx, staffCapacityChanged, { staffId: id });
        }
        await note(tx, caller, "staff", id, "update", before, after);
        return after;
      }),
    }),
    removeStaff: async ({ staffId }, { caller }) =>
      transact(context, { publish: "services" }, async (tx) => {
        const before = await staffMember(tx, staffId);
        if (await store.isInUse(tx, siteId, "staffIds", staffId, now())) {
          throw new Refusal("STAFF_IN_USE", "The trainer leads sessions ahead. Give those to somebody else first.");
        }
        // What was led stays led by somebody with a name.
        await store.changeStaff(tx, siteId, staffId, { removedDate: now(), updatedDate: now(), accountId: null });
        await store.putHours(tx, siteId, staffId, []);
        await note(tx, caller, "staff", staffId, "remove", before, undefined);
        return {};
      }),

    list: async () => {
      const rows = await store.resources(db, siteId).execute();
      const hours = await store.hoursOf(
        db,
        siteId,
        rows.map(({ id }) => id),
      );
      return { resources: rows.map((row) => toResource(row, hours.get(row.id))) };
    },
    create: async ({ resource: input }, { caller }) => ({
      resource: await transact(context, { publish: "services" }, async (tx) => {
        await locationOf(tx, input.locationId);
        return resource(tx, await addResource(tx, context, input, caller));
      }),
    }),
    update: async ({ resource: { id, revision, workingHours, ...to } }, { caller }) => ({
      resource: await transact(context, { publish: "services" }, async (tx) => {
        refuseHours(workingHours, "resource.workingHours");
        const before = await resource(tx, id);
        const next = nextRevision(before, revision);
        await locationOf(tx, to.locationId);
        await store.changeResource(tx, siteId, id, { ...to, revision: next, updatedDate: now() });
        if (workingHours) await store.putHours(tx, siteId, id, workingHours);
        const after = await resource(tx, id);
        await note(tx, caller, "resource", id, "update", before, after);
        return after;
      }),
    }),
    remove: async ({ resourceId }, { caller }) =>
      transact(context, { publish: "services" }, async (tx) => {
        const before = await resource(tx, resourceId);
        if (await store.isInUse(tx, siteId, "resourceIds", resourceId, now())) {
          throw new Refusal("RESOURCE_IN_USE", "Sessions ahead take place there. Move those first.");
        }
        await store.putHours(tx, siteId, resourceId, []);
        await store.removeResource(tx, siteId, resourceId);
        await note(tx, caller, "resource", resourceId, "remove", before, undefined);
        return {};
      }),

    listTimeOff: async ({ from, to, resourceIds }) => {
      const wanted = sql<string>`any(${resourceIds ?? []}::uuid[])`;
      const rows = await store
        .timeOff(db, siteId, from, to)
        .$if(Boolean(resourceIds), (all) => all.where("resourceId", "=", wanted))
        .execute();
      return { timeOff: rows };
    },
    addTimeOff: async ({ timeOff: input }, { caller }) => {
      if (input.endDate <= input.startDate) {
        throw new Violation([{ field: "timeOff.endDate", description: "must be after the start" }]);
      }
      const timeOff = { id: newId(), ...input };
      return transact(context, { publish: "services" }, async (tx) => {
        if (!(await store.exists(tx, siteId, input.resourceId))) {
          throw new Refusal("RESOURCE_NOT_FOUND", `No trainer or resource ${input.resourceId}.`, 404);
        }
        await store.insertTimeOff(tx, { ...timeOff, siteId, createdDate: now() });
        await note(tx, caller, "time_off", timeOff.id, "add", undefined, timeOff);
        return { timeOff, affectedSessionIds: await store.sessionsWithin(tx, siteId, timeOff, now()) };
      });
    },
    removeTimeOff: async ({ timeOffId }, { caller }) =>
      transact(context, { publish: "services" }, async (tx) => {
        const before = await store.removeTimeOff(tx, siteId, timeOffId);
        if (!before) throw new Refusal("TIME_OFF_NOT_FOUND", `No time off ${timeOffId}.`, 404);
        await note(tx, caller, "time_off", timeOffId, "remove", before, undefined);
        return {};
      }),
  };
}

export type NewStaff = Input<Group["createStaff"]>["staffMember"];
export type NewResource = Input<Group["create"]>["resource"];

/** Adds a trainer in a transaction. Errors: ACCOUNT_NOT_FOUND. */
export async function addStaff(tx: Database, { siteId, now }: Context, input: NewStaff, actor: Actor): Promise<string> {
  const { workingHours = [], ...staff } = input;
  refuseHours(workingHours, "staffMember.workingHours");
  await refuseAccount(tx, siteId, staff.accountId);
  const id = newId();
  const at = now();
  await store.insertStaff(tx, { ...staff, siteId, id, createdDate: at, updatedDate: at });
  await store.putHours(tx, siteId, id, workingHours);
  const audit = { actor, action: "staff.create", after: { ...input, id } };
  await recordChange(tx, { siteId, at, entity: "staff", entityId: id, audit });
  return id;
}

/** Adds a wall, a room or equipment in a transaction. */
export async function addResource(
  tx: Database,
  { siteId, now }: Context,
  input: NewResource,
  actor: Actor,
): Promise<string> {
  const { workingHours = [], ...resource } = input;
  refuseHours(workingHours, "resource.workingHours");
  const id = newId();
  const at = now();
  await store.insertResource(tx, { ...resource, siteId, id, createdDate: at, updatedDate: at });
  await store.putHours(tx, siteId, id, workingHours);
  const audit = { actor, action: "resource.create", after: { ...input, id } };
  await recordChange(tx, { siteId, at, entity: "resource", entityId: id, audit });
  return id;
}

function refuseHours(hours: readonly Hours[] | undefined, field: string) {
  const wrongs = wrongHours(hours ?? [], field);
  if (wrongs.length > 0) throw new Violation(wrongs);
}

async function refuseAccount(tx: Database, siteId: string, accountId: string | null | undefined) {
  if (accountId && !(await store.isTrainer(tx, siteId, accountId))) {
    throw new Refusal("ACCOUNT_NOT_FOUND", `No account ${accountId} of a trainer or an owner.`, 404);
  }
}

/** The revision after a change by somebody who has seen this one; refuses with REVISION_MISMATCH. */
function nextRevision({ revision }: { revision: string }, seen: string): number {
  refuseStaleRevision({ revision: Number(revision) }, seen);
  return Number(revision) + 1;
}

const withNames = (hours: readonly Hours[] = []) => hours.map((each) => ({ ...each, ...dayNames(each.weekday) }));
const toStaff = (row: store.StaffRow, hours: readonly Hours[] | undefined): StaffMember => ({
  ...row,
  revision: String(row.revision),
  workingHours: withNames(hours),
});
const toResource = (row: store.ResourceRow, hours: readonly Hours[] | undefined): Resource => ({
  ...row,
  revision: String(row.revision),
  type: row.type as Resource["type"],
  workingHours: withNames(hours),
});
