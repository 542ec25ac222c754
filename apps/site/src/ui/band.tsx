import type { Hue, Shape } from "@uola/art";
import type { CSSProperties, ReactNode } from "react";
import { Headline } from "./headline.tsx";
import { Hold } from "./hold.tsx";

type PlainHue = Exclude<Hue, "ink" | "chalk">;
type BandProps = {
  /** The page's h1. */
  title: string;
  hues?: readonly PlainHue[];
  /** A large hold cropped by the edge. */
  art?: { shape: Shape; hue: PlainHue; style?: CSSProperties };
  /** Above the headline (steps) and below it. */
  above?: ReactNode;
  children?: ReactNode;
};

/** The ink field a page opens with; the header's contour lines run on through it. */
export function Band({ title, hues, art, above, children }: BandProps) {
  return (
    <div className="band on-ink contoured page">
      {art && <Hold shape={art.shape} hue={art.hue} className="art" style={art.style} />}
      {above}
      <Headline level={1} hues={hues}>
        {title}
      </Headline>
      {children}
    </div>
  );
}
