import type { contract, PricingPlan } from "@uola/contract";
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
import { type Selectable, sql } from "kysely";
import { seesHidden } from "./rules.ts";
import * as store from "./store.ts";

const plansMax = 1000;

const toPlan = ({ siteId: _, price, revision, ...row }: Selectable<Schema["pricingPlan"]>): PricingPlan => ({
  ...row,
  price: price as PricingPlan["price"],
  revision: String(revision),
});

/** What services can be paid with beside money. */
export function plans(context: Context): Handlers<typeof contract.plans> {
  const { db, siteId, now } = context;
  const all = (tx: Database) => tx.selectFrom("pricingPlan").selectAll().where("siteId", "=", siteId);
  const record = (tx: Database, actor: Caller, action: string, before: PricingPlan | undefined, after: PricingPlan) =>
    recordChange(tx, {
      siteId,
      at: now(),
      entity: "pricing_plan",
      entityId: after.id,
      audit: { actor, action: `plan.${action}`, before, after },
    });
  const priceOf = async (tx: Database, { value }: { value: string }) =>
    json({ value, currency: await store.currency(tx, siteId) });
  type Columns = { name?: string; description?: string | null; price?: string; archived?: boolean };
  const changing = async (
    { id, action, caller }: { id: string; action: string; caller: Caller },
    work: (tx: Database, row: Selectable<Schema["pricingPlan"]>) => Promise<Columns>,
  ) => {
    const plan = await transact(context, { publish: "services" }, async (tx) => {
      const row = await all(tx).where("id", "=", id).forUpdate().executeTakeFirst();
      if (!row) throw new Refusal("PLAN_NOT_FOUND", `No pricing plan ${id}.`, 404);
      const columns = await work(tx, row);
      const after = await tx
        .updateTable("pricingPlan")
        .set({ ...columns, revision: row.revision + 1, updatedDate: now() })
        .where("siteId", "=", siteId)
        .where("id", "=", id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await record(tx, caller, action, toPlan(row), toPlan(after));
      return toPlan(after);
    });
    return { plan };
  };

  return {
    list: async (_, { caller }) => {
      const shown = seesHidden(caller.role) ? all(db) : all(db).where("archived", "=", false);
      return { plans: (await shown.orderBy("createdDate").orderBy("id").execute()).map(toPlan) };
    },
    create: ({ plan: { name, description = null, price } }, { caller }) =>
      transact(context, async (tx) => {
        const counted = tx.selectFrom("pricingPlan").where("siteId", "=", siteId);
        const { count } = await counted.select(sql<number>`count(*)::int`.as("count")).executeTakeFirstOrThrow();
        if (count >= plansMax) throw new Refusal("TOO_MANY_PLANS", `There are ${plansMax} pricing plans at most.`);
        const dates = { createdDate: now(), updatedDate: now() };
        const row = { siteId, id: newId(), name, description, price: await priceOf(tx, price), ...dates };
        const plan = toPlan(await tx.insertInto("pricingPlan").values(row).returningAll().executeTakeFirstOrThrow());
        await record(tx, caller, "create", undefined, plan);
        return { plan };
      }),
    update: ({ plan: { id, revision, name, description, price } }, { caller }) =>
      changing({ id, action: "update", caller }, async (tx, row) => {
        refuseStaleRevision(row, revision);
        return {
          ...(name !== undefined && { name }),
          ...(description !== undefined && { description }),
          ...(price !== undefined && { price: await priceOf(tx, price) }),
        };
      }),
    archive: ({ planId, archived }, { caller }) =>
      changing({ id: planId, action: "archive", caller }, async () => ({ archived: archived ?? true })),
  };
}
