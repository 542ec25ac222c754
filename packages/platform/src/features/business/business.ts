import type { Business, contract } from "@uola/contract";
import type { Context } from "../../kernel/context.ts";
import type { Handlers } from "../../kernel/serve.ts";

/** What the `business` column of a site holds. */
export type BusinessDetails = Omit<Business, "name" | "timeZone" | "currency" | "demo">;

const empty: BusinessDetails = { address: "", phone: "", email: "", openingHours: [], specialHours: [], prices: [] };

/** The gym itself: where it is, when it is open, what it costs. */
export function business(context: Context): Handlers<typeof contract.business> {
  return {
    get: async () => {
      const { name, timeZone, currency, demo, business } = await context.db
        .selectFrom("site")
        .select(["name", "timeZone", "currency", "demo", "business"])
        .where("id", "=", context.siteId)
        .executeTakeFirstOrThrow();
      return { business: { ...empty, ...(business as Partial<BusinessDetails>), name, timeZone, currency, demo } };
    },
  };
}
