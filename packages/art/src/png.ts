import { Resvg } from "@resvg/resvg-js";

/** An SVG (whose text is outlines already) as PNG bytes, so many pixels wide. */
export function renderPng(svg: string, width: number): Uint8Array {
  const options = { fitTo: { mode: "width", value: width }, font: { loadSystemFonts: false } } as const;
  return new Uint8Array(new Resvg(svg, options).render().asPng());
}
