import { say } from "@uola/words/admin";
import { lazy, Suspense, useEffectEvent, useLayoutEffect } from "react";
import { chunk } from "../../loader/browser/chunk.ts";
import { Icon } from "../../ui/icons.tsx";
import type { OpenPage } from "./open-pages.ts";

// Comes with its first use: most pages are opened to be read.
const Palette = lazy(() => chunk(() => import("./palette.tsx")));

/** The way to a page, a person, a booking or an order from every page of the admin. */
export const PaletteButton = ({ onClick }: { onClick: () => void }) => (
  <button type="button" className="find-person" aria-keyshortcuts="/ Control+K" onClick={onClick}>
    <Icon name="search" />
    <span>{say("people.find")}</span>
    <kbd>/</kbd>
  </button>
);

type OpenerProps = { open: boolean; pages: readonly OpenPage[]; onOpen: () => void; onClose: () => void };

/** Opens by Ctrl+K wherever one is, and by "/" unless somebody types; never over what somebody is asked. */
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
  // As soon as the page stands there: a busy browser runs other effects some time after it can be seen, and a key is lost.
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
