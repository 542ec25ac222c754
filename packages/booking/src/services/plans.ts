import type { contract, PricingPlan } from "@uola/contract";
import { type Database, json, type Schema } from "@uola/database";
import { type Context, entity, type Handlers } from "@uola/kernel";
import type { Selectable } from "kysely";
import { seesHidden } from "./rules.ts";
import * as store from "./store.ts";

declare module "@uola/database/columns" {
  interface ColumnTypes {
    "pricingPlan.price": PricingPlan["price"];
  }
}

const toPlan = ({ siteId: _, revision, ...row }: Selectable<Schema["pricingPlan"]>): PricingPlan => ({
  ...row,
  revision: String(revision),
});

/** Returns the pricing plans on sale, for the price list. */
export const readPlans = (db: Database, siteId: string): Promise<Pick<PricingPlan, "id" | "name" | "price">[]> =>
  store.plansOnSale(db, siteId);

/** Handlers for pricing plans, which services accept instead of a payment. */
export function plans(context: Context): Handlers<typeof contract.plans> {
  const { siteId } = context;
  const plan = entity(context, {
    table: "pricingPlan",
    audit: { entity: "pricing_plan", subject: "plan" },
    notFound: { code: "PLAN_NOT_FOUND", name: "pricing plan" },
    limit: { max: 1000, code: "TOO_MANY_PLANS", names: "pricing plans" },
    publish: ["services"],
    order: ["createdDate"],
    toWire: (rows) => rows.map(toPlan),
  });
  const priceOf = async (tx: Database, { value }: { value: string }) =>
    json({ value, currency: await store.currency(tx, siteId) });

  return {
    list: async (_, { caller }) => ({
      plans: (await plan.list(caller)).filter(({ archived }) => !archived || seesHidden(caller.role)),
    }),
    create: ({ plan: { name, description = null, price } }, { caller }) =>
      plan.change(caller, async ({ tx, insert }) => ({
        plan: await insert({ name, description, price: await priceOf(tx, price) }),
      })),
    update: ({ plan: { id, revision, name, description, price } }, { caller }) =>
      plan.change(caller, async ({ tx, lock, update }) => {
        const locked = await lock(id, revision);
        return { plan: await update(locked, { name, description, price: price && (await priceOf(tx, price)) }) };
      }),
    archive: ({ planId, archived }, { caller }) =>
      plan.change(caller, async ({ lock, update }) => ({
        plan: await update(await lock(planId), { archived: archived ?? true }, { action: "archive" }),
      })),
  };
}
