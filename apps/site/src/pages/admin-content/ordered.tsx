import { say } from "@uola/words/admin";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { moved } from "../admin-rules/order.ts";

type OrderedProps<Item> = {
  items: readonly Item[];
  /** What a line is known by while it moves. */
  refOf: (item: Item) => string;
  /** What it is called, to say which one is moved. */
  nameOf: (item: Item) => string;
  onMove: (items: Item[]) => void;
  children: (item: Item, index: number) => ReactNode;
  className?: string;
};

/** Lines in an order that matters: dragged, or moved by the arrow keys on their handles. */
export function Ordered<Item>({ items, refOf, nameOf, onMove, children, className = "" }: OrderedProps<Item>) {
  const [dragged, setDragged] = useState<string>();
  const [told, setTold] = useState("");
  const move = (from: number, by: number) => {
    const item = items[from];
    const to = from + by;
    if (item === undefined || to < 0 || to >= items.length) return;
    onMove(moved(items, from, by));
    setTold(say("content.moved", { name: nameOf(item), place: to + 1, count: items.length }));
  };
  const byKey = (index: number) => (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(index, by);
  };
  return (
    <>
      <ol className={`ordered ${className}`}>
        {items.map((item, index) => (
          <li
            key={refOf(item)}
            onDragOver={(event) => dragged !== undefined && event.preventDefault()}
            onDrop={() => {
              const from = items.findIndex((each) => refOf(each) === dragged);
              if (from >= 0 && from !== index) move(from, index - from);
              setDragged(undefined);
            }}
          >
            <button
              type="button"
              className="handle"
              draggable
              aria-label={say("content.move", { name: nameOf(item) })}
              onDragStart={() => setDragged(refOf(item))}
              onDragEnd={() => setDragged(undefined)}
              onKeyDown={byKey(index)}
            >
              <span aria-hidden="true">↕</span>
            </button>
            {children(item, index)}
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {told}
      </p>
    </>
  );
}
