import type { Category, CategoryKind, contract } from "@uola/contract";
import { type Context, entity, type Handlers, Refusal } from "@uola/kernel";
import { alterService } from "./change-service.ts";
import { seesHidden } from "./rules.ts";
import * as store from "./store.ts";

/**
 * The maximum number of services moved in one transaction. If there are more, they must first be
 * moved with a bulk update by filter.
 */
const movedMax = 1000;

const categoryOf = (context: Context) =>
  entity(context, {
    table: "category",
    audit: { entity: "category", subject: "category" },
    notFound: { code: "CATEGORY_NOT_FOUND", name: "category" },
    limit: { max: 500, code: "TOO_MANY_CATEGORIES", names: "categories" },
    publish: ["services"],
    undated: true,
    order: ["sortOrder", "name"],
    async toWire(rows, db, viewer) {
      const counted = { ids: rows.map(({ id }) => id), hiddenToo: viewer.kind === "system" || seesHidden(viewer.role) };
      const countOf = await store.serviceCounts(db, context.siteId, "categoryId", counted);
      return rows.map(
        ({ id, name, kind, sortOrder, revision }): Category => ({
          id,
          name,
          kind,
          sortOrder,
          serviceCount: countOf(id),
          revision: String(revision),
        }),
      );
    },
  });

/** Handlers for categories, the headings under which services are listed. */
export function categories(context: Context): Handlers<typeof contract.categories> {
  const { siteId } = context;
  const category = categoryOf(context);
  return {
    list: async (_, { caller }) => ({ categories: await category.list(caller) }),

    create: ({ category: { name, kind, sortOrder } }, { caller }) =>
      category.change(caller, async ({ tx, insert }) => {
        const position = sortOrder ?? (await store.lastCategoryPosition(tx, siteId)) + 1;
        return { category: await insert({ name, kind: kind ?? undefined, sortOrder: position }) };
      }),

    update: ({ category: { id, revision, name, kind, sortOrder } }, { caller }) =>
      category.change(caller, async ({ lock, update }) => {
        const columns = { name, kind: kind ?? undefined, sortOrder: sortOrder ?? undefined };
        return { category: await update(await lock(id, revision), columns) };
      }),

    delete: ({ categoryId, moveServicesTo }, { caller }) =>
      category.change(caller, async ({ tx, lock, remove }) => {
        const locked = await lock(categoryId);
        const { serviceCount } = locked.before;
        const target = moveServicesTo ?? null;
        const inUse = (reason: string) => new Refusal("CATEGORY_IN_USE", `${serviceCount} services: ${reason}`);
        if (serviceCount > 0) {
          if (target === null || target === categoryId) throw inUse("say to which other category they go.");
          if (serviceCount > movedMax) throw inUse(`at most ${movedMax} are moved at once.`);
        }
        if (target !== null) await lock(target);
        const ids = await store.servicesInCategory(tx, siteId, categoryId);
        for (const id of ids) {
          await alterService(tx, context, { id, action: "service.update", actor: caller }, async () => ({
            categoryId: target,
          }));
        }
        await store.removeServicesFromCategory(tx, siteId, categoryId);
        await remove(locked, { inUse: inUse("one came to it a moment ago.") });
        return { movedServices: ids.length };
      }),
  };
}

/** Creates a category as the system actor. Returns its id. */
export async function createCategory(
  context: Context,
  category: { name: string; kind?: CategoryKind; sortOrder?: number },
): Promise<string> {
  const created = categoryOf(context).change({ kind: "system", id: "services" }, ({ insert }) => insert(category));
  return (await created).id;
}
