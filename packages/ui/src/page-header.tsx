import type { Hue, Shape } from "@uola/art";
import type { CSSProperties, ReactNode } from "react";
import { Headline } from "./headline.tsx";
import { Ornament } from "./ornament.tsx";

type PlainHue = Exclude<Hue, "ink" | "chalk">;
type PageHeaderProps = {
  /** The page's h1. */
  title: string;
  hues?: readonly PlainHue[];
  /** A background in a hold's colour instead of ink. */
  hue?: PlainHue;
  /** A large hold cropped by the edge. */
  art?: { shape: Shape; hue: PlainHue; style?: CSSProperties };
  /**
   * A more compact header on phones and tablets, so that the main content starts near the top: the
   * headline is on one line, or on as many as it needs.
   */
  small?: "line" | "lines" | false;
  /** Content above the headline (steps) and below it. */
  above?: ReactNode;
  children?: ReactNode;
};

/** The header field at the top of a page; the site header's contour lines continue through it. */
export function PageHeader({ title, hues, hue, art, small = false, above, children }: PageHeaderProps) {
  const field = hue ? `on-hue ${hue}` : "on-ink contoured";
  return (
    <div className={`page-header ${field} page ${small ? `compact in-${small}` : ""}`}>
      {art && <Ornament shape={art.shape} hue={art.hue} className="art" style={art.style} />}
      {above}
      <Headline level={1} hues={hues} field={hue}>
        {title}
      </Headline>
      {children}
    </div>
  );
}
