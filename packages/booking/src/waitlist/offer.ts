import type { contract } from "@uola/contract";
import { type Context, type Handlers, Refusal, transact } from "@uola/kernel";
import { updateWaitingMin } from "../availability/availability.ts";
import * as store from "./store.ts";
import { toEntry } from "./to-entry.ts";
import { entryNotFound, type WaitingList } from "./waiting-list.ts";

/** Offers places to a party out of turn. */
export function offerHandlers(
  context: Context,
  { lockWaiting, view, policyOf, expiryOf, offer }: WaitingList,
): Handlers<Pick<typeof contract.waitlist, "offer">> {
  const { db, siteId } = context;

  return {
    offer: ({ entryId, reason }, { caller }) => {
      const lookUp = async () => {
        const found = await store.find(db, siteId, entryId);
        if (!found) throw entryNotFound();
        return { timeZone: await store.timeZone(db, siteId), policy: await policyOf(found.serviceId) };
      };
      return transact(context, { publish: "availability", lookUp }, async (tx, { timeZone, policy }) => {
        const { entry, booking, before } = await lockWaiting(tx, entryId);
        const { contactEmail, revision } = booking;
        const expires = expiryOf(policy, before.start, timeZone);
        const isOffered =
          expires && (await offer(tx, { ...entry, contactEmail, revision }, expires, { actor: caller, reason }));
        if (!isOffered) {
          throw new Refusal("NO_OPEN_SPOTS", `There are no ${entry.totalParticipants} places to offer.`);
        }
        await updateWaitingMin(tx, siteId, entry.placesId);
        return { entry: toEntry(await view(tx, entryId)) };
      });
    },
  };
}
