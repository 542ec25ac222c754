/** Keyboard shortcuts at the front desk while the search field has the focus. */
export type DeskKey = "up" | "down" | "choose" | "cash" | "card" | "take" | "next" | "undo";
type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/**
 * Returns the front desk action for a key press. `isEmpty`: the focused field is empty, so Ctrl+Z
 * has no text to undo.
 */
export function deskKey({ key, ctrlKey, metaKey, altKey }: Pressed, isEmpty: boolean): DeskKey | undefined {
  if (altKey) return undefined;
  if (ctrlKey || metaKey) {
    if (key === "Enter") return "take";
    return key.toLowerCase() === "z" && isEmpty ? "undo" : undefined;
  }
  const keys: Record<string, DeskKey> = {
    ArrowUp: "up",
    ArrowDown: "down",
    Enter: "choose",
    F8: "cash",
    F9: "card",
    Escape: "next",
  };
  return keys[key];
}

/**
 * Whether a text starts a people search: it has at least two letters and does not begin with "+",
 * which searches goods.
 */
export const isPeopleSearch = (text: string): boolean => text.length >= 2 && !text.startsWith("+");

/** `kindId`: the pass type, if the item is a pass. */
export type Good = { id: string; name: string; cents: number; kindId?: string };

/**
 * Returns the item to add for a typed text: "+2" adds the second item, "+bat" the item whose name
 * matches.
 */
export function goodOf<One extends Good>(typed: string, goods: readonly One[]): One | undefined {
  const sought = typed.startsWith("+") ? plain(typed.slice(1)) : "";
  if (/^\d{1,2}$/.test(sought)) return goods[Number(sought) - 1];
  if (sought === "") return undefined;
  return (
    goods.find(({ name }) => plain(name).startsWith(sought)) ?? goods.find(({ name }) => plain(name).includes(sought))
  );
}

const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** Returns the check-in that Ctrl+Z would undo: the last one, unless it has already been undone. */
export function lastCheckIn<One extends { id: string }>(
  last: One | undefined,
  booking: One,
  came: boolean,
): One | undefined {
  if (came) return booking;
  return last?.id === booking.id ? undefined : last;
}

/** Returns the change due in cash; undefined if the amount given is missing or too little. */
export const changeOf = (given: number | undefined, toPay: number): number | undefined =>
  given === undefined || given < toPay ? undefined : given - toPay;
