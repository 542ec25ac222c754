import type { contract } from "@uola/contract";
import { type Context, type Handlers, transact } from "@uola/kernel";
import { rankAt } from "./rules.ts";
import * as store from "./store.ts";
import { toEntry } from "./to-entry.ts";
import type { WaitingList } from "./waiting-list.ts";

/** Moves a party to another position of its waiting list. */
export function moveHandlers(
  context: Context,
  { lockWaiting, view, record }: WaitingList,
): Handlers<Pick<typeof contract.waitlist, "move">> {
  const { siteId, now } = context;

  return {
    move: ({ entryId, position, reason }, { caller }) =>
      transact(context, { publish: "availability" }, async (tx) => {
        const { entry, before } = await lockWaiting(tx, entryId);
        const all = await store.lockEntries(tx, siteId, entry.placesId);
        const others = all.filter(({ id }) => id !== entryId);
        const rank = rankAt(
          others.map(({ rank }) => rank),
          position,
        );
        // When there is no rank left between two entries, all entries are renumbered.
        const renumbered = rank === undefined ? others.map(({ id }) => id).toSpliced(position - 1, 0, entryId) : [];
        for (const [index, id] of renumbered.entries()) await store.change(tx, siteId, id, { rank: index + 1 });
        const to = { ...(rank !== undefined && { rank }), updatedDate: now() };
        const moved = await store.change(tx, siteId, entryId, to);
        const from = { position: (before.partiesBefore ?? 0) + 1 };
        await record(tx, from, moved, { step: "move", actor: caller, reason });
        return { entry: toEntry(await view(tx, entryId)) };
      }),
  };
}
