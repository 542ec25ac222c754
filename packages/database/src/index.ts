export { isBusy, NoConnection } from "./busy.ts";
export { inTime } from "./deadline.ts";
export { DataDirInUse, type Embedded, EmbeddedError, startEmbedded } from "./embedded/embedded.ts";
export { isAnswering } from "./health-check.ts";
export { newId, timeOf } from "./ids.ts";
export { isCurrent, MigrationError, migrate } from "./migrate.ts";
export { type Connection, type Database, json, momentsAsText, openDatabase } from "./open.ts";
export { retrying } from "./retrying.ts";
export type { Schema } from "./schema.ts";
