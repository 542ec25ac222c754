import type { VoucherStatus } from "@uola/contract";
import type { Refused } from "../ledger/ledger.ts";

/** The state of a voucher that determines whether it can be used. */
export type VoucherState = {
  face: number;
  balance: number;
  reserved: number;
  blocked: boolean;
  refundedDate: Date | null;
  /** The last valid day, as a calendar date. */
  validUntil: string;
  serviceId: string | null;
};

/** The change of the balance and of its reserved part. */
export type Deltas = { delta: number; reservedDelta: number };
export type Decision = Deltas | Refused;

export const nothing: Deltas = { delta: 0, reservedDelta: 0 };

/** Calendar dates are compared as text: "2026-09-30" < "2026-10-01". */
export function statusOf(voucher: VoucherState, today: string): VoucherStatus {
  if (voucher.refundedDate) return "REFUNDED";
  if (voucher.blocked) return "BLOCKED";
  if (voucher.balance === 0) return "USED_UP";
  return voucher.validUntil < today ? "EXPIRED" : "ACTIVE";
}

export const availableOf = ({ balance, reserved }: Pick<VoucherState, "balance" | "reserved">): number =>
  balance - reserved;

/** Returns the reason why a voucher cannot be used; undefined if it can. */
export function unusable(voucher: VoucherState, today: string): Refused | undefined {
  const status = statusOf(voucher, today);
  if (status === "ACTIVE") return undefined;
  return { code: `VOUCHER_${status}`, ...(status === "EXPIRED" && { data: { validUntil: voucher.validUntil } }) };
}

/**
 * Checks that an amount fits into the free balance. A voucher for a service can only be used as a
 * whole.
 */
function fits(voucher: VoucherState, amount: number): Refused | undefined {
  const available = availableOf(voucher);
  if (amount > available) return { code: "INSUFFICIENT_BALANCE", data: { available } };
  if (voucher.serviceId && amount !== voucher.balance) return { code: "VOUCHER_TAKEN_WHOLE", data: { available } };
  return undefined;
}

export const reserve = (voucher: VoucherState, amount: number, today: string): Decision =>
  unusable(voucher, today) ?? fits(voucher, amount) ?? { delta: 0, reservedDelta: amount };

/**
 * Returns the balance changes for redeeming an amount, from a reservation if there is one, or the
 * reason why the amount is rejected. An amount reserved in time can be redeemed after the last day,
 * because the purchase began before it.
 */
export function redeem(
  voucher: VoucherState,
  amount: number,
  { today, reservation }: { today: string; reservation?: number | undefined },
): Decision {
  if (reservation === undefined) {
    return unusable(voucher, today) ?? fits(voucher, amount) ?? { delta: -amount, reservedDelta: 0 };
  }
  const refused = unusable(voucher, today);
  if (refused && refused.code !== "VOUCHER_EXPIRED") return refused;
  // The rest of the reservation is released.
  const free = { ...voucher, reserved: voucher.reserved - reservation };
  if (amount > reservation) return { code: "INSUFFICIENT_BALANCE", data: { available: reservation } };
  return fits(free, amount) ?? { delta: -amount, reservedDelta: -reservation };
}

/**
 * Returns the balance changes for restoring an amount, at most the amount used, or the reason why
 * it is rejected.
 */
export function giveBack(voucher: VoucherState, amount: number): Decision {
  if (voucher.refundedDate) return { code: "VOUCHER_REFUNDED" };
  const used = voucher.face - voucher.balance;
  return amount > used ? { code: "MORE_THAN_USED", data: { used } } : { delta: amount, reservedDelta: 0 };
}

/**
 * Returns the balance changes for refunding the balance, which ends the voucher, or the reason why
 * it is rejected. Nothing may be reserved on the voucher.
 */
export function refund(voucher: VoucherState): Decision {
  if (voucher.refundedDate) return { code: "VOUCHER_REFUNDED" };
  if (voucher.balance === 0) return { code: "VOUCHER_USED_UP" };
  if (voucher.reserved > 0) return { code: "VOUCHER_RESERVED", data: { reserved: voucher.reserved } };
  return { delta: -voucher.balance, reservedDelta: 0 };
}

/**
 * Checks an extension of the validity. The new last day must be later than the current one and not
 * in the past.
 */
export function extend(voucher: VoucherState, validUntil: string, today: string): Decision {
  if (voucher.refundedDate) return { code: "VOUCHER_REFUNDED" };
  if (validUntil <= voucher.validUntil || validUntil < today) {
    return { code: "NOT_LATER", data: { validUntil: voucher.validUntil } };
  }
  return nothing;
}

export const block = (voucher: VoucherState): Decision =>
  voucher.refundedDate ? { code: "VOUCHER_REFUNDED" } : nothing;

/** Returns the same day a year later; 28 February for 29 February. */
export function yearAfter(date: string): string {
  const [year = 0, month, day] = date.split("-").map(Number);
  const isLeapDay = month === 2 && day === 29;
  return [year + 1, date.slice(5, 7), isLeapDay ? "28" : date.slice(8, 10)].join("-");
}

/**
 * Whether a voucher was bought online, given as a refund, issued to a company or sent by mail. Only the owner may print such a
 * code or send it to another address. Otherwise the desk sold the voucher and prints it for the buyer.
 */
export const isCodePrivate = (voucher: {
  payment: unknown;
  batchId: string | null;
  recipientEmail: string | null;
}): boolean => voucher.payment === null || voucher.batchId !== null || voucher.recipientEmail !== null;
