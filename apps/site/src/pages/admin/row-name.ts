import { say } from "@uola/words/admin";
import type { Row } from "../attendance/marks.ts";

/** What a row to tick is called: those nobody named by their number. */
export function rowName({ name, place }: Pick<Row, "name" | "place">): string {
  const called = name || say("booking.unnamed");
  return place ? say("booking.place", { name: called, ...place }) : called;
}
