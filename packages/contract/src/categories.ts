import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { guid, maybe, revision, typedLine } from "./wire.ts";

/** The purpose of a category, independent of its name: its audience or its activity. */
export const CategoryKind = z.enum(["firstTime", "children", "trainings", "ropes", "bouldering", "other"]);
export type CategoryKind = z.infer<typeof CategoryKind>;

/** A heading that groups services. */
export const Category = z
  .object({
    id: guid,
    name: z.string().max(500),
    kind: CategoryKind,
    sortOrder: z.int(),
    revision,
    serviceCount: z.int(),
  })
  .meta({ id: "Category" });
export type Category = z.infer<typeof Category>;

const CategoryInput = z.object({
  name: typedLine().min(1).max(500),
  /** Default: `other`. */
  kind: maybe(CategoryKind),
  /** Default: the last position. */
  sortOrder: maybe(z.int().min(-1_000_000).max(1_000_000)),
});
const owner = { access: "owner" } as const;
const output = z.object({ category: Category });

export const categories = {
  list: endpoint({
    method: "GET",
    path: "/v1/categories",
    access: "visitor",
    input: z.object({}),
    output: z.object({ categories: z.array(Category) }),
    errors: [],
    summary: "Read the categories in their order; services that are hidden are counted for staff only.",
  }),
  create: endpoint({
    method: "POST",
    path: "/v1/categories",
    ...owner,
    input: z.object({ category: CategoryInput }),
    output,
    errors: ["TOO_MANY_CATEGORIES"],
    summary: "Add a category.",
  }),
  update: endpoint({
    method: "PATCH",
    path: "/v1/categories/{category.id}",
    ...owner,
    input: z.object({ category: CategoryInput.partial().extend({ id: guid, revision }) }),
    output,
    errors: ["CATEGORY_NOT_FOUND", "REVISION_MISMATCH"],
    summary: "Rename a category, or move it among the others.",
  }),
  delete: endpoint({
    method: "DELETE",
    path: "/v1/categories/{categoryId}",
    ...owner,
    input: z.object({ categoryId: guid, moveServicesTo: maybe(guid) }),
    output: z.object({ movedServices: z.int() }),
    errors: ["CATEGORY_NOT_FOUND", "CATEGORY_IN_USE"],
    summary: "Delete a category; its services go to another one.",
  }),
};
