import type { Hue } from "@uola/art";
import type { ReactNode } from "react";
import { Ornament } from "./ornament.tsx";

type NoticeProps = {
  children: ReactNode;
  hue?: Exclude<Hue, "ink" | "chalk">;
  /** Said at once, over whatever is being read. */
  urgent?: boolean;
};

/** Something to know, in a live region: put it there empty, fill it when it happens. */
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

/** What was just done, and the way back from it. Always in the page; shown while there is something to say. */
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
