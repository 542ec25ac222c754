import type { Pass } from "@uola/contract";
import { freezeDaysLeft, statusOf, unusedOf } from "./rules.ts";
import type { PassRow } from "./store.ts";

/** Converts a row to its API representation. The code is not included. */
export const toPass = (row: PassRow, today: string): Pass => ({
  id: row.id,
  number: row.number,
  last4: row.last4,
  kindId: row.kindId,
  name: row.name,
  terms: row.terms,
  status: statusOf(row, today),
  holder: { name: row.holderName, email: row.holderEmail },
  balance: row.balance,
  visits: row.visits,
  validFrom: row.validFrom,
  validUntil: row.validUntil,
  // A past freeze is not shown.
  ...(row.frozenUntil !== null && row.frozenUntil >= today
    ? { frozenFrom: row.frozenFrom, frozenUntil: row.frozenUntil }
    : { frozenFrom: null, frozenUntil: null }),
  freezeDaysLeft: freezeDaysLeft(row, today),
  transferred: row.transferredDate !== null,
  price: row.price,
  unused: unusedOf(row, today),
  payment: row.payment,
  orderId: row.orderId,
  createdDate: row.createdDate,
  updatedDate: row.updatedDate,
  revision: String(row.revision),
});
