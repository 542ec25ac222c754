import { isMissing } from "@uola/browser/errors.ts";
import type { OwnBooking } from "../account/own-booking.ts";

/** State of the page behind the link in an e-mail: a booking, or the reason why it cannot be read. */
export type ManageState = { at: "loading" } | { at: "unknown" } | { at: "failed" } | { at: "read"; mine: OwnBooking };

/**
 * Returns the state of the page. A booking already shown stays during a reload. If the booking does
 * not exist or no longer exists, this is shown at once.
 */
export function manageState(
  key: string,
  { data, error }: { data: OwnBooking | undefined; error: unknown },
): ManageState {
  if (!key || (error && isMissing(error))) return { at: "unknown" };
  if (data) return { at: "read", mine: data };
  return { at: error ? "failed" : "loading" };
}

/** Returns which title the page has: a canceled booking has a different title from an active booking. */
export const titleOf = (managing: ManageState): "loading" | "unknown" | "failed" | "off" | "stands" => {
  if (managing.at !== "read") return managing.at;
  const { status } = managing.mine;
  return status === "CANCELED" || status === "DECLINED" ? "off" : "stands";
};
