import type { Caller } from "@uola/kernel";
import { type AccessLevel, allows, type CollectionSchema } from "../collections/collections.ts";

/** Who writes, and what they may. */
export type WriteGrant = {
  actor: { kind: string; id: string };
  insert: boolean;
  update: AccessLevel;
  remove: AccessLevel;
  /** May say whose an item is. */
  owns: boolean;
  /** May say whether an item is published. */
  publishes: boolean;
  /** Drafts are there for them. */
  drafts: boolean;
  /** Fields that are read only or immutable hold for them. */
  bound: boolean;
  /** Fields whose references are kept with items they may not change. */
  closed: ReadonlySet<string>;
};

/** A caller at a collection, by its permissions; drafts are there for staff that ask for them. */
export function grantFor(
  { permissions, publishes }: Pick<CollectionSchema, "permissions" | "publishes">,
  caller: Caller,
  includeDrafts: boolean,
): WriteGrant {
  const staff = caller.role === "owner" || caller.role === "trainer";
  return {
    actor: { kind: caller.kind, id: caller.id },
    insert: allows(permissions, "insert", caller) !== "none",
    update: allows(permissions, "update", caller),
    remove: allows(permissions, "remove", caller),
    owns: caller.role === "owner",
    publishes: staff,
    drafts: publishes === undefined || (staff && includeDrafts),
    bound: true,
    closed: new Set(),
  };
}

/** Who may do everything: parts of the house that have asked already whether somebody may. */
export const unrestricted = (actor: { kind: string; id: string }): WriteGrant => ({
  actor: { kind: actor.kind, id: actor.id },
  ...{
    insert: true,
    update: "all",
    remove: "all",
    owns: true,
    publishes: true,
    drafts: true,
    bound: false,
    closed: new Set(),
  },
});

/** Whose items a hand may change. The empty text is nobody's id. */
export const ownerScope = ({ actor }: WriteGrant, allowed: AccessLevel): string | null =>
  allowed === "all" ? null : allowed === "own" ? actor.id : "";

/** Whose the items are that a hand adds: the system's are nobody's. */
export const ownerOfNewItem = ({ actor }: WriteGrant): string | null => (actor.kind === "system" ? null : actor.id);
