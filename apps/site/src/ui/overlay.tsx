import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { RoundButton } from "./buttons.tsx";
import { focusFirst } from "./first-focus.ts";

type OverlayProps = {
  title: string;
  /** What the button that closes it is called. */
  close: string;
  /** In the middle of the page, or a page beside the page. */
  form?: "dialog" | "sheet" | "sheet wide";
  /** The button and Esc ask for it; who draws the overlay closes it by drawing it no longer. */
  onClose: () => void;
  children: ReactNode;
};

/** A window over the page, which rests beneath it; the browser keeps the focus inside and gives it back. */
export function Overlay({ title, close, form = "dialog", onClose, children }: OverlayProps) {
  const overlay = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Before it is taken off the page, or the focus is given back to nobody.
  useLayoutEffect(() => {
    const element = overlay.current;
    element?.showModal();
    if (element) focusFirst(element);
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={overlay}
      className={`overlay ${form}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        // A file input within says so too when nothing is chosen.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // Browsers close it by themselves when Esc is pressed twice.
      onClose={({ currentTarget }) => {
        if (currentTarget.open) return;
        currentTarget.showModal();
        onClose();
      }}
    >
      <header>
        <h2 id={heading} tabIndex={-1}>
          {title}
        </h2>
        <RoundButton bare icon="close" label={close} onClick={onClose} />
      </header>
      {children}
    </dialog>
  );
}
