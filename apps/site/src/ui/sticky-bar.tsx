import type { ReactNode } from "react";

type StickyBarProps = {
  /** What is chosen so far, one or two lines. */
  children: ReactNode;
  /** The button within reach of the thumb. */
  action: ReactNode;
  /** `<Running>` on its upper edge. */
  running?: ReactNode;
  /** Only where the ticket is not in sight. */
  phone?: boolean;
};

/** Keeps the main thing to do at the lower edge; stand at the end of `<main>`. */
export function StickyBar({ children, action, running, phone = true }: StickyBarProps) {
  return (
    <div className={`sticky-bar on-ink ${phone ? "phone" : ""}`}>
      {running}
      <div>{children}</div>
      {action}
    </div>
  );
}
