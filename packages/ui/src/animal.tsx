import familyOnYellow from "@uola/art/animal-family-green.svg?no-inline";
import family from "@uola/art/animal-family-yellow.svg?no-inline";
import gecko from "@uola/art/animal-gecko-sky.svg?no-inline";
import lizard from "@uola/art/animal-lizard-green.svg?no-inline";
import lizardOnYellow from "@uola/art/animal-lizard-pink.svg?no-inline";
import monkey from "@uola/art/animal-monkey-orange.svg?no-inline";
import teen from "@uola/art/animal-teen-pink.svg?no-inline";
import type { CSSProperties } from "react";

const drawn = {
  monkey: { src: monkey, hue: "orange", width: 200, height: 296 },
  lizard: { src: lizard, hue: "green", width: 300, height: 164 },
  teen: { src: teen, hue: "pink", width: 200, height: 226 },
  family: { src: family, hue: "yellow", width: 190, height: 140 },
  gecko: { src: gecko, hue: "sky", width: 304, height: 452 },
  familyOnYellow: { src: familyOnYellow, hue: "green", width: 190, height: 140 },
  lizardOnYellow: { src: lizardOnYellow, hue: "pink", width: 300, height: 164 },
} as const;
type Name = keyof typeof drawn;

const inTurn = ["monkey", "lizard", "teen", "family", "gecko"] as const satisfies Name[];

/**
 * Returns the animal for a position in a list, so that a group has the same animal and hue wherever
 * it is shown.
 */
export const animalOf = (place: number) => inTurn[place % inTurn.length] ?? inTurn[0];
export const hueOf = (name: Name) => drawn[name].hue;

type AnimalProps = { name: Name; className?: string; style?: CSSProperties };

/** A decorative animal drawn as a hold. Never used on a warning, an error or money. */
export function Animal({ name, className = "", style }: AnimalProps) {
  const { src, width, height } = drawn[name];
  return <img src={src} alt="" {...{ width, height, className, style }} />;
}
