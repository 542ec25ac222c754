import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { generate } from "../tools/generate.ts";
import { animal, animals } from "./animals.ts";
import { background, defaultTape, hues, paletteOf, tapeColours, tapeStyle } from "./colours.ts";
import { contours } from "./contours.ts";
import { outline } from "./glyph-outline.ts";
import { gymMark, wordmark } from "./headline.ts";
import { cut, diacritics, hold, markPieces, measure, pebbles, ragged, route, shapes, tape } from "./index.ts";
import { renderLargePng, renderPng } from "./png.ts";
import { sharePicture } from "./share.ts";
import { designs, fit, stairFiles, stairOf } from "./stair.ts";
import { highWall, lowWall, missingMarkOutline } from "./walls.ts";

const pixels = (png: Uint8Array) => {
  const view = new DataView(png.buffer, png.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
};

test.each(Object.entries(generate()))("%s is drawn completely, without NaN or undefined", (_, text) => {
  expect(text.length).toBeGreaterThan(300);
  expect(text).not.toMatch(/NaN|undefined/);
});

describe.each(shapes)("%s", (shape) => {
  test("a shape depends only on its seed and is about 100 units wide", () => {
    expect(hold({ shape, hue: "pink", seed: 3 })).toBe(hold({ shape, hue: "pink", seed: 3 }));
    expect(cut(shape, { seed: 3 }).path).not.toBe(cut(shape, { seed: 4 }).path);
    const { box } = cut(shape);
    expect(box.width).toBeGreaterThan(84);
    expect(box.width).toBeLessThan(106);
  });

  test("a shape is smaller than a kilobyte and stays within its box", () => {
    const { path, box } = cut(shape, { rotation: 30, seed: 9 });
    expect(path).not.toContain("NaN");
    const ends = [...path.matchAll(/(?:M|L|Q\S+ \S+ )(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [
      Number(x),
      Number(y),
    ]);
    expect(ends.length).toBeGreaterThan(7);
    for (const [x = 0, y = 0] of ends) {
      expect(x).toBeGreaterThanOrEqual(box.x - 0.1);
      expect(x).toBeLessThanOrEqual(box.x + box.width + 0.1);
      expect(y).toBeGreaterThanOrEqual(box.y - 0.1);
      expect(y).toBeLessThanOrEqual(box.y + box.height + 0.1);
    }
    expect(hold({ shape, hue: "sky", bolt: "#0c1a4b" }).length).toBeLessThan(1000);
  });
});

test("draws a hold without a lip flat", () => {
  expect(hold({ shape: "pocket", hue: { face: "currentColor" } })).not.toContain("clipPath");
});

test.each(animals)("draws a %s as a small SVG in the requested colour, identically each time", (kind) => {
  const drawn = animal(kind, "green");
  expect(drawn).toBe(animal(kind, "green"));
  expect(drawn).toContain(hues.green.face);
  expect(animal(kind, "sky")).not.toContain(hues.green.face);
  expect(drawn.length).toBeLessThan(5_000);
});

test("draws a missing diacritic as a dashed outline of a hold", () => {
  expect(missingMarkOutline("ogonek")).toContain(`d="${cut("ogonek").path}"`);
  expect(missingMarkOutline("ogonek")).toContain("stroke-dasharray");
});

test("element ids are unique within each wall illustration of the first-visit page", () => {
  for (const wall of [lowWall(), highWall()]) {
    const names = [...wall.matchAll(/ id="(\w+)"/g)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(0);
  }
});

test("splits a headline into words, letters and diacritics", () => {
  expect(diacritics("Pasirinkite dieną")).toEqual([
    [{ text: "PASIRINKITE" }],
    [{ text: "DIEN" }, { text: "A", mark: "ogonek", turn: 0 }],
  ]);
  expect(
    diacritics("ĄČĘĖĮŠŲŪŽ")
      .flat()
      .map(({ text, mark }) => `${text}:${mark}`),
  ).toEqual(["A:ogonek", "C:caron", "E:ogonek", "E:dot", "I:ogonek", "S:caron", "U:ogonek", "U:macron", "Z:caron"]);
  expect(diacritics("u\u0308 š").flat()).toEqual([{ text: "Ü" }, { text: "S", mark: "caron", turn: 0 }]);
  expect(markPieces("macron", "orange").body).toContain("<path");
});

test("torn edges are closed polygons whose corners lie inside the strip", () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    for (const polygon of Object.values(tape(seed))) {
      const corners = polygon
        .slice("polygon(".length, -1)
        .split(",")
        .reduce<string[]>((list, part) => {
          const last = list.at(-1);
          if (last && last.split("(").length !== last.split(")").length) list[list.length - 1] = `${last},${part}`;
          else list.push(part);
          return list;
        }, []);
      expect(corners.length).toBeGreaterThan(9);
      expect(polygon).not.toMatch(/NaN|undefined/);
    }
    expect(ragged(100, 26, seed)).toMatch(/^M[\d.]+ [\d.]+(L[\d.]+ [\d.]+){11}Z$/);
  }
  expect(tape(1)).toEqual(tape(1));
  expect(tape(1)).not.toEqual(tape(2));
});

test("a route passes through every point", () => {
  expect(
    route([
      [0, 0],
      [10, 20],
      [30, 20],
    ]),
  ).toMatch(/^M0 0C.* 10 20C.* 30 20$/);
});

test("draws one pebble for each place, outlined when the place is free", () => {
  for (const [taken, total] of [
    [0, 8],
    [5, 8],
    [8, 8],
    [9, 8],
    [3, 24],
  ] as const) {
    const drawn = pebbles(taken, total);
    expect(drawn.match(/<ellipse/g)).toHaveLength(total);
    expect(drawn.match(/fill="none"/g) ?? []).toHaveLength(Math.max(0, total - taken));
  }
});

test("the contour-line image of a page is small and depends only on its size and seed", () => {
  const drawn = contours({ width: 1440, height: 900, seed: 12 });
  expect(gzipSync(drawn).length).toBeLessThan(25_000);
  expect(drawn).not.toMatch(/NaN|undefined/);
  expect(drawn).toBe(contours({ width: 1440, height: 900, seed: 12 }));
  expect(drawn).not.toBe(contours({ width: 1440, height: 900, seed: 13 }));
});

test("letter outlines get wider or narrower with the requested width", () => {
  const [narrow, wide] = [50, 150].map((wdth) => outline("V", { wght: 900, wdth }));
  expect(wide?.advance).toBeGreaterThan(1.8 * (narrow?.advance ?? 1));
  const colon = outline(":", { wght: 900, wdth: 50 });
  expect(colon.advance).toBeGreaterThan(0.15);
  // A colon consists of two full stops, each of which must be moved only once. If the colon were
  // wider than its advance, it would overlap the digits next to it.
  expect(colon.ink.left).toBeGreaterThan(0);
  expect(colon.ink.right).toBeLessThan(colon.advance);
  expect(outline(" ", { wght: 900, wdth: 50 }).path).toBe("");
  expect(fit("V", 228, 174)).toBeGreaterThan(100);
  expect(fit("U", 91, 168)).toBeLessThan(70);
});

test("computes the width of a display word without a browser", () => {
  expect(measure("Tvarkaraštis")).toBe(measure("TVARKARASTIS"));
  expect(measure("WWW")).toBeGreaterThan(measure("III"));
  expect(measure("")).toBe(0);
});

test("renders a drawing as a PNG of the requested width", () => {
  const png = renderPng(hold({ shape: "caron", hue: "yellow", bolt: "#0c1a4b" }), 200);
  expect([...png.subarray(1, 4)].map((byte) => String.fromCharCode(byte)).join("")).toBe("PNG");
  expect(pixels(png)[0]).toBe(200);
});

describe("the letter staircase of a custom text", () => {
  test.each(["Į viršų", "Rudenį", "Žygis", "Ėjimas 26", "Kopk ūžk"])(
    "the staircase of %s stays within its picture, and its letters do not overlap",
    (text) => {
      for (const frame of Object.values(designs)) {
        const drawn = stairOf(text, frame);
        if (!drawn) throw new Error("It was not drawn.");
        const rights = drawn.letters.map(([, right]) => right);
        drawn.letters.forEach(([left, right], index) => {
          expect(right).toBeGreaterThan(left);
          expect(left).toBeGreaterThanOrEqual(rights[index - 1] ?? 0);
          expect(right).toBeLessThanOrEqual(frame.width);
        });
        for (const { at, width } of drawn.marks) {
          expect(at[1]).toBeGreaterThanOrEqual(-frame.above);
          expect(at[1] + (at[1] > -20 ? width : 0)).toBeLessThanOrEqual(frame.below);
        }
        expect(drawn.top.at[1]).toBeGreaterThanOrEqual(-frame.above);
        expect(drawn.top.at[0] + frame.top.width).toBeLessThanOrEqual(frame.width);
      }
      expect(stairFiles(text)?.[390]).toMatch(/^<svg /);
    },
  );

  test.each(["Ožiaragių šėlsmas", "Už", "Öland", "Kas čia?", ""])(
    "draws no staircase for %s, which is shown as a headline instead",
    (text) => {
      expect(stairFiles(text)).toBeUndefined();
    },
  );
});

test("a share picture has no text elements, and its title is scaled and wrapped to fit", async () => {
  const size = { width: 1200, height: 630 };
  const sizeOf = (drawn: string) => Number(/scale\((0\.\d+)\)/.exec(drawn)?.[1]);
  const [short, long] = ["Kainos", "Asmeninė treniruotė ir šventė jūsų įmonei ar šeimai"].map((text) =>
    sharePicture({ text, gym: "Uola", ...size, seed: 3 }),
  ) as [string, string];
  expect(short + long).not.toMatch(/<text|NaN|undefined/);
  expect(sizeOf(short)).toBeGreaterThan(2 * sizeOf(long));
  expect(sizeOf(long)).toBeGreaterThan(0.1);
  expect(short).not.toBe(sharePicture({ text: "Kainos", gym: "Uola", ...size, seed: 4 }));
  expect(pixels(await renderLargePng(short, size.width))).toEqual([size.width, size.height]);
});

test("the gym's logo is Uola's wordmark or the gym's name, scaled down if it is long, with room for diacritics", () => {
  expect(gymMark("Uola")).toEqual(wordmark("#f5f0e4"));
  const [short, marked, long] = ["Siena", "Šešėlis", "Aukštybių laipiojimo centras ir bendruomenė"].map((name) =>
    gymMark(name),
  ) as [ReturnType<typeof gymMark>, ReturnType<typeof gymMark>, ReturnType<typeof gymMark>];
  expect(short.body).not.toBe(wordmark().body);
  expect(marked.height).toBeGreaterThan(short.height);
  expect(long.width).toBeLessThanOrEqual(6201);
  expect(long.body).toMatch(/^<g transform="scale\(0\.\d+\)/);
  const size = { width: 1200, height: 630, seed: 3 };
  const ids = [...sharePicture({ text: "Kainų sąrašas", gym: "Šešėlis", ...size }).matchAll(/ id="([^"]+)"/g)].map(
    ([, id]) => id,
  );
  expect(new Set(ids).size).toBe(ids.length);
});

describe("tape colours", () => {
  const luminance = (colour: string) =>
    [1, 3, 5]
      .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      .reduce((sum, value, index) => sum + value * ([0.2126, 0.7152, 0.0722][index] ?? 0), 0);
  const contrast = (one: string, other: string) => {
    const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };

  test.each(Object.entries(tapeColours))(
    "%s contrasts enough with ink-coloured text and with the dark theme's background",
    (_, { face }) => {
      expect(contrast(background.ink, face)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(background.ink900, face)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test("the chosen tape colours also apply to illustrations", () => {
    expect(paletteOf()).toEqual(hues);
    expect(paletteOf(tapeStyle(defaultTape))).toEqual(hues);
    const palette = paletteOf(tapeStyle({ ...defaultTape, ropes: "lilac", bouldering: "red" }));
    expect(palette).toEqual({ ...hues, green: tapeColours.lilac, orange: tapeColours.red });
    const size = { width: 1200, height: 630, seed: 3, gym: "Šešėlis" };
    const painted = sharePicture({ text: "Ąžuolų ėmė", ...size, palette });
    expect(painted).toContain(tapeColours.lilac.face);
    expect(painted).toContain(tapeColours.red.face);
    expect(painted).not.toMatch(new RegExp(`${hues.green.face}|${hues.orange.face}`));
  });

  test("tape colours other than the defaults become CSS custom properties", () => {
    expect(tapeStyle(defaultTape)).toBe("");
    expect(tapeStyle({ ...defaultTape, ropes: "lilac" })).toBe("--color-green:#b9a1ff;--lip-green:#8a6ddd");
  });
});
