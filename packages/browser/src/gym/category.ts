import { type Category, categories } from "@uola/art";
import type { CategoryKind } from "@uola/contract";

/** Returns the visual category of a category kind; bouldering if the kind has none. */
export const categoryOf = (kind: CategoryKind | null | undefined): Category =>
  categories.find((category) => category === kind) ?? "bouldering";
