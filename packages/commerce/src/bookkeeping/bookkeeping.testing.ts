import type { LedgerRole } from "@uola/contract";
import type { TestGym } from "../testing.ts";
import { bookEntries } from "./bookkeeping.ts";
import type { BookEntry } from "./rules.ts";

/** The years covered by the test clocks. One journal request spans at most about a year. */
const years = [2026, 2027];

/**
 * Returns the inconsistencies between the journal and its sources: unbalanced entries, VAT that
 * differs from the documents, and a balance of the buyers that open orders and refunds do not
 * explain.
 */
export async function findImbalances(gym: TestGym): Promise<string[]> {
  const { db } = gym;
  const entries: BookEntry[] = [];
  for (const year of years) {
    entries.push(...(await bookEntries(gym.context, { from: `${year}-01-01`, to: `${year}-12-31` })));
  }
  const wrong: string[] = [];
  const left = new Map<LedgerRole, number>();
  for (const { kind, document, rows } of entries) {
    const difference = rows.reduce((sum, { debit, credit }) => sum + debit - credit, 0);
    if (difference !== 0) wrong.push(`${kind} ${document}: debit and credit differ by ${difference}`);
    for (const { role, debit, credit } of rows) left.set(role, (left.get(role) ?? 0) + debit - credit);
  }
  const all = await db.selectFrom("document").select(["vat", "orderId"]).where("kind", "<>", "PROFORMA").execute();
  const vat = all.reduce((sum, document) => sum + document.vat, 0);
  if ((left.get("VAT") ?? 0) !== -vat) wrong.push(`journal has VAT of ${left.get("VAT")}, documents ${vat}`);
  const orders = await db.selectFrom("shopOrder").select(["paid", "refunded", "paidDate"]).execute();
  const early = orders.reduce((sum, { paid, refunded, paidDate }) => sum + (paidDate ? 0 : paid - refunded), 0);
  const refunds = await db.selectFrom("refund").select("amount").where("state", "<>", "DONE").execute();
  const owed = refunds.reduce((sum, { amount }) => sum + amount, 0) + early;
  if ((left.get("BUYERS") ?? 0) !== -owed) wrong.push(`buyers are owed ${left.get("BUYERS")}, not ${owed}`);
  return wrong;
}
