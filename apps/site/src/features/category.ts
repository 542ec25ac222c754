import { type Category, categories } from "@uola/art";
import { words } from "@uola/words/site";

const say = words("lt");

/** The house's sign for a category of the catalogue, known by its name; what has none of its own is bouldering. */
export const categoryOf = (name: string): Category =>
  categories.find((category) => say(`category.${category}`).toLowerCase() === name.toLowerCase()) ?? "bouldering";
