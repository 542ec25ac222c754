import { type Database, insertAuditEntry, json, newId } from "@uola/database";
import type { Caller } from "./caller-resolver.ts";

/** Who makes a change: a caller, or the part of the system that acts by itself. */
export type Actor = Caller | { kind: "system"; id: string };

/** One change of one entity, as it is told to three readers: the owner, those who follow events, and the outside. */
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
    /** Why, where somebody had to say so. */
    reason?: string | null | undefined;
  };
  /** `sequence` is the entity's revision after the change; `slug` names what happened: created, updated, canceled … */
  event?: { slug: string; sequence: number; body: unknown };
  /** What has to leave for the outside; the queue delivers each at least once. */
  outbox?: readonly { kind: string; payload: unknown }[];
};

/** Writes the audit entry, the event and the outbox rows of a change, in the transaction that makes the change. */
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
