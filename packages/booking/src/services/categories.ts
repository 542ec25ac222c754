import type { Category, CategoryKind, contract } from "@uola/contract";
import { type Database, newId } from "@uola/database";
import {
  type Caller,
  type Context,
  type Handlers,
  Refusal,
  recordChange,
  refuseStaleRevision,
  transact,
} from "@uola/kernel";
import { type SqlBool, sql } from "kysely";
import { alterService } from "./change-service.ts";
import { seesHidden } from "./rules.ts";
import * as store from "./store.ts";

const categoriesMax = 500;
/** As many services as change in one transaction; more are moved by filter first. */
const movedMax = 1000;

const readCategories = (db: Database, siteId: string, { role }: Pick<Caller, "role">) =>
  db
    .selectFrom("category")
    .where("siteId", "=", siteId)
    .select(["id", "name", "kind", "sortOrder", "revision"])
    .select(
      sql<number>`(select count(*)::int from service where service.site_id = category.site_id
        and service.category_id = category.id and service.deleted_date is null
        and ${seesHidden(role) ? sql<SqlBool>`true` : sql<SqlBool>`not service.hidden`})`.as("serviceCount"),
    );

type Row = Omit<Category, "revision" | "kind"> & { revision: number; kind: string };
const toCategory = ({ revision, kind, ...row }: Row): Category => ({
  ...row,
  kind: kind as Category["kind"],
  revision: String(revision),
});

/** The headings services stand under. */
export function categories(context: Context): Handlers<typeof contract.categories> {
  const { db, siteId, now } = context;
  const notFound = (id: string) => new Refusal("CATEGORY_NOT_FOUND", `No category ${id}.`, 404);
  const read = async (tx: Database, id: string, caller: Caller): Promise<Category> =>
    toCategory(await readCategories(tx, siteId, caller).where("id", "=", id).executeTakeFirstOrThrow());
  const locked = async (tx: Database, id: string) => {
    const found = tx.selectFrom("category").selectAll().where("siteId", "=", siteId).where("id", "=", id);
    const row = await found.forUpdate().executeTakeFirst();
    if (!row) throw notFound(id);
    return row;
  };
  const record = (tx: Database, actor: Caller, action: string, id: string, before?: Category, after?: Category) =>
    recordChange(tx, {
      siteId,
      at: now(),
      entity: "category",
      entityId: id,
      audit: { actor, action: `category.${action}`, before, after },
    });

  return {
    list: async (_, { caller }) => {
      const rows = await readCategories(db, siteId, caller)
        .orderBy("sortOrder")
        .orderBy("name")
        .orderBy("id")
        .execute();
      return { categories: rows.map(toCategory) };
    },

    create: ({ category: { name, kind, sortOrder } }, { caller }) =>
      transact(context, { publish: "services" }, async (tx) => {
        const { count, last } = await tx
          .selectFrom("category")
          .where("siteId", "=", siteId)
          .select(sql<number>`count(*)::int`.as("count"))
          .select(sql<number>`coalesce(max(sort_order), -1)`.as("last"))
          .executeTakeFirstOrThrow();
        if (count >= categoriesMax) {
          throw new Refusal("TOO_MANY_CATEGORIES", `There are ${categoriesMax} categories at most.`);
        }
        const id = newId();
        await tx
          .insertInto("category")
          .values({ siteId, id, name, ...(kind && { kind }), sortOrder: sortOrder ?? last + 1 })
          .execute();
        const category = await read(tx, id, caller);
        await record(tx, caller, "create", id, undefined, category);
        return { category };
      }),

    update: ({ category: { id, revision, name, kind, sortOrder } }, { caller }) =>
      transact(context, { publish: "services" }, async (tx) => {
        const row = await locked(tx, id);
        refuseStaleRevision(row, revision);
        const before = await read(tx, id, caller);
        await tx
          .updateTable("category")
          .set({
            name: name ?? row.name,
            kind: kind ?? row.kind,
            sortOrder: sortOrder ?? row.sortOrder,
            revision: row.revision + 1,
          })
          .where("siteId", "=", siteId)
          .where("id", "=", id)
          .execute();
        const category = await read(tx, id, caller);
        await record(tx, caller, "update", id, before, category);
        return { category };
      }),

    delete: ({ categoryId, moveServicesTo }, { caller }) =>
      transact(context, { publish: "services" }, async (tx) => {
        await locked(tx, categoryId);
        const before = await read(tx, categoryId, caller);
        const target = moveServicesTo ?? null;
        const inUse = (reason: string) => new Refusal("CATEGORY_IN_USE", `${before.serviceCount} services: ${reason}`);
        if (before.serviceCount > 0) {
          if (target === null || target === categoryId) throw inUse("say to which other category they go.");
          if (before.serviceCount > movedMax) throw inUse(`at most ${movedMax} are moved at once.`);
        }
        if (target !== null) {
          const known = tx.selectFrom("category").select("id").where("siteId", "=", siteId).where("id", "=", target);
          if (!(await known.forShare().executeTakeFirst())) throw notFound(target);
        }
        const within = tx.selectFrom("service").select("id").where("siteId", "=", siteId);
        const moved = within.where("categoryId", "=", categoryId).where("deletedDate", "is", null).orderBy("id");
        const ids = (await moved.execute()).map(({ id }) => id);
        for (const id of ids) {
          await alterService(tx, context, { id, action: "service.update", actor: caller }, async () => ({
            categoryId: target,
          }));
        }
        // What was deleted is read for its past only.
        await tx
          .updateTable("service")
          .set({ categoryId: null })
          .where("siteId", "=", siteId)
          .where("categoryId", "=", categoryId)
          .where("deletedDate", "is not", null)
          .execute();
        const gone = tx.deleteFrom("category").where("siteId", "=", siteId).where("id", "=", categoryId);
        await gone.execute().catch((error) => {
          throw error?.code === "23503" ? inUse("one came to it a moment ago.") : error;
        });
        await record(tx, caller, "delete", categoryId, before);
        return { movedServices: ids.length };
      }),
  };
}

export async function createCategory(
  { db, siteId }: Context,
  category: { name: string; kind?: CategoryKind; sortOrder?: number },
): Promise<string> {
  const id = newId();
  await store.insertCategory(db, { ...category, siteId, id });
  return id;
}
