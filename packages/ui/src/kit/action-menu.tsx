import { type KeyboardEvent, useId, useRef, useState } from "react";
import { Icon } from "../icons.tsx";

export type MenuItem = { label: string; apart?: boolean } & ({ onClick: () => void } | { href: string });

const rowHeight = 48;

/**
 * A menu of further actions for one item, behind three dots. Irreversible actions are last and set
 * apart.
 */
export function ActionMenu({ label, items }: { label: string; items: readonly (MenuItem | false | undefined)[] }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [isOpen, setOpen] = useState(false);
  const all = items.filter((item): item is MenuItem => Boolean(item));
  if (all.length === 0) return null;
  const sorted = [...all.filter(({ apart }) => !apart), ...all.filter(({ apart }) => apart)];

  const place = () => {
    const at = button.current?.getBoundingClientRect();
    const { style } = list.current ?? {};
    if (!at || !style) return;
    const isBelow = at.bottom + sorted.length * rowHeight + 24 < innerHeight;
    style.top = isBelow ? `${at.bottom}px` : "auto";
    style.bottom = isBelow ? "auto" : `${innerHeight - at.top}px`;
    style.right = `${Math.max(8, document.documentElement.clientWidth - at.right)}px`;
  };
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const acts = [...(list.current?.querySelectorAll<HTMLElement>("a, button") ?? [])];
    acts.at((acts.indexOf(document.activeElement as HTMLElement) + step) % acts.length)?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows walk from the button into what it opened
    <span className="action-box" onKeyDown={isOpen ? walk : undefined}>
      <button
        ref={button}
        type="button"
        className="round bare"
        aria-label={label}
        aria-expanded={isOpen}
        popoverTarget={id}
      >
        <Icon name="more" />
      </button>
      <ul
        ref={list}
        id={id}
        popover="auto"
        className="action-menu"
        aria-label={label}
        onBeforeToggle={({ newState }) => {
          if (newState === "open") place();
          setOpen(newState === "open");
        }}
      >
        {isOpen &&
          sorted.map((item) => (
            <li key={item.label} className={item.apart ? "apart" : undefined}>
              {"href" in item ? (
                <a href={item.href}>{item.label}</a>
              ) : (
                <button
                  type="button"
                  onClick={() => {
                    list.current?.hidePopover();
                    item.onClick();
                  }}
                >
                  {item.label}
                </button>
              )}
            </li>
          ))}
      </ul>
    </span>
  );
}
