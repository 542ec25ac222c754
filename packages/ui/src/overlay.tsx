import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { RoundButton } from "./buttons.tsx";
import { focusFirst } from "./first-focus.ts";

type OverlayProps = {
  title: string;
  /** The label of the close button. */
  close: string;
  /** A dialog in the middle of the page, or a sheet at its side. */
  form?: "dialog" | "sheet" | "sheet wide";
  /** Called by the close button and Esc; the parent closes the overlay by no longer rendering it. */
  onClose: () => void;
  children: ReactNode;
};

/**
 * A modal dialog over the page, which is inert while the dialog is open; the browser keeps the
 * focus inside the dialog and restores it afterwards.
 */
export function Overlay({ title, close, form = "dialog", onClose, children }: OverlayProps) {
  const overlay = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Closes the dialog before it is removed from the page, since otherwise the focus would not be
  // restored.
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
        // A file input inside also fires `cancel` when no file is selected.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // Browsers close the dialog themselves when Esc is pressed twice.
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
