/** The days of a part of a page that takes applications; an empty one is no bound. */
type Days = { from: string; until: string };

/** Whether applications are taken on a day, the first and the last one among them. Runs in browsers and on servers. */
export function applicationState({ from, until }: Days, today: string): "before" | "open" | "closed" {
  if (from && today < from) return "before";
  return until && today > until ? "closed" : "open";
}
