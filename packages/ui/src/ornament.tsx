import { type Category, type Hue, type Shape, signs } from "@uola/art";
import type { CSSProperties } from "react";

type OrnamentProps = { shape: Shape; hue?: Exclude<Hue, "ink" | "chalk">; className?: string; style?: CSSProperties };

/** A decorative cut-paper hold, drawn by the stylesheet (`.hold`); its width is set from outside. */
export function Ornament({ shape, hue, className = "", style }: OrnamentProps) {
  return <i aria-hidden="true" className={`hold hold-${shape} ${hue ?? ""} ${className}`} style={style} />;
}

/** The flat icon of a category, in the colour of the adjacent text. */
export function CategoryIcon({ category }: { category: Category }) {
  return <Ornament shape={signs[category].shape} className="glyph flat" />;
}
