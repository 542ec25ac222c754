import { Resvg } from "@resvg/resvg-js";

/** Renders an SVG without text elements as PNG bytes of the given width. */
export function renderPng(svg: string, width: number): Uint8Array {
  const options = { fitTo: { mode: "width", value: width }, font: { loadSystemFonts: false } } as const;
  return new Uint8Array(new Resvg(svg, options).render().asPng());
}
