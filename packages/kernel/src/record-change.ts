import { type Database, insertAuditEntry, json, newId } from "@uola/database";
import type { Caller } from "./caller-resolver.ts";

/** The originator of a change: a caller, or a part of the system. */
export type Actor = Caller | { kind: "system"; id: string };

/** A change to one entity, with its audit entry, event and outbox rows. */
export type AuditedChange = {
  siteId: string;
  at: Date;
  entity: string;
  entityId: string;
  audit: {
    actor: Actor;
    action: string;
    before?: unknown;
    after?: unknown;
    /** The reason for the change, required by some operations. */
    reason?: string | null | undefined;
  };
  /** `sequence` is the entity's revision after the change; `slug` names the event: created, updated, canceled … */
  event?: { slug: string; sequence: number; body: unknown };
  /** Effects outside the database. The queue delivers each at least once. */
  outbox?: readonly { kind: string; payload: unknown }[];
};

/** Writes the audit entry, event and outbox rows in the transaction of the change. */
export async function recordChange(tx: Database, change: AuditedChange): Promise<void> {
  const { siteId, at, entity, entityId, audit, event, outbox = [] } = change;
  await insertAuditEntry(tx, { siteId, entity, entityId, at, ...audit });
  const own = () => ({ siteId, id: newId(), createdDate: at });
  if (event) {
    const { slug, sequence, body } = event;
    const row = { type: entity, slug, entityId, entitySequence: sequence, body: json(body) };
    await tx
      .insertInto("event")
      .values({ ...own(), ...row })
      .execute();
  }
  if (outbox.length > 0) {
    const rows = outbox.map(({ kind, payload }) => ({ ...own(), kind, payload: json(payload) }));
    await tx.insertInto("outbox").values(rows).execute();
  }
}
