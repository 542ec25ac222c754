import type { BookingSales, CodeGuesses } from "@uola/booking";
import type { contract } from "@uola/contract";
import { type BackgroundTask, type Context, type Handlers, hourMs } from "@uola/kernel";
import type { PriceList } from "../prices/prices.ts";
import { deskHandlers } from "./desk.ts";
import { createPassHolders, type PassHolders } from "./holders.ts";
import { createPassKinds, kindHandlers, type PassKinds } from "./kinds.ts";
import { createPassLedger, type PassLedger } from "./ledger.ts";
import { ownHandlers } from "./own-passes.ts";
import { ownerChangeHandlers } from "./owner-changes.ts";
import { readingHandlers } from "./reading.ts";

export type { PassHolders } from "./holders.ts";
export { addPassKind, type PassKinds, type SoldKind } from "./kinds.ts";
export type { PassLedger, PassMail, PassUse } from "./ledger.ts";
export { type PassFacts, passFacts } from "./mail-facts.ts";
export { type PassState, use, type Visit } from "./rules.ts";

const atOnce = 50;

/** Passes: prepaid entries. The rules are in docs/rules/passes.md. */
export function createPasses(
  context: Context,
  {
    sales,
    pricesOn,
    codeGuesses,
  }: { sales: Pick<BookingSales, "costOf">; pricesOn: PriceList; codeGuesses: CodeGuesses },
): {
  kinds: PassKinds;
  ledger: PassLedger;
  holders: PassHolders;
  handlers: Handlers<typeof contract.passes>;
  tasks: BackgroundTask[];
} {
  const kinds = createPassKinds(context, pricesOn);
  const ledger = createPassLedger(context);
  ledger.follow(sales);
  return {
    kinds,
    ledger,
    holders: createPassHolders(context),
    handlers: {
      ...kindHandlers(context, { kinds, pricesOn }),
      ...ownHandlers(context, { ledger, pricesOn }),
      ...deskHandlers(context, { ledger, kinds, codeGuesses }),
      ...readingHandlers(context, ledger),
      ...ownerChangeHandlers(ledger),
    },
    tasks: [{ name: "passes: remind", everyMs: hourMs, oneProcessAtATime: true, run: () => ledger.remind(atOnce) }],
  };
}
