import { type contract, isTeam, type Location } from "@uola/contract";
import { json, type Schema } from "@uola/database";
import { type Context, entity, type Handlers, Refusal } from "@uola/kernel";
import type { Selectable } from "kysely";
import { checkHours } from "./hours.ts";
import * as store from "./store.ts";

declare module "@uola/database/columns" {
  interface ColumnTypes {
    "location.address": NonNullable<Location["address"]>;
    "location.openingHours": NonNullable<Location["openingHours"]>;
    "location.specialHours": NonNullable<Location["specialHours"]>;
    "location.kinds": Location["kinds"];
  }
}

const toLocation = ({ siteId: _, isDefault, revision, ...row }: Selectable<Schema["location"]>): Location => ({
  ...row,
  default: isDefault,
  revision: String(revision),
});

type LocationInput = Partial<Pick<Location, "email" | "phone" | "openingHours" | "specialHours">> & {
  address?: Location["address"] | null | undefined;
  kinds?: Location["kinds"] | null | undefined;
};
/** Returns the columns for the fields given in the input. */
const columnsOf = ({ address, email, phone, kinds, openingHours, specialHours }: LocationInput) => ({
  email,
  phone,
  address: address === undefined ? undefined : json(address ?? {}),
  kinds: kinds === undefined ? undefined : [...new Set(kinds)],
  openingHours: openingHours && json(openingHours),
  specialHours: specialHours && json(specialHours),
});

/** Handlers for the locations of the business; one of them is the default. */
export function locations(context: Context): Handlers<typeof contract.locations> {
  const { siteId } = context;
  const location = entity(context, {
    table: "location",
    audit: { entity: "location", subject: "location" },
    notFound: { code: "LOCATION_NOT_FOUND", name: "location" },
    limit: { max: 500, code: "TOO_MANY_LOCATIONS", names: "locations" },
    publish: ["business", "services", "availability"],
    oneAtATime: true,
    order: ["isDefault desc", "name"],
    toWire: (rows) => rows.map(toLocation),
  });
  type Writer = ReturnType<typeof location.within>;
  /** Clears the current default location, because another one becomes the default. */
  const endDefault = async ({ tx, lock, update }: Writer) => {
    const id = await store.defaultLocationId(tx, siteId);
    if (id) await update(await lock(id), { isDefault: false });
  };

  return {
    list: async (_, { caller }) => {
      const all = await location.list(caller);
      return { locations: all.filter(({ archived }) => !archived || isTeam(caller.role)) };
    },

    create: ({ location: { default: asDefault, name, ...input } }, { caller }) => {
      checkHours(input, "location");
      return location.change(caller, async (writer) => {
        const isDefault = Boolean(asDefault) || !(await store.defaultLocationId(writer.tx, siteId));
        if (isDefault) await endDefault(writer);
        return { location: await writer.insert({ name, isDefault, ...columnsOf(input) }) };
      });
    },

    update: ({ location: { id, revision, default: asDefault, name, ...input } }, { caller }) => {
      checkHours(input, "location");
      return location.change(caller, async (writer) => {
        const locked = await writer.lock(id, revision);
        const { archived, isDefault } = locked.row;
        if (archived) throw new Refusal("LOCATION_IS_ARCHIVED", "Take it out of the archive first.");
        if (asDefault && !isDefault) await endDefault(writer);
        const columns = { name, isDefault: isDefault || Boolean(asDefault), ...columnsOf(input) };
        return { location: await writer.update(locked, columns) };
      });
    },

    archive: ({ locationId, archived }, { caller }) =>
      location.change(caller, async ({ lock, update }) => {
        const locked = await lock(locationId);
        if (locked.row.isDefault) {
          throw new Refusal("LOCATION_IS_DEFAULT", "Make another location the default one first.");
        }
        return { location: await update(locked, { archived: archived ?? true }, { action: "archive" }) };
      }),
  };
}
