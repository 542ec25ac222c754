import type { Hue } from "@uola/art";
import { type ReactNode, useEffect, useRef } from "react";
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

type ErrorSummaryProps = {
  title: string;
  errors: readonly { field: string; text: string }[];
  children?: ReactNode;
};

/** All that is wrong in a form, with ways to each field; takes the focus when it appears. */
export function ErrorSummary({ title, errors, children }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => summary.current?.focus(), []);
  return (
    <div className="error-summary" ref={summary} tabIndex={-1} role="alert">
      <h2 className="title">{title}</h2>
      {children}
      {errors.length > 0 && (
        <ul className="grid gap-1">
          {errors.map(({ field, text }) => (
            <li key={field}>
              <a className="link" href={`#${field}`}>
                {text}
              </a>
            </li>
          ))}
        </ul>
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
