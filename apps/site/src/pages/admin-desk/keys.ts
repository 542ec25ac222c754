/** What a key does at the desk, where the search has the focus. */
export type DeskKey = "up" | "down" | "choose" | "cash" | "card" | "take" | "next" | "undo";
type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/** `isEmpty`: nothing is typed in the field the key is pressed in, so that taking back is not that of its text. */
export function deskKey({ key, ctrlKey, metaKey, altKey }: Pressed, isEmpty: boolean): DeskKey | undefined {
  if (altKey) return undefined;
  if (ctrlKey || metaKey) {
    if (key === "Enter") return "take";
    return key.toLowerCase() === "z" && isEmpty ? "undo" : undefined;
  }
  const keys: Record<string, DeskKey> = {
    ...{ ArrowUp: "up", ArrowDown: "down", Enter: "choose", F8: "cash", F9: "card", Escape: "next" },
  };
  return keys[key];
}

/** Whether people are looked for by it: two letters find somebody, and after "+" goods are named. */
export const seeksPeople = (text: string): boolean => text.length >= 2 && !text.startsWith("+");

/** `kindId`: of the pass that it is. */
export type Good = { id: string; name: string; cents: number; kindId?: string };

/** What "+" and something after it adds: "+2" the second key, "+bat" what is called so. */
export function goodOf<One extends Good>(typed: string, goods: readonly One[]): One | undefined {
  const sought = typed.startsWith("+") ? plain(typed.slice(1)) : "";
  if (/^\d{1,2}$/.test(sought)) return goods[Number(sought) - 1];
  if (sought === "") return undefined;
  return (
    goods.find(({ name }) => plain(name).startsWith(sought)) ?? goods.find(({ name }) => plain(name).includes(sought))
  );
}

const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** Whom Ctrl+Z would take back: whoever was let in last, and is still in. */
export function lastIn<One extends { id: string }>(
  last: One | undefined,
  booking: One,
  came: boolean,
): One | undefined {
  if (came) return booking;
  return last?.id === booking.id ? undefined : last;
}

/** What goes back of cash; nothing where it is too little, or no sum. */
export const changeOf = (given: number | undefined, toPay: number): number | undefined =>
  given === undefined || given < toPay ? undefined : given - toPay;
