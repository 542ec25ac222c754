import type { Hue } from "@uola/art";
import type { ReactNode } from "react";
import { Ornament } from "./ornament.tsx";

type NoticeProps = {
  children: ReactNode;
  hue?: Exclude<Hue, "ink" | "chalk">;
  /** Announced at once, interrupting the screen reader. */
  urgent?: boolean;
};

/** A notice in a live region: render it empty and fill it when something happens. */
export function Notice({ children, hue = "orange", urgent = false }: NoticeProps) {
  return (
    <div role={urgent ? "alert" : "status"}>
      {children && (
        <div className="notice">
          <Ornament shape="dot" hue={hue} />
          <div>{children}</div>
        </div>
      )}
    </div>
  );
}

type ToastProps = { children: string | undefined; undo?: { label: string; onClick: () => void; key?: string } };

/**
 * Confirms the last action and offers to undo it. Always in the page; visible only while it has
 * content.
 */
export function Toast({ children, undo }: ToastProps) {
  return (
    <div role="status">
      {children && (
        <div className="toast">
          {children}
          {undo && (
            <button type="button" className="link" onClick={undo.onClick}>
              {undo.label}
              {undo.key && <kbd className="ml-3">{undo.key}</kbd>}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
