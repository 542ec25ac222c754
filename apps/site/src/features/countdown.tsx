import { say } from "@uola/words/site";
import { leftUntil, partsShown } from "./campaigns.ts";
import { useUntil } from "./until.ts";

/**
 * The time left until a moment, as figures with units; for screen readers, as one sentence.
 * `count-down.ts` updates it while the page is static HTML.
 */
export function Countdown({ until, now, small = false }: { until: string; now: Date; small?: boolean }) {
  const left = leftUntil(until, now);
  return (
    <div role="timer" className="flex flex-wrap gap-x-8 gap-y-2" {...useUntil(until)}>
      {partsShown(left).map((part) => (
        <p key={part} className="grid" data-part={part}>
          <b
            className={`display figure ${small ? "text-[40px]/[1.06]" : "text-[72px]/[1.06] md:text-[104px]/[1.06]"}`}
            suppressHydrationWarning
          >
            {left[part]}
          </b>
          <span className="small" suppressHydrationWarning>
            {say(`season.left.${part}`, { count: left[part] })}
          </span>
        </p>
      ))}
    </div>
  );
}
