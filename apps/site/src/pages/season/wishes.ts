import { required } from "@uola/contract/required";
import { useEffect, useState } from "react";

/** Maximum number of groups on the wish list. */
export const wishesMost = 3;

/** Local storage key of the wishes. */
export const keptName = (code: string) => `uola.wishes.${code}`;

/**
 * Adds a group at the end; the first has the highest priority. Adding a fourth group or a duplicate
 * changes nothing.
 */
export const withWish = (wishes: readonly string[], id: string): string[] =>
  wishes.includes(id) || wishes.length >= wishesMost ? [...wishes] : [...wishes, id];
export const withoutWish = (wishes: readonly string[], id: string): string[] => wishes.filter((each) => each !== id);
/** Moves a group up one position; the first stays where it is. */
export function moveWishUp(wishes: readonly string[], id: string): string[] {
  const at = wishes.indexOf(id);
  if (at < 1) return [...wishes];
  return wishes.toSpliced(at - 1, 2, id, required(wishes[at - 1], "wish"));
}

/** Parses the stored wishes; returns an empty list if the value is not a list of ids. */
export function readWishes(kept: string | null): string[] {
  try {
    const read: unknown = JSON.parse(kept ?? "[]");
    if (!Array.isArray(read)) return [];
    return read.filter((each): each is string => typeof each === "string").slice(0, wishesMost);
  } catch {
    return [];
  }
}

/** The groups on a visitor's wish list for a campaign, stored only in this browser. */
export function useWishes(code: string) {
  const [wishes, setWishes] = useState<string[]>([]);
  useEffect(() => {
    try {
      setWishes(readWishes(localStorage.getItem(keptName(code))));
    } catch {
      // If the browser blocks storage, the wishes last only as long as the page.
    }
  }, [code]);
  const keep = (next: string[]) => {
    setWishes(next);
    try {
      if (next.length > 0) localStorage.setItem(keptName(code), JSON.stringify(next));
      else localStorage.removeItem(keptName(code));
    } catch {
      // As above.
    }
  };
  return {
    wishes,
    add: (id: string) => keep(withWish(wishes, id)),
    remove: (id: string) => keep(withoutWish(wishes, id)),
    more: (id: string) => keep(moveWishUp(wishes, id)),
  };
}
