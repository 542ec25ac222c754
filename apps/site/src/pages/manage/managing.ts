import { isMissing } from "../../errors.ts";
import type { OwnBooking } from "../account/own-booking.ts";

/** What a link in a mail leads to: a booking, or why it cannot be read. */
export type Managing = { at: "loading" } | { at: "unknown" } | { at: "failed" } | { at: "read"; mine: OwnBooking };

/** What is shown stays while it is looked at again; that there is no such booking (any more) is told at once. */
export function managingOf(key: string, { data, error }: { data: OwnBooking | undefined; error: unknown }): Managing {
  if (!key || (error && isMissing(error))) return { at: "unknown" };
  if (data) return { at: "read", mine: data };
  return { at: error ? "failed" : "loading" };
}

/** What the page says first: a booking that is called off is told from one that stands. */
export const titleOf = (managing: Managing): "loading" | "unknown" | "failed" | "off" | "stands" => {
  if (managing.at !== "read") return managing.at;
  const { status } = managing.mine;
  return status === "CANCELED" || status === "DECLINED" ? "off" : "stands";
};
