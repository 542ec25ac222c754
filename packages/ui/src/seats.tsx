import { PlacesText, type PlacesTone } from "./session-row.tsx";

type SeatsProps = { taken: number; total: number; tone: PlacesTone; text: string };

// More pebbles than this cannot be counted at a glance, so only the sentence is shown.
const countable = 30;

/** One pebble per place, filled for taken places, always with a sentence that gives the numbers. */
export function Seats({ taken, total, tone, text }: SeatsProps) {
  return (
    <div>
      {total <= countable && <Pebbles taken={taken} total={total} />}
      <PlacesText tone={tone} text={text} />
    </div>
  );
}

function Pebbles({ taken, total }: { taken: number; total: number }) {
  const stones = Array.from({ length: total }, (_, index) => index >= total - taken);
  return (
    <span className="pebbles" aria-hidden="true">
      {stones.map((full, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pebbles are alike
        <i key={index} className={full ? "taken" : undefined} />
      ))}
    </span>
  );
}

/** The legend for filled and empty pebbles. */
export function SeatsLegend({ taken, free }: { taken: string; free: string }) {
  return (
    <p className="legend" aria-hidden="true">
      <span>
        <Pebbles taken={1} total={1} /> {taken}
      </span>
      <span>
        <Pebbles taken={0} total={1} /> {free}
      </span>
    </p>
  );
}
