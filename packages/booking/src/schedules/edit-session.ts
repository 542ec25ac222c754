import type { contract, Input } from "@uola/contract";
import type { Database } from "@uola/database";
import { type Context, LookUpOutdated, Refusal, transact } from "@uola/kernel";
import { publishSessions } from "./generate-sessions.ts";
import type { FullRule } from "./rules.ts";
import * as store from "./store.ts";

type Group = typeof contract.schedules;
export type Change = Input<Group["changeSession"]>["change"];
export type Scope = NonNullable<Input<Group["changeSession"]>["scope"]>;
export type Target = { session: store.SessionRow; rule: FullRule | undefined };

/**
 * Edits one session in a transaction. Its weekly rule is locked first, so that concurrent edits are
 * serialized.
 */
export async function editSession<T>(
  context: Context,
  id: string,
  work: (tx: Database, target: Target) => Promise<T>,
): Promise<T> {
  const { siteId } = context;
  return transact(context, publishSessions, async (tx) => {
    const seen = await store.session(tx, siteId, id);
    const [rule] = seen?.ruleId ? await store.lockRules(tx, siteId, [seen.ruleId], "update") : [];
    const session = await store.lockSession(tx, siteId, id);
    if (!session) throw new Refusal("SESSION_NOT_FOUND", `No session ${id}.`, 404);
    // The series was split between the two reads.
    if (session.ruleId !== (seen?.ruleId ?? null)) throw new LookUpOutdated();
    return work(tx, { session, rule });
  });
}

/** Rejects changes to sessions that have already begun. */
export const refuseStarted = ({ startDate }: store.SessionRow, { now }: Context) => {
  if (startDate <= now()) throw new Refusal("SESSION_OVER", "The session has begun.");
};
