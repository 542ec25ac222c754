import { type Pass, voucherCodeText } from "@uola/contract";
import type { Context } from "@uola/kernel";
import { createPassLedger, type PassMail } from "./ledger.ts";
import * as store from "./store.ts";
import { toPass } from "./to-pass.ts";

/** The data for an email about a pass, or the reason why the email is outdated. */
export type PassFacts = { pass: Pass; code: string } | { outdated: string };

/** Reads a pass for a queued mail. Returns `undefined` if the pass does not exist. */
export function passFacts(context: Context) {
  const { db, siteId } = context;
  const { codes, today } = createPassLedger(context);
  return async ({ passId, about, codeVersion, to }: PassMail): Promise<PassFacts | undefined> => {
    const row = await store.find(db, siteId, passId);
    if (!row) return undefined;
    const pass = toPass(row, await today());
    const { status } = pass;
    if (status === "REFUNDED" || status === "EXPIRED" || status === "USED_UP") {
      return { outdated: `The pass is ${status}.` };
    }
    if (row.codeVersion !== codeVersion) return { outdated: "The pass has a new code." };
    if (row.holderEmail !== to) return { outdated: "The pass is another person's." };
    if (about === "ending" && row.remindedOf !== row.validUntil) return { outdated: "The pass ends on another day." };
    return { pass, code: voucherCodeText(codes.open(row.sealedCode)) };
  };
}
