import { measure } from "@uola/art";
import { Animal } from "@uola/ui/animal.tsx";
import { say } from "@uola/words/site";
import type { ReactNode } from "react";

/** The tilt of each letter and its height above the ground, in hundredths of its size. */
const jumps = [
  [-4, 0],
  [3, 13],
  [-2, -1],
  [3, 4],
  [-2, -4],
  [1, 5],
  [-3, -3],
] as const;

/** The figures on top of the word: their position along the word, and their size relative to it. */
const riders = [
  { name: "familyOnYellow", style: { left: "24%", width: ".3em", bottom: ".97em" } },
  { name: "monkey", style: { left: "45%", width: ".37em", bottom: ".98em" } },
  { name: "lizardOnYellow", style: { left: "66%", width: ".5em", bottom: ".92em" } },
] as const;

/** The title as jumping letters with animals on them. Screen readers get the plain word. */
export function KidsHero({ children }: { children: ReactNode }) {
  const title = say("page.kids");
  return (
    <div className="page-header on-hue yellow page pb-0!">
      {children}
      <h1 className="headline size-h1 jumping" style={{ "--fit": measure(title).toFixed(2) }}>
        <span className="visually-hidden">{title}</span>
        <span aria-hidden="true" className="jumping-word">
          {[...title.toUpperCase()].map((letter, place) => {
            const [tilt, height] = jumps[place % jumps.length] ?? jumps[0];
            return (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: letters have no other name than their place
                key={place}
                className="inline-block"
                style={{ transform: `translateY(${-height / 100}em) rotate(${tilt}deg)` }}
              >
                {letter}
              </span>
            );
          })}
          {riders.map(({ name, style }) => (
            <Animal key={name} name={name} className="absolute h-auto" style={style} />
          ))}
        </span>
      </h1>
      <Animal name="gecko" className="kids-gecko" />
    </div>
  );
}
