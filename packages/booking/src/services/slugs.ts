import type { contract } from "@uola/contract";
import { json } from "@uola/database";
import { type Context, type Handlers, Refusal, transact, Violation } from "@uola/kernel";
import { alterService, publishServices, readService } from "./change-service.ts";
import { isSlug } from "./rules.ts";
import { claimSlug, slugOwner, withMainSlug } from "./slug-store.ts";

type SlugHandlers = Pick<Handlers<typeof contract.services>, "setCustomSlug" | "validateSlug">;

/** Handlers that set and check the slugs of service pages. */
export const slugHandlers = (context: Context): SlugHandlers => ({
  setCustomSlug: async ({ serviceId: id, ...input }, { caller: actor }) => {
    const name = slugIn(input);
    if (!isSlug(name)) {
      const description = "must have small letters, digits, hyphens and underscores only";
      throw new Violation([{ field: fieldOf(input), description, ruleName: "SLUG_CONTAINS_ILLEGAL_CHARACTERS" }]);
    }
    const service = await transact(context, publishServices, (tx) =>
      alterService(tx, context, { id, action: "service.setCustomSlug", actor }, async (_, slugs) => {
        if (!(await claimSlug(tx, context.siteId, id, name))) {
          throw new Refusal("SLUG_ALREADY_EXISTS", `Another service has the address ${name}.`);
        }
        const main = { name, custom: true, createdDate: context.now().toISOString() };
        return { slugs: json(await withMainSlug(tx, context.siteId, slugs, main)) };
      }),
    );
    return { slug: service.mainSlug, service };
  },

  validateSlug: async ({ serviceId, ...input }) => {
    const name = slugIn(input);
    await readService(context.db, context, serviceId);
    const names = { slug: name, slugName: name };
    if (!isSlug(name)) return { valid: false, ...names, errors: ["SLUG_CONTAINS_ILLEGAL_CHARACTERS"] };
    const owner = await slugOwner(context.db, context.siteId, name);
    if (owner !== undefined && owner !== serviceId) return { valid: false, ...names, errors: ["SLUG_ALREADY_EXISTS"] };
    return { valid: true, ...names, errors: [] };
  },
});

type SlugInput = { slug?: string | null | undefined; slugName?: string | null | undefined };
const fieldOf = ({ slug }: SlugInput) => (typeof slug === "string" ? "slug" : "slugName");

/** Older and newer clients name the field differently: `slug` or `slugName`. */
function slugIn(input: SlugInput): string {
  const name = input.slug ?? input.slugName;
  if (typeof name !== "string") throw new Violation([{ field: fieldOf(input), description: "is needed" }]);
  return name;
}
