import { PlacesText, type PlacesTone } from "./session-row.tsx";

type SeatsProps = { taken: number; total: number; tone: PlacesTone; text: string };

// More than this many pebbles are no longer counted at a glance: the sentence alone is clearer.
const countable = 30;

/** A pebble a place, the full ones taken, and always the sentence that says it. */
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

/** What full and empty pebbles mean. */
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
