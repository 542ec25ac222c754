import { categoryOf } from "@uola/browser/gym/category.ts";
import { SessionRow } from "@uola/ui/session-row.tsx";
import { time } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { costOfCents } from "./cost.ts";
import { placesOf } from "./places.ts";
import type { Row } from "./timetable.ts";

/** A session as one row of a list, with a booking link while it can be booked. */
export function TimetableRow({ row }: { row: Row }) {
  return (
    <SessionRow
      start={time(new Date(row.start))}
      end={time(new Date(row.end))}
      category={categoryOf(row.kind)}
      categoryName={row.category}
      title={row.course ? `${row.title} (${say("schedule.course", row.course)})` : row.title}
      detail={[...row.staff, row.tagLine].filter(Boolean).join(" · ")}
      places={placesOf(row)}
      cost={costOf(row)}
      action={wayOf(row)}
    />
  );
}

function costOf({ cents, course }: Row) {
  if (cents === null) return undefined;
  return course && cents > 0 ? say("schedule.courseFull", { price: costOfCents(cents) }) : costOfCents(cents);
}

/**
 * Returns the booking link while there are free places, then the waiting-list link if the service
 * has a waiting list. Returns nothing before registration opens.
 */
function wayOf({ state, waits, href, opens }: Row) {
  if (opens) return undefined;
  if (state === "free") return { href, label: say("action.book") };
  return state === "full" && waits ? { href, label: say("action.joinListShort") } : undefined;
}
