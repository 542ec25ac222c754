import { dayShort } from "@uola/words/formats";
import { say } from "@uola/words/site";
import type { ReactNode } from "react";

/** A section with a heading, an introduction and rows. */
export function Part({ id, title, lead, children }: { id: string; title: string; lead?: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="day-heading">
        {title}
      </h2>
      {lead && <p className="text-muted">{lead}</p>}
      {children}
    </section>
  );
}

/** A row with the current state on the left and its actions on the right. */
export function Row({ name, detail, children }: { name: ReactNode; detail?: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-rule py-3">
      <div className="min-w-0">
        <div className="font-bold [overflow-wrap:anywhere]">{name}</div>
        {detail && <div className="small text-muted">{detail}</div>}
      </div>
      <div className="flex flex-wrap gap-x-6">{children}</div>
    </div>
  );
}

export const dated = (key: "security.since" | "security.used" | "security.signedInOn", date: Date): string =>
  say(key, { date: dayShort(date) });
