import type { Reason } from "@uola/browser/error-messages.ts";
import { draftStorage, readStored, writeStored } from "../../features/tab-storage.ts";
import type { Draft, Order, Sent } from "./draft.ts";

const sentName = "uola.order.sent";
const orderName = "uola.order.key";
const refusedName = "uola.order.refused";

/** The request exactly as it was sent, so that the result can be queried after the page was reloaded. */
type Kept = Sent & { order?: Order; bank?: string };

type NotLed = { key: string; why: Reason<"order"> };

/** State stored in the tab: the form values, the request id, and the resulting order. */
export const orderDraft = draftStorage<Draft>("uola.order.draft");
export const keptSent = () => readStored<Kept>(sentName);
export const keepSent = (sent: Kept) => writeStored(sentName, sent);
export const forgetSent = () => writeStored(sentName, null);
export const keptOrder = () => readStored<string>(orderName);

/** Records the placed order and clears the sent request, so that the visitor can place another order. */
export function finish(key: string) {
  writeStored(orderName, key);
  forgetSent();
}
/**
 * The reason why the buyer of a placed order could not be redirected to the bank; shown once on the
 * order's page.
 */
export const keepRefused = (why: NotLed) => writeStored(refusedName, why);
export function takeRefused(key: string): NotLed["why"] | undefined {
  const refused = readStored<NotLed>(refusedName);
  writeStored(refusedName, null);
  return refused?.key === key ? refused.why : undefined;
}
