import { chunk } from "@uola/page-loader/browser/chunk.ts";
import { Icon } from "@uola/ui/icons.tsx";
import { say } from "@uola/words/admin";
import { lazy, Suspense, useEffectEvent, useLayoutEffect } from "react";
import type { OpenPage } from "./open-pages.ts";

// Loaded on first use, because most pages are opened only for reading.
const Palette = lazy(() => chunk(() => import("./palette.tsx")));

/** Button on every admin page that searches for pages, people, bookings and orders. */
export const PaletteButton = ({ onClick }: { onClick: () => void }) => (
  <button type="button" className="find-person" aria-keyshortcuts="/ Control+K" onClick={onClick}>
    <Icon name="search" />
    <span>{say("people.find")}</span>
    <kbd>/</kbd>
  </button>
);

type OpenerProps = { open: boolean; pages: readonly OpenPage[]; onOpen: () => void; onClose: () => void };

/** Opens the search on Ctrl+K, and on "/" unless the user is typing; never on top of a dialog. */
export function PaletteOpener({ open, pages, onOpen, onClose }: OpenerProps) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    const isTyping =
      target instanceof HTMLElement &&
      (target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio]), textarea, select"));
    const isHeld = ctrlKey || metaKey;
    const opens = isHeld ? key.toLowerCase() === "k" && !altKey : key === "/" && !altKey && !isTyping;
    if (!opens || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    onOpen();
  });
  // A layout effect adds the listener as soon as the page is visible. In a busy browser other
  // effects run later, and an earlier key press would be lost.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
  if (!open) return null;
  return (
    <Suspense>
      <Palette pages={pages} onClose={onClose} />
    </Suspense>
  );
}
