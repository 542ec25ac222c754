import type { HistoryEntry } from "@uola/contract";
import { say } from "@uola/words/admin";

const actions = {
  create: "history.create",
  update: "history.update",
  delete: "history.delete",
  clone: "history.clone",
  setLocations: "history.setLocations",
  setDefault: "history.setDefault",
  archive: "history.archive",
  "session.create": "history.session.create",
  "session.change": "history.session.change",
  "session.cancel": "history.session.cancel",
  "session.restore": "history.session.restore",
  "session.belowSold": "history.session.belowSold",
  "booking.create": "history.booking.create",
  "booking.confirm": "history.booking.confirm",
  "booking.decline": "history.booking.decline",
  "booking.cancel": "history.booking.cancel",
  "booking.reschedule": "history.booking.reschedule",
  "booking.participants": "history.booking.participants",
  "booking.attendance": "history.booking.attendance",
  "booking.settle": "history.booking.settle",
  "booking.pend": "history.booking.pend",
  "booking.order": "history.booking.order",
  "booking.payment": "history.booking.payment",
  "booking.cancellationFee": "history.booking.cancellationFee",
  "booking.fields": "history.booking.fields",
  "booking.group": "history.booking.group",
  "booking.ungroup": "history.booking.ungroup",
  "booking.lessons": "history.booking.lessons",
  "coupon.redeem": "history.coupon.redeem",
  "coupon.release": "history.coupon.release",
  "coupon.stop": "history.coupon.stop",
  "coupon.resume": "history.coupon.resume",
  "coupon.addCodes": "history.coupon.codes",
  "coupon.importCodes": "history.coupon.codes",
  "desk.close": "history.desk.close",
  "desk.correct": "history.desk.correct",
  "document.issue": "history.document.issue",
  "documents.close": "history.documents.close",
  "pass.reducePrice": "history.pass.reducePrice",
  "voucher.print": "history.voucher.codes",
  "voucher.codes": "history.voucher.codes",
  "account.signIn": "history.account.signIn",
  "account.signInFailed": "history.account.signInFailed",
  "account.setRole": "history.account.setRole",
  "account.block": "history.account.block",
  "account.unblock": "history.account.unblock",
  issue: "history.issue",
  restore: "history.restore",
  remove: "history.delete",
  revoke: "history.revoke",
} as const;

const orderSteps = [
  ...(["place", "payLink", "attempt", "receive", "pay", "wrongAmount", "refund", "withdraw", "refundSurplus"] as const),
  ...(["paidOut", "setCompany", "leaveOut", "cancel", "expire", "void", "voidedAfterRefund"] as const),
  ...(["refundedElsewhere", "refund.to_pay_out", "payPart", "remindPart", "extendPart"] as const),
  ...(["dispute.opened", "dispute.fundsTaken", "dispute.fundsBack", "dispute.won"] as const),
] as const;

/**
 * Actions on sessions, bookings and orders have their own texts; for all other items, each kind of
 * action has one common verb.
 */
export function actionText({ action }: Pick<HistoryEntry, "action">): string {
  const step = orderSteps.find((each) => action === `order.${each}`);
  if (step) return say(`orders.step.${step}`);
  const dot = action.indexOf(".");
  const word = [action, action.slice(dot + 1)].find((name): name is keyof typeof actions =>
    Object.hasOwn(actions, name),
  );
  if (word) return say(actions[word]);
  return say(action.startsWith("waitlist") ? "history.waitlist" : "history.update");
}
