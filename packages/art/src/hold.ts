import { type Hue, hues } from "./colours.ts";
import { cut, type Shape } from "./shapes.ts";

export type HoldOptions = {
  shape: Shape;
  /**
   * A named hue or a pair of colours. A hold without a lip colour is drawn flat, as on a strip of
   * tape.
   */
  hue: Hue | { face: string; lip?: string };
  rotation?: number;
  /** The offset of the face from the silhouette, as a percentage of the hold's size. */
  lip?: [dx: number, dy: number];
  /** The background colour, which is visible through the bolt hole. */
  bolt?: string;
  seed?: number;
  /** Unique on the page; derived from the options if omitted. */
  id?: string;
};

export type HoldPieces = { viewBox: string; width: number; height: number; body: string };

const hash = (text: string) => {
  let sum = 5381;
  for (let index = 0; index < text.length; index++) sum = (Math.imul(sum, 33) ^ text.charCodeAt(index)) >>> 0;
  return sum.toString(36);
};

/** Draws the silhouette in the lip colour, the face (shifted up and to the left) and the bolt. */
export function holdPieces(options: HoldOptions): HoldPieces {
  const { shape, rotation, lip: [dx, dy] = [-4.5, -5.5], bolt: boltColour } = options;
  const { path, bolt, box } = cut(shape, options);
  const { face, lip }: { face: string; lip?: string } =
    typeof options.hue === "string" ? hues[options.hue] : options.hue;
  const id = options.id ?? `h${hash(JSON.stringify([shape, rotation, dx, dy, options.seed]))}`;
  const flat = lip === undefined;
  const [x, y] = flat ? [bolt.x, bolt.y] : [bolt.x + dx / 2, bolt.y + dy / 2];
  const fastened =
    boltColour && bolt.rx > 0
      ? `<ellipse cx="${x}" cy="${y}" rx="${bolt.rx}" ry="${bolt.ry}" fill="${boltColour}"/>`
      : "";
  // With the even-odd rule, the pocket is a hole regardless of the direction of its path.
  const body = flat
    ? `<path fill-rule="evenodd" fill="${face}" d="${path}"/>${fastened}`
    : `<clipPath id="${id}"><path id="${id}p" fill-rule="evenodd" clip-rule="evenodd" d="${path}"/></clipPath>` +
      `<use href="#${id}p" fill="${lip}"/>` +
      `<g clip-path="url(#${id})"><use href="#${id}p" x="${dx}" y="${dy}" fill="${face}"/></g>${fastened}`;
  return { viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`, width: box.width, height: box.height, body };
}

/** Returns a hold as a decorative SVG element; the text next to it must convey the same information. */
export function hold(options: HoldOptions): string {
  const { viewBox, body } = holdPieces(options);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" aria-hidden="true">${body}</svg>`;
}
