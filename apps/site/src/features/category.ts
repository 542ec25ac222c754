import { type Category, categories } from "@uola/art";
import type { CategoryKind } from "@uola/contract";

/** The house's sign for what a category is; what has none of its own is bouldering. */
export const categoryOf = (kind: CategoryKind | null | undefined): Category =>
  categories.find((category) => category === kind) ?? "bouldering";
