/**
 * Outlines of display text, for pictures drawn without a browser: mails, share images and the
 * letter staircase on the home page.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { create, type Font, type Glyph } from "fontkit";

type Face = { wght: number; wdth: number };
/**
 * `path` is in thousandths of an em, the other values in em; y increases downwards from the
 * baseline. `ink` contains the left and right edges of the visible letter.
 */
type Outline = {
  path: string;
  advance: number;
  ink: { left: number; right: number; top: number; bottom: number };
};

type Point = { x: number; y: number; copy(): Point };
type Decoded = { points?: Point[]; components?: { glyphID: number; dx: number; dy: number }[] };
type GlyphInternals = Glyph & { _decode(): Decoded };
// Private members of fontkit. Its getVariation() reads a WOFF2 file as if it were TrueType and
// fails, so this module moves the points of a glyph with fontkit's own variation processor.
type FontkitInternals = Font & {
  fvar: { axis: { axisTag: string; defaultValue: number }[] };
  variationCoords: number[];
  stream: unknown;
  _decompressed: boolean;
  _transformedGlyphs: unknown;
  _variationProcessor: { transformPoints(glyph: number, points: Point[]): void };
};

const file = "@fontsource-variable/anybody/files/anybody-latin-standard-normal.woff2";
let decoded: FontkitInternals | undefined;
const faces = new Map<string, FontkitInternals>();
const outlines = new Map<string, Outline>();

function faceOf({ wght, wdth }: Face): FontkitInternals {
  if (!decoded) {
    // All glyphs are decoded before a variation is set, on an object derived from the font:
    // otherwise fontkit would cache on the font itself that it has no variation.
    decoded = Object.create(create(readFileSync(fileURLToPath(import.meta.resolve(file))))) as FontkitInternals;
    decoded.getGlyph(0);
  }
  const { stream, _decompressed, _transformedGlyphs, fvar } = decoded;
  const key = `${wght} ${wdth}`;
  const known = faces.get(key);
  if (known) return known;
  const axes: Record<string, number> = { wght, wdth };
  const variationCoords = fvar.axis.map((axis) => axes[axis.axisTag.trim()] ?? axis.defaultValue);
  const face: FontkitInternals = Object.create(Object.getPrototypeOf(decoded));
  Object.assign(face, { stream, _decompressed, _transformedGlyphs, variationCoords, _glyphs: {} });
  faces.set(key, face);
  return face;
}

const round = (value: number) => Number(value.toFixed(4));
const still = { x: 0, y: 0, endContour: true };

// Moves a glyph's points to their position in the variation, including the components of a
// composite glyph (":" is two full stops). Each glyph is moved only once; otherwise a component
// that is used twice would be moved twice.
const varied = new WeakSet<GlyphInternals>();
function applyVariation(font: FontkitInternals, glyph: GlyphInternals): void {
  if (varied.has(glyph)) return;
  varied.add(glyph);
  const drawn = glyph._decode();
  const nib = font.getGlyph(font.glyphForCodePoint(73).id) as GlyphInternals;
  const [sample] = nib._decode().points ?? [];
  if (!sample) return;
  const phantom = () => [0, 0, 0, 0].map(() => Object.assign(sample.copy(), still));
  if (drawn.points) {
    const points = drawn.points.map((point) => point.copy());
    font._variationProcessor.transformPoints(glyph.id, [...points, ...phantom()]);
    glyph._decode = () => ({ ...drawn, points });
  } else if (drawn.components) {
    const places = drawn.components.map(({ dx, dy }) => Object.assign(sample.copy(), { ...still, x: dx, y: dy }));
    font._variationProcessor.transformPoints(glyph.id, [...places, ...phantom()]);
    const components = drawn.components.map((part, index) => ({
      ...part,
      dx: places[index]?.x ?? 0,
      dy: places[index]?.y ?? 0,
    }));
    for (const { glyphID } of components) applyVariation(font, font.getGlyph(glyphID) as GlyphInternals);
    glyph._decode = () => ({ ...drawn, components });
  }
}

/** Returns the outline of one character without diacritics: Latin letters, figures, punctuation and €. */
export function outline(character: string, face: Face): Outline {
  const key = `${character} ${face.wght} ${face.wdth}`;
  const known = outlines.get(key);
  if (known) return known;
  const font = faceOf(face);
  const glyph = font.glyphForCodePoint(character.codePointAt(0) ?? 0) as GlyphInternals;
  applyVariation(font, glyph);
  const em = font.unitsPerEm;
  const { minX, maxX, minY, maxY } = glyph.path.bbox;
  const inked = Number.isFinite(minX);
  const shown: Outline = {
    path: glyph.path
      .scale(1000 / em, -1000 / em)
      .toSVG()
      .replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number)))),
    advance: round(glyph.advanceWidth / em),
    ink: {
      left: inked ? round(minX / em) : 0,
      right: inked ? round(maxX / em) : 0,
      top: inked ? round(-maxY / em) : 0,
      bottom: inked ? round(-minY / em) : 0,
    },
  };
  outlines.set(key, shown);
  return shown;
}
