import type { ReactNode } from "react";

type StickyBarProps = {
  /** What is chosen so far, one or two lines. */
  children: ReactNode;
  /** The button within reach of the thumb. */
  action: ReactNode;
  /** `<TimeLeft>` on its upper edge. */
  timeLeft?: ReactNode;
  /** Up to where it is wanted: on phones and tablets, or until the ticket has its place beside. */
  until?: "wide" | "ticket";
};

/** Keeps the main thing to do at the lower edge; stand at the end of `<main>`. */
export function StickyBar({ children, action, timeLeft, until = "wide" }: StickyBarProps) {
  return (
    <div className={`sticky-bar on-ink until-${until}`}>
      {timeLeft}
      <div>{children}</div>
      {action}
    </div>
  );
}
