import { type CollectionPermissions, hasPower } from "@uola/contract";
import type { Caller } from "@uola/kernel";

export type Action = keyof CollectionPermissions;
/** The items an action is allowed on: all, the caller's own, or none. */
export type AccessLevel = "all" | "own" | "none";

/** Default permissions of a new collection. */
export const ownersOnly = { insert: "ADMIN", update: "ADMIN", remove: "ADMIN", read: "ADMIN" } as const;

/**
 * Returns the items on which a caller may perform an action: all, their own, or none. An insert
 * that is permitted for `own` items counts as `all`.
 */
export function accessLevelFor(
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
