import { type contract, type Location, ranks } from "@uola/contract";
import { type Database, json, newId, type Schema } from "@uola/database";
import {
  type Caller,
  type Context,
  type Handlers,
  Refusal,
  recordChange,
  refuseStaleRevision,
  transact,
} from "@uola/kernel";
import { type Selectable, sql, type Updateable } from "kysely";
import { checkHours } from "./hours.ts";

const locationsMax = 500;

type Row = Selectable<Schema["location"]>;
const toLocation = ({ siteId: _, isDefault, revision, ...row }: Row): Location => ({
  ...row,
  default: isDefault,
  address: row.address as Location["address"],
  kinds: row.kinds as Location["kinds"],
  openingHours: row.openingHours as Location["openingHours"],
  specialHours: row.specialHours as Location["specialHours"],
  revision: String(revision),
});

type LocationInput = Partial<Pick<Location, "name" | "email" | "phone" | "openingHours" | "specialHours">> & {
  address?: Location["address"] | null | undefined;
  kinds?: Location["kinds"] | null | undefined;
};
const orNull = (value: unknown) => (value == null ? null : json(value));
/** The columns of what is given. */
const columnsOf = ({ name, address, email, phone, kinds, openingHours, specialHours }: LocationInput) => ({
  ...(name !== undefined && { name }),
  ...(address !== undefined && { address: json(address ?? {}) }),
  ...(email !== undefined && { email }),
  ...(phone !== undefined && { phone }),
  ...(kinds !== undefined && { kinds: [...new Set(kinds)] }),
  ...(openingHours !== undefined && { openingHours: orNull(openingHours) }),
  ...(specialHours !== undefined && { specialHours: orNull(specialHours) }),
});

/** The places of the business; one of them is the default. */
export function locations(context: Context): Handlers<typeof contract.locations> {
  const { db, siteId, now } = context;
  const all = (tx: Database) => tx.selectFrom("location").selectAll().where("siteId", "=", siteId);
  /** Does something to the locations, one caller after the other, and tells who remembers them. */
  const changing = async (change: (tx: Database) => Promise<Location>) => {
    const publish = ["business", "services", "availability"] as const;
    const location = await transact(context, { publish }, async (tx) => {
      await tx.selectFrom("site").select("id").where("id", "=", siteId).forNoKeyUpdate().execute();
      return change(tx);
    });
    return { location };
  };
  const known = async (tx: Database, id: string) => {
    const row = await all(tx).where("id", "=", id).executeTakeFirst();
    if (!row) throw new Refusal("LOCATION_NOT_FOUND", `No location ${id}.`, 404);
    return row;
  };
  const update = (tx: Database, row: Row, columns: Updateable<Schema["location"]>) =>
    tx
      .updateTable("location")
      .set({ ...columns, revision: row.revision + 1, updatedDate: now() })
      .where("siteId", "=", siteId)
      .where("id", "=", row.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  const record = async (tx: Database, actor: Caller, action: string, before: Row | undefined, row: Row) => {
    const after = toLocation(row);
    await recordChange(tx, {
      siteId,
      at: now(),
      entity: "location",
      entityId: row.id,
      audit: { actor, action: `location.${action}`, before: before && toLocation(before), after },
    });
    return after;
  };
  /** Another one is the default from now on. */
  const endDefault = async (tx: Database, actor: Caller) => {
    const before = await all(tx).where("isDefault", "=", true).executeTakeFirst();
    if (before) await record(tx, actor, "update", before, await update(tx, before, { isDefault: false }));
  };

  return {
    list: async (_, { caller }) => {
      const shown = ranks[caller.role] >= ranks.trainer ? all(db) : all(db).where("archived", "=", false);
      const rows = await shown.orderBy("isDefault", "desc").orderBy("name").orderBy("id").execute();
      return { locations: rows.map(toLocation) };
    },

    create: ({ location: { default: asDefault, ...input } }, { caller }) => {
      checkHours(input, "location");
      return changing(async (tx) => {
        const counted = tx.selectFrom("location").where("siteId", "=", siteId);
        const { count } = await counted.select(sql<number>`count(*)::int`.as("count")).executeTakeFirstOrThrow();
        if (count >= locationsMax) {
          throw new Refusal("TOO_MANY_LOCATIONS", `There are ${locationsMax} locations at most.`);
        }
        const isDefault = count === 0 || Boolean(asDefault);
        if (isDefault) await endDefault(tx, caller);
        const dates = { createdDate: now(), updatedDate: now() };
        const row = { siteId, id: newId(), isDefault, ...dates, ...columnsOf(input), name: input.name };
        const inserted = await tx.insertInto("location").values(row).returningAll().executeTakeFirstOrThrow();
        return record(tx, caller, "create", undefined, inserted);
      });
    },

    update: ({ location: { id, revision, default: asDefault, ...input } }, { caller }) => {
      checkHours(input, "location");
      return changing(async (tx) => {
        const before = await known(tx, id);
        refuseStaleRevision(before, revision);
        if (before.archived) throw new Refusal("LOCATION_IS_ARCHIVED", "Take it out of the archive first.");
        const becomes = Boolean(asDefault) && !before.isDefault;
        if (becomes) await endDefault(tx, caller);
        const after = await update(tx, before, { ...columnsOf(input), ...(becomes && { isDefault: true }) });
        return record(tx, caller, "update", before, after);
      });
    },

    archive: ({ locationId, archived }, { caller }) =>
      changing(async (tx) => {
        const before = await known(tx, locationId);
        if (before.isDefault) throw new Refusal("LOCATION_IS_DEFAULT", "Make another location the default one first.");
        const after = await update(tx, before, { archived: archived ?? true });
        return record(tx, caller, "archive", before, after);
      }),
  };
}
