import { Resvg, renderAsync } from "@resvg/resvg-js";

const optionsFor = (width: number) =>
  ({ fitTo: { mode: "width", value: width }, font: { loadSystemFonts: false } }) as const;

/** Renders an SVG without text elements as PNG bytes of the given width. */
export const renderPng = (svg: string, width: number): Uint8Array =>
  new Uint8Array(new Resvg(svg, optionsFor(width)).render().asPng());

/** Like `renderPng`, but off the main thread, for large pictures requested by a user. */
export const renderLargePng = async (svg: string, width: number): Promise<Uint8Array> =>
  new Uint8Array((await renderAsync(svg, optionsFor(width))).asPng());
