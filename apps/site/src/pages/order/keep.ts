import type { reasonOf } from "../../reasons.ts";
import { type Draft, emptyDraft, type Order, type Sent } from "./draft.ts";

const draftName = "uola.order.draft";
const sentName = "uola.order.sent";
const orderName = "uola.order.key";
const refusedName = "uola.order.refused";

/** What was sent, as it was, so that a page that was reloaded meanwhile hears what came of it. */
type Kept = Sent & { order?: Order; bank?: string };

type NotLed = { key: string; why: ReturnType<typeof reasonOf<"order">> };

/** What stays in the tab: what is typed, under which id it was sent, and the order that came of it. */
export const keptDraft = (): Draft => ({ ...emptyDraft, ...read<Partial<Draft>>(draftName) });
export const keepDraft = (draft: Draft) => write(draftName, draft);
export const keptSent = () => read<Kept>(sentName);
export const keepSent = (sent: Kept) => write(sentName, sent);
export const keptOrder = () => read<string>(orderName);

/** The order is placed: what was sent has done its work; who orders may order again. */
export function finish(key: string) {
  write(orderName, key);
  attempt(() => sessionStorage.removeItem(sentName));
}
/** Why an order that was placed could not be led to its bank: said once, on the order's page. */
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
