import type { Mine } from "../account/mine.ts";

/** What a link in a mail leads to: a booking, or why it cannot be read. */
export type Managing = { at: "loading" } | { at: "unknown" } | { at: "failed" } | { at: "read"; mine: Mine };

type Happening =
  | { event: "look" }
  | { event: "read"; mine: Mine }
  /** Without a code nobody answered. */
  | { event: "fail"; code: string | undefined };

/** What is shown stays while it is looked at again; that there is no such booking (any more) is told at once. */
export function nextManaging(managing: Managing, happening: Happening): Managing {
  switch (happening.event) {
    case "look":
      return managing.at === "read" ? managing : { at: "loading" };
    case "read":
      return { at: "read", mine: happening.mine };
    case "fail":
      if (happening.code === "BOOKING_NOT_FOUND" || happening.code === "INVALID_ARGUMENT") return { at: "unknown" };
      return managing.at === "read" ? managing : { at: "failed" };
  }
}

/** What the page says first: a booking that is called off is told from one that stands. */
export const titleOf = (managing: Managing): "loading" | "unknown" | "failed" | "off" | "stands" => {
  if (managing.at !== "read") return managing.at;
  const { status } = managing.mine;
  return status === "CANCELED" || status === "DECLINED" ? "off" : "stands";
};
