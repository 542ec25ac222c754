import { newId } from "./ids.ts";
import { type Database, json } from "./open.ts";

declare module "./columns.ts" {
  interface ColumnTypes {
    "audit.actor": AuditEntry["actor"];
  }
}

/**
 * A change to an entity, or an event that concerns it. `before` and `after` are the entity's
 * states, or the details of the event.
 */
type AuditEntry = {
  siteId: string;
  entity: string;
  entityId: string;
  actor: { kind: string; id: string };
  action: string;
  before?: unknown;
  after?: unknown;
  /** The reason entered by a person. */
  reason?: string | null | undefined;
  at: Date;
};

/** Writes an audit entry in the transaction of the change. */
export async function insertAuditEntry(tx: Database, entry: AuditEntry): Promise<void> {
  const { siteId, entity, entityId, actor, action, before, after, reason = null, at } = entry;
  const row = { siteId, id: newId(), actor: json(actor), action, entity, entityId, reason, createdDate: at };
  await tx
    .insertInto("audit")
    .values({ ...row, before: jsonOrNull(before), after: jsonOrNull(after) })
    .execute();
}

const jsonOrNull = (value: unknown) => (value === undefined ? null : json(value));
