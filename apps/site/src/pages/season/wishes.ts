import { useEffect, useState } from "react";

/** How many groups one may wish for. */
export const wishesMost = 3;

/** What they are kept under. */
export const keptName = (code: string) => `uola.wishes.${code}`;

/** What is wished for first stands first. Adding a fourth, or one that is there, changes nothing. */
export const withWish = (wishes: readonly string[], id: string): string[] =>
  wishes.includes(id) || wishes.length >= wishesMost ? [...wishes] : [...wishes, id];
export const withoutWish = (wishes: readonly string[], id: string): string[] => wishes.filter((each) => each !== id);
/** One place up; the first stays where it is. */
export function wishedMore(wishes: readonly string[], id: string): string[] {
  const at = wishes.indexOf(id);
  if (at < 1) return [...wishes];
  return wishes.toSpliced(at - 1, 2, id, wishes[at - 1] as string);
}

/** The wishes of a text that was kept; nothing of what is no list of names. */
export function readWishes(kept: string | null): string[] {
  try {
    const read: unknown = JSON.parse(kept ?? "[]");
    if (!Array.isArray(read)) return [];
    return read.filter((each): each is string => typeof each === "string").slice(0, wishesMost);
  } catch {
    return [];
  }
}

/** The groups somebody wishes for in a campaign, kept in this browser; nobody else learns them. */
export function useWishes(code: string) {
  const [wishes, setWishes] = useState<string[]>([]);
  useEffect(() => {
    try {
      setWishes(readWishes(localStorage.getItem(keptName(code))));
    } catch {
      // A browser that forbids storage forgets the wishes with the page.
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
    more: (id: string) => keep(wishedMore(wishes, id)),
  };
}
