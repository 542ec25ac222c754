import type { ReactNode } from "react";

type StickyBarProps = {
  /** A summary of the current selection, one or two lines. */
  children: ReactNode;
  /** The button, placed where a thumb can touch it. */
  action: ReactNode;
  /** `<TimeLeft>`, shown on the bar's upper edge. */
  timeLeft?: ReactNode;
  /**
   * The widths at which the bar is shown: on phones and tablets, or until there is space for the
   * ticket next to the content.
   */
  until?: "wide" | "ticket";
};

/** Keeps the primary action at the lower edge of the screen; place it at the end of `<main>`. */
export function StickyBar({ children, action, timeLeft, until = "wide" }: StickyBarProps) {
  return (
    <div className={`sticky-bar on-ink until-${until}`}>
      {timeLeft}
      <div>{children}</div>
      {action}
    </div>
  );
}
