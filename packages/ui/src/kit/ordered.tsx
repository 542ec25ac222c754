import { say } from "@uola/words/admin";
import { type PointerEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { Icon } from "../icons.tsx";
import { dropPosition, moveItem } from "./order.ts";

export type Order<Item> = {
  /** Returns an item's name, for the labels of its move buttons. */
  nameOf: (item: Item) => string;
  /** Called when the user changes the order; the parent decides whether to apply it. */
  onMove: (items: Item[], from: number, to: number) => void;
};

type OrderedProps<Item> = Order<Item> & {
  items: readonly Item[];
  idOf: (item: Item) => string;
  /** The user may not change the order, or there is nothing to reorder. */
  isFixed?: boolean;
  children: (item: Item, index: number) => ReactNode;
};

/**
 * A list whose order matters: each item is dragged by its handle, or moved by an up and a down
 * button.
 */
export function Ordered<Item>({ items, idOf, nameOf, onMove, isFixed = false, children }: OrderedProps<Item>) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<{ id: string; from: number; to: number }>();
  const [told, setTold] = useState("");
  const shown = dragged ? moveItem(items, dragged.from, dragged.to) : items;

  const move = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || from === to) return;
    setTold(say("order.moved", { name: nameOf(item), place: to + 1, count: items.length }));
    onMove(moveItem(items, from, to), from, to);
  };
  const middles = () =>
    [...(list.current?.children ?? [])].map((line) => {
      const { top, height } = line.getBoundingClientRect();
      return top + height / 2;
    });
  const grab = (event: PointerEvent, id: string, from: number) => {
    // Otherwise the browser selects the text under the pointer while dragging.
    event.preventDefault();
    setDragged({ id, from, to: from });
  };
  const onDrag = useEffectEvent(({ clientY }: { clientY: number }) => {
    if (!dragged) return;
    const to = dropPosition(middles(), dragged.to, clientY);
    if (to !== dragged.to) setDragged({ ...dragged, to });
  });
  const onDrop = useEffectEvent(({ type }: { type: string }) => {
    setDragged(undefined);
    if (dragged && type === "pointerup") move(dragged.from, dragged.to);
  });
  const isDragging = dragged !== undefined;
  // Listens on the window, because the dragged row moves within the document and would no longer
  // receive the pointer's events.
  useEffect(() => {
    if (!isDragging) return;
    const drag = (event: globalThis.PointerEvent) => onDrag(event);
    const drop = (event: globalThis.PointerEvent) => onDrop(event);
    addEventListener("pointermove", drag);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
    return () => {
      removeEventListener("pointermove", drag);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
    };
  }, [isDragging]);

  if (items.length === 0) return null;
  return (
    <>
      <ol ref={list}>
        {shown.map((item, index) => {
          const id = idOf(item);
          return (
            <li
              key={id}
              id={`row-${id}`}
              className={`flex items-center gap-x-3 scroll-my-24 border-rule border-b bg-ground py-2 ${
                dragged?.id === id ? "outline-[3px] outline-dashed outline-text" : ""
              }`}
            >
              {!isFixed && items.length > 1 && (
                <Handles
                  name={nameOf(item)}
                  onGrab={(event) => grab(event, id, index)}
                  onUp={index > 0 ? () => move(index, index - 1) : undefined}
                  onDown={index < items.length - 1 ? () => move(index, index + 1) : undefined}
                />
              )}
              <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">{children(item, index)}</div>
            </li>
          );
        })}
      </ol>
      <p className="visually-hidden" role="status">
        {told}
      </p>
    </>
  );
}

type HandlesProps = {
  name: string;
  onGrab: (event: PointerEvent) => void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
};

const Handles = ({ name, onGrab, onUp, onDown }: HandlesProps) => (
  <span className="flex items-center">
    <span
      aria-hidden="true"
      className="h-[44px] w-[24px] cursor-grab touch-none bg-[radial-gradient(circle,currentColor_2px,transparent_2.5px)] bg-size-[10px_10px]"
      onPointerDown={onGrab}
    />
    <span className="grid">
      <Step label={say("order.up", { name })} icon="up" onClick={onUp} />
      <Step label={say("order.down", { name })} icon="down" onClick={onDown} />
    </span>
  </span>
);

type StepProps = { label: string; icon: "up" | "down"; onClick: (() => void) | undefined };

const Step = ({ label, icon, onClick }: StepProps) => (
  <button
    type="button"
    className="grid h-[24px] w-[36px] place-items-center disabled:opacity-35"
    aria-label={label}
    disabled={!onClick}
    onClick={onClick}
  >
    <Icon name={icon} />
  </button>
);
