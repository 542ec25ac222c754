import { hasPower } from "@uola/contract";
import type { Caller } from "@uola/kernel";
import { type AccessLevel, accessLevelFor, type CollectionSchema } from "../collections/collections.ts";

/** The write permissions of one caller for a collection. */
export type WriteGrant = {
  actor: { kind: string; id: string };
  insert: boolean;
  update: AccessLevel;
  remove: AccessLevel;
  /** Whether the caller may set the owner of an item. */
  owns: boolean;
  /** Whether the caller may publish and unpublish items. */
  publishes: boolean;
  /** Sees drafts. */
  drafts: boolean;
  /** Whether the caller must not change read-only or immutable fields. */
  bound: boolean;
  /** Reverse fields whose references are stored in items the caller may not change. */
  closed: ReadonlySet<string>;
};

/**
 * Returns the write permissions of a caller, derived from the collection's permissions. Only staff
 * who request drafts can see them.
 */
export function grantFor(
  { permissions, publishes }: Pick<CollectionSchema, "permissions" | "publishes">,
  caller: Caller,
  includeDrafts: boolean,
): WriteGrant {
  const staff = hasPower("writesContent", caller);
  return {
    actor: { kind: caller.kind, id: caller.id },
    insert: accessLevelFor(permissions, "insert", caller) !== "none",
    update: accessLevelFor(permissions, "update", caller),
    remove: accessLevelFor(permissions, "remove", caller),
    owns: caller.role === "owner",
    publishes: staff,
    drafts: publishes === undefined || (staff && includeDrafts),
    bound: true,
    closed: new Set(),
  };
}

/** Returns unrestricted write permissions, for features that check permissions themselves. */
export const unrestricted = (actor: { kind: string; id: string }): WriteGrant => ({
  actor: { kind: actor.kind, id: actor.id },
  insert: true,
  update: "all",
  remove: "all",
  owns: true,
  publishes: true,
  drafts: true,
  bound: false,
  closed: new Set(),
});

/**
 * Returns the owner whose items may be changed. Null means all owners; the empty string matches no
 * owner.
 */
export const ownerScope = ({ actor }: WriteGrant, allowed: AccessLevel): string | null =>
  allowed === "all" ? null : allowed === "own" ? actor.id : "";

/** Returns the owner of new items. Items created by the system have no owner. */
export const ownerOfNewItem = ({ actor }: WriteGrant): string | null => (actor.kind === "system" ? null : actor.id);
