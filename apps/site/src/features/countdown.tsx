import { say } from "@uola/words/site";
import { type Left, leftUntil } from "./campaigns.ts";

/** The parts that matter: days until the last one, then hours and minutes, and seconds in the last hour. */
export const partsShown = ({ days, hours }: Left): (keyof Left)[] => {
  if (days > 0) return ["days", "hours", "minutes"];
  return hours > 0 ? ["hours", "minutes"] : ["minutes", "seconds"];
};

/** How long it is until a moment, as figures with their words; read aloud it is one sentence. */
export function Countdown({ until, now, small = false }: { until: string; now: Date; small?: boolean }) {
  const left = leftUntil(until, now);
  const parts = partsShown(left);
  return (
    <div role="timer" className="flex flex-wrap gap-x-8 gap-y-2">
      {parts.map((part) => (
        <p key={part} className="grid">
          <b className={`display figure ${small ? "text-[40px]/[1.06]" : "text-[72px]/[1.06] md:text-[104px]/[1.06]"}`}>
            {left[part]}
          </b>
          <span className="small">{say(`season.left.${part}`, { count: left[part] })}</span>
        </p>
      ))}
    </div>
  );
}
