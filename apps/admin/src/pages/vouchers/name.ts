import type { Voucher } from "@uola/contract";
import { say } from "@uola/words/admin";

/** Formats the name of a voucher: "Nr. 000187 (…QXYZ)". */
export const nameOf = ({ number, last4 }: Pick<Voucher, "number" | "last4">) =>
  say("vouchers.name", { number: String(number).padStart(6, "0"), last4 });
