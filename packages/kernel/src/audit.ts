import { type Database, newId, type Schema } from "@uola/database";
import type { Insertable } from "kysely";
import type { Caller } from "./caller-resolver.ts";

/** One change of one entity, as it is told to three readers: the owner, those who follow events, and the outside. */
export type AuditedChange = {
  siteId: string;
  at: Date;
  entity: string;
  entityId: string;
  audit: {
    /** A caller, or the part of the system that acts by itself. */
    actor: Caller | { kind: "system"; id: string };
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

type AuditRows = {
  audit: Insertable<Schema["audit"]>;
  event: Insertable<Schema["event"]> | undefined;
  outbox: Insertable<Schema["outbox"]>[];
};

/** The rows of a change, for a statement that inserts many changes at once. */
function auditRows({ siteId, at, entity, entityId, audit, event, outbox = [] }: AuditedChange): AuditRows {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  return {
    audit: {
      siteId,
      id: newId(),
      actor: JSON.stringify(audit.actor),
      action: audit.action,
      entity,
      entityId,
      before: json(audit.before),
      after: json(audit.after),
      reason: audit.reason ?? null,
      createdDate: at,
    },
    event: event && {
      siteId,
      id: newId(),
      type: entity,
      slug: event.slug,
      entityId,
      entitySequence: event.sequence,
      body: JSON.stringify(event.body),
      createdDate: at,
    },
    outbox: outbox.map(({ kind, payload }) => ({
      siteId,
      id: newId(),
      kind,
      payload: JSON.stringify(payload),
      createdDate: at,
    })),
  };
}

/** Write a change's audit entry, event and outbox rows in the transaction that makes the change. */
export async function recordChange(tx: Database, change: AuditedChange): Promise<void> {
  const { audit, event, outbox } = auditRows(change);
  await tx.insertInto("audit").values(audit).execute();
  if (event) await tx.insertInto("event").values(event).execute();
  if (outbox.length > 0) await tx.insertInto("outbox").values(outbox).execute();
}
