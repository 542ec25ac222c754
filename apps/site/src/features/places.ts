import type { PlacesTone } from "@uola/ui/session-row.tsx";
import { dayShort } from "@uola/words/formats";
import { say } from "@uola/words/site";
import type { Row } from "./timetable.ts";

/** Returns the text about the places in a session, and the tone in which it is shown. */
export function placesOf({ state, open, opens }: Pick<Row, "state" | "open" | "opens">): {
  tone: PlacesTone;
  text: string;
} {
  if (state === "canceled") return { tone: "full", text: say("schedule.canceled") };
  if (state === "past") return { tone: "full", text: say("schedule.past") };
  if (state === "started") return { tone: "full", text: say("schedule.started") };
  if (opens) return { tone: "full", text: say("season.begins", { day: dayShort(new Date(opens)) }) };
  if (state === "closed") return { tone: "full", text: say("schedule.closed") };
  if (open <= 0) return { tone: "full", text: say("places.none") };
  return { tone: open === 1 ? "last" : "free", text: say("places.left", { count: open }) };
}
