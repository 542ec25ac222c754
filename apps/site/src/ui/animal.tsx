import type { Hue, Shape } from "@uola/art";
import { Ornament } from "./ornament.tsx";

/** Holds that look back at you. Which one stands for what is said beside it. */
const animals = [
  { shape: "boulder", hue: "orange" },
  { shape: "edge", hue: "green" },
  { shape: "jug", hue: "sky" },
  { shape: "flower", hue: "pink" },
  { shape: "sloper", hue: "yellow" },
] as const satisfies readonly { shape: Shape; hue: Exclude<Hue, "ink" | "chalk"> }[];

/** The animal of a place in a list: two bolts are its eyes. Never on a warning, an error or money. */
export function Animal({ place, className = "" }: { place: number; className?: string }) {
  const { shape, hue } = animals[place % animals.length] ?? animals[0];
  return (
    <span aria-hidden="true" className={`animal animal-${shape} ${className}`}>
      <Ornament shape={shape} hue={hue} />
      <i className="face" />
    </span>
  );
}
