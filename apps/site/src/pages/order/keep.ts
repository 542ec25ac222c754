import type { reasonOf } from "@uola/browser/error-messages.ts";
import { type Draft, emptyDraft, type Order, type Sent } from "./draft.ts";

const draftName = "uola.order.draft";
const sentName = "uola.order.sent";
const orderName = "uola.order.key";
const refusedName = "uola.order.refused";

/** The request exactly as sent, so that a page reloaded in the meantime can find out the result. */
type Kept = Sent & { order?: Order; bank?: string };

type NotLed = { key: string; why: ReturnType<typeof reasonOf<"order">> };

/** State stored in the tab: the form values, the request id, and the resulting order. */
export const keptDraft = (): Draft => ({ ...emptyDraft, ...read<Partial<Draft>>(draftName) });
export const keepDraft = (draft: Draft) => write(draftName, draft);
export const keptSent = () => read<Kept>(sentName);
export const keepSent = (sent: Kept) => write(sentName, sent);
export const keptOrder = () => read<string>(orderName);

/** Records the placed order and clears the sent request, so that the visitor can place another order. */
export function finish(key: string) {
  write(orderName, key);
  attempt(() => sessionStorage.removeItem(sentName));
}
/** The reason why a placed order could not be redirected to its bank; shown once on the order's page. */
export const keepRefused = (why: NotLed) => write(refusedName, why);
export function takeRefused(key: string): NotLed["why"] | undefined {
  const refused = read<NotLed>(refusedName);
  attempt(() => sessionStorage.removeItem(refusedName));
  return refused?.key === key ? refused.why : undefined;
}
export const forgetSent = () => attempt(() => sessionStorage.removeItem(sentName));

const read = <Value>(name: string): Value | null =>
  attempt(() => JSON.parse(sessionStorage.getItem(name) ?? "null") as Value | null) ?? null;
const write = (name: string, value: unknown) => attempt(() => sessionStorage.setItem(name, JSON.stringify(value)));
function attempt<Value>(action: () => Value): Value | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
