import type { Hue } from "@uola/art";
import type { ReactNode } from "react";

type Held = {
  /** "Vieta jums laikoma iki 16:55". */
  text: string;
  /** "14:32", and the remaining share of the total time, 0–1. */
  time: string;
  share: number;
  extend?: ReactNode;
};

type TicketProps = {
  title: string;
  facts: readonly { name: string; value: string }[];
  held?: Held;
  hue?: Exclude<Hue, "ink" | "chalk">;
  /** Content between the booking data and the total, such as the number of participants. */
  children?: ReactNode;
  total?: { label: string; detail?: string; amount: string };
  /** The primary button, and the small print below it. */
  action?: ReactNode;
  print?: ReactNode;
  /** Stays visible (sticky) next to a long page. */
  stays?: boolean;
};

/** The booking in progress, drawn as a ticket on an ink background. */
export function Ticket(props: TicketProps) {
  const { title, facts, held, hue = "pink", children, total, action, print, stays } = props;
  return (
    <aside className={`ticket on-ink contoured ${held ? "held" : ""} ${stays ? "stays" : ""}`}>
      <div className="head">
        <h2>{title}</h2>
        {held && (
          <>
            <p className="mt-3">{held.text}</p>
            <p className="held-time">
              <b>{held.time}</b>
              {held.extend}
            </p>
            <TimeLeft share={held.share} hue={hue} />
          </>
        )}
      </div>
      <hr className="perforation my-5" />
      <dl className="ticket-facts">
        {facts.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children && <div className="mt-5 flex items-center justify-between gap-3">{children}</div>}
      {total && (
        <>
          <hr className="perforation my-5" />
          <p className="total">
            <span>
              <strong>{total.label}</strong>
              {total.detail && <small className="detail">{total.detail}</small>}
            </span>
            <b>{total.amount}</b>
          </p>
        </>
      )}
      {action && <div className="mt-6">{action}</div>}
      {print && <div className="small mt-4">{print}</div>}
    </aside>
  );
}

/**
 * The remaining time as a shrinking strip of tape; the time itself is always shown next to it as
 * text.
 */
export function TimeLeft({ share, hue }: { share: number; hue: Exclude<Hue, "ink" | "chalk"> }) {
  return (
    <span className={`time-left ${hue}`} aria-hidden="true">
      <i style={{ "--left": Math.max(0, Math.min(1, share)) }} />
    </span>
  );
}
