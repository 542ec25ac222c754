import { type contract, hasPower, type Input, type Resource, type StaffMember, weekdayNames } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import {
  type Actor,
  type Context,
  entity,
  type Handlers,
  Refusal,
  recordChange,
  transact,
  Violation,
} from "@uola/kernel";
import { staffCapacityChanged } from "../events.ts";
import { capacityCheck, refuseBelowSold } from "./below-sold.ts";
import { type Hours, workingHoursErrors } from "./rules.ts";
import * as store from "./store.ts";

export { capacityCheck, refuseBelowSold } from "./below-sold.ts";

type Group = typeof contract.resources;

/** Reads working hours by trainer or resource, with the short and the long name of each weekday. */
async function readHours(db: Database, siteId: string, rows: readonly { id: string }[]) {
  const ids = rows.map(({ id }) => id);
  const hours = await store.hoursOf(db, siteId, ids);
  return (id: string) => (hours.get(id) ?? []).map((each) => ({ ...each, ...weekdayNames(each.weekday) }));
}

const staffOf = (context: Context) =>
  entity(context, {
    table: "staff",
    audit: { entity: "staff", subject: "staff" },
    notFound: { code: "STAFF_NOT_FOUND", name: "trainer" },
    publish: ["services"],
    keepsRemoved: true,
    order: ["sortOrder"],
    async toWire(rows, db) {
      const hoursOf = await readHours(db, context.siteId, rows);
      return rows.map(
        ({ siteId: _, revision, createdDate, updatedDate, removedDate, ...row }): StaffMember => ({
          ...row,
          revision: String(revision),
          workingHours: hoursOf(row.id),
        }),
      );
    },
  });
const resourceOf = (context: Context) =>
  entity(context, {
    table: "resource",
    audit: { entity: "resource", subject: "resource" },
    notFound: { code: "RESOURCE_NOT_FOUND", name: "resource" },
    publish: ["services"],
    order: ["type", "name"],
    async toWire(rows, db) {
      const hoursOf = await readHours(db, context.siteId, rows);
      return rows.map(
        ({ siteId: _, type, revision, createdDate, updatedDate, ...row }): Resource => ({
          ...row,
          type,
          revision: String(revision),
          workingHours: hoursOf(row.id),
        }),
      );
    },
  });

/**
 * Handlers for trainers, walls and rooms: the people and resources needed by sessions, their
 * working hours and their times off.
 */
export function resources(context: Context): Handlers<Group> {
  const { db, siteId, now } = context;
  const trainer = staffOf(context);
  const resource = resourceOf(context);
  const noteTimeOff = (tx: Database, actor: Actor, action: string, id: string, change: object) =>
    recordChange(tx, {
      siteId,
      at: now(),
      entity: "time_off",
      entityId: id,
      audit: { actor, action: `time_off.${action}`, ...change },
    });

  return {
    listStaff: async (_, { caller }) => {
      const staff = await trainer.list(caller);
      if (hasPower("seesBookings", caller)) return { staff };
      const shown = staff.filter(({ hidden }) => !hidden);
      return { staff: shown.map((each) => ({ ...each, email: null, phone: null, accountId: null })) };
    },
    createStaff: ({ staffMember }, { caller }) =>
      trainer.change(caller, async ({ tx }) => ({ staffMember: await addStaff(tx, context, staffMember, caller) })),
    updateStaff: ({ staffMember: { id, revision, workingHours, ...columns }, allowBelowSold }, { caller }) =>
      trainer.change(caller, async ({ tx, lock, update }) => {
        refuseHours(workingHours, "staffMember.workingHours");
        const locked = await lock(id, revision);
        await refuseAccount(tx, siteId, columns.accountId);
        if (workingHours) await store.putHours(tx, siteId, id, workingHours);
        const staffMember = await update(locked, columns);
        if (staffMember.maxParticipants !== locked.before.maxParticipants) {
          const check = capacityCheck(allowBelowSold);
          await context.events.emit(tx, staffCapacityChanged, { staffId: id, actor: caller, capacityCheck: check });
          refuseBelowSold(check);
        }
        return { staffMember };
      }),
    removeStaff: ({ staffId }, { caller }) =>
      trainer.change(caller, async ({ tx, lock, remove }) => {
        const locked = await lock(staffId);
        if (await store.isInUse(tx, siteId, "staffIds", staffId, now())) {
          throw new Refusal("STAFF_IN_USE", "The trainer leads sessions ahead. Give those to somebody else first.");
        }
        await store.putHours(tx, siteId, staffId, []);
        // Past sessions still show their trainer.
        await remove(locked, { action: "remove", columns: { accountId: null } });
        return {};
      }),

    list: async (_, { caller }) => ({ resources: await resource.list(caller) }),
    create: ({ resource: input }, { caller }) =>
      resource.change(caller, async ({ tx }) => {
        await refuseLocation(tx, siteId, input.locationId);
        return { resource: await addResource(tx, context, input, caller) };
      }),
    update: ({ resource: { id, revision, workingHours, ...columns } }, { caller }) =>
      resource.change(caller, async ({ tx, lock, update }) => {
        refuseHours(workingHours, "resource.workingHours");
        const locked = await lock(id, revision);
        await refuseLocation(tx, siteId, columns.locationId);
        if (workingHours) await store.putHours(tx, siteId, id, workingHours);
        return { resource: await update(locked, columns) };
      }),
    remove: ({ resourceId }, { caller }) =>
      resource.change(caller, async ({ tx, lock, remove }) => {
        const locked = await lock(resourceId);
        if (await store.isInUse(tx, siteId, "resourceIds", resourceId, now())) {
          throw new Refusal("RESOURCE_IN_USE", "Sessions ahead take place there. Move those first.");
        }
        await store.putHours(tx, siteId, resourceId, []);
        await store.removeTimesOff(tx, siteId, resourceId);
        await remove(locked, { action: "remove" });
        return {};
      }),

    listTimeOff: async (period) => ({ timeOff: await store.timeOff(db, siteId, period) }),
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
        await noteTimeOff(tx, caller, "add", timeOff.id, { after: timeOff });
        return { timeOff, affectedSessionIds: await store.sessionsWithin(tx, siteId, timeOff, now()) };
      });
    },
    removeTimeOff: ({ timeOffId }, { caller }) =>
      transact(context, { publish: "services" }, async (tx) => {
        const before = await store.removeTimeOff(tx, siteId, timeOffId);
        if (!before) throw new Refusal("TIME_OFF_NOT_FOUND", `No time off ${timeOffId}.`, 404);
        await noteTimeOff(tx, caller, "remove", timeOffId, { before });
        return {};
      }),
  };
}

export type NewStaff = Input<Group["createStaff"]>["staffMember"];
export type NewResource = Input<Group["create"]>["resource"];

/** Adds a trainer in a transaction. Rejects with ACCOUNT_NOT_FOUND. */
export async function addStaff(tx: Database, context: Context, input: NewStaff, actor: Actor): Promise<StaffMember> {
  const { workingHours = [], ...columns } = input;
  refuseHours(workingHours, "staffMember.workingHours");
  await refuseAccount(tx, context.siteId, columns.accountId);
  const id = newId();
  await store.putHours(tx, context.siteId, id, workingHours);
  return staffOf(context)
    .within(tx, actor)
    .insert({ ...columns, id });
}

/** Adds a wall, a room or equipment in a transaction. */
export async function addResource(tx: Database, context: Context, input: NewResource, actor: Actor): Promise<Resource> {
  const { workingHours = [], ...columns } = input;
  refuseHours(workingHours, "resource.workingHours");
  const id = newId();
  await store.putHours(tx, context.siteId, id, workingHours);
  return resourceOf(context)
    .within(tx, actor)
    .insert({ ...columns, id });
}

function refuseHours(hours: readonly Hours[] | undefined, field: string) {
  const wrongs = workingHoursErrors(hours ?? [], field);
  if (wrongs.length > 0) throw new Violation(wrongs);
}

async function refuseAccount(tx: Database, siteId: string, accountId: string | null | undefined) {
  if (accountId && !(await store.isTrainer(tx, siteId, accountId))) {
    throw new Refusal("ACCOUNT_NOT_FOUND", `No account ${accountId} of a trainer or an owner.`, 404);
  }
}

async function refuseLocation(tx: Database, siteId: string, id: string | null | undefined) {
  if (id && !(await store.isLocation(tx, siteId, id))) {
    throw new Violation([{ field: "resource.locationId", description: "is no location of the gym" }]);
  }
}
