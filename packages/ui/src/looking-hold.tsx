import type { Hue, Shape } from "@uola/art";
import { Ornament } from "./ornament.tsx";

const holds = [
  { shape: "boulder", hue: "orange" },
  { shape: "edge", hue: "green" },
  { shape: "jug", hue: "sky" },
  { shape: "flower", hue: "pink" },
  { shape: "sloper", hue: "yellow" },
] as const satisfies readonly { shape: Shape; hue: Exclude<Hue, "ink" | "chalk"> }[];

/**
 * A decorative hold with a face for a position in a list: two bolts are its eyes. Never used on a
 * warning, an error or money.
 */
export function LookingHold({ place, className = "" }: { place: number; className?: string }) {
  const { shape, hue } = holds[place % holds.length] ?? holds[0];
  return (
    <span aria-hidden="true" className={`looking looking-${shape} ${className}`}>
      <Ornament shape={shape} hue={hue} />
      <i className="face" />
    </span>
  );
}
