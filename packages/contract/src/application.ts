/** The period in which a page section accepts applications; an empty date means no bound on that side. */
type Days = { from: string; until: string };

/**
 * Whether applications are accepted on a day; both bounds are inclusive. Runs in browsers and on
 * servers.
 */
export function applicationState({ from, until }: Days, today: string): "before" | "open" | "closed" {
  if (from && today < from) return "before";
  return until && today > until ? "closed" : "open";
}
