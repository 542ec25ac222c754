import { v7 } from "uuid";

/** A new id: uuid version 7, so that ids sort by the time they were made. */
export const newId = (): string => v7();

/** When an id was made, to the millisecond. */
export const timeOf = (id: string): Date => new Date(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16));
