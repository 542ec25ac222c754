import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { DaySpan } from "./reports.ts";
import { revision } from "./wire.ts";

/**
 * The subjects of ledger entries; each has its own account in the accountant's chart of accounts.
 * UNDERWAY is money that a payment provider or the card terminal's bank has yet to pay out;
 * VOUCHERS is the gym's liability for prepaid purchases.
 */
export const LedgerRole = z.enum([
  ...(["BUYERS", "BANK", "TILL", "UNDERWAY", "VOUCHERS", "VAT"] as const),
  ...(["SERVICES", "GOODS", "DONATIONS", "BONUS"] as const),
]);
export type LedgerRole = z.infer<typeof LedgerRole>;

const account = z
  .string()
  .trim()
  .regex(/^[0-9A-Z][0-9A-Z.-]{0,15}$/i, 'must be an account such as "2410"');

const accounts = z.object(
  Object.fromEntries(LedgerRole.options.map((role) => [role, account])) as Record<LedgerRole, typeof account>,
);
export const LedgerAccounts = z.object({ accounts, revision }).meta({ id: "LedgerAccounts" });
export type LedgerAccounts = z.infer<typeof LedgerAccounts>;

export const bookkeeping = {
  accounts: endpoint({
    method: "GET",
    path: "/v1/bookkeeping/accounts",
    access: "owner",
    also: ["accountant"],
    input: z.object({}),
    output: LedgerAccounts,
    errors: [],
    summary: "Read the accounts that book entries name; those of the usual Lithuanian chart until others were set.",
  }),
  setAccounts: endpoint({
    method: "POST",
    path: "/v1/bookkeeping/accounts",
    access: "owner",
    also: ["accountant"],
    input: LedgerAccounts,
    output: LedgerAccounts,
    errors: ["REVISION_MISMATCH"],
    summary: "Set the accounts that book entries name.",
  }),
  entries: endpoint({
    method: "GET",
    path: "/v1/bookkeeping/entries",
    access: "owner",
    also: ["accountant"],
    answer: "file",
    input: DaySpan.extend({ format: z.enum(["CSV", "XLSX"]) }),
    output: z.object({}),
    errors: ["INVALID_PERIOD"],
    summary: "The double-entry journal of some days: every document, payment and refund as debit and credit.",
  }),
};
