import { type CollectionPermissions, hasPower } from "@uola/contract";
import type { Caller } from "@uola/kernel";

export type Action = keyof CollectionPermissions;
/** The items an action is allowed on: all, the caller's own, or none. */
export type AccessLevel = "all" | "own" | "none";

/** Default permissions of a new collection. */
export const ownersOnly = { insert: "ADMIN", update: "ADMIN", remove: "ADMIN", read: "ADMIN" } as const;

/** What a caller may do. An insert that is allowed for `own` items is allowed. */
export function allows(
  permissions: CollectionPermissions,
  action: Action,
  { role }: Pick<Caller, "role">,
): AccessLevel {
  const least = permissions[action];
  if (role === "owner" || least === "ANYONE") return "all";
  if (role === "visitor") return "none";
  if (least === "SITE_MEMBER") return "all";
  const writes = hasPower("writesContent", { role });
  if (least === "SITE_MEMBER_AUTHOR") return writes || action === "insert" ? "all" : "own";
  return writes && least === "CMS_EDITOR" ? "all" : "none";
}
