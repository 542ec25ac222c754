import { say } from "@uola/words/admin";
import type { Row } from "../attendance/marks.ts";

/** Returns the label of an attendance row; people without a name are numbered. */
export function rowName({ name, place }: Pick<Row, "name" | "place">): string {
  const called = name || say("booking.unnamed");
  return place ? say("booking.place", { name: called, ...place }) : called;
}
