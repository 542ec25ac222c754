import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { anchors, cut, type Hue, hues, type Mark, markPieces, ragged, type Shape } from "@uola/art";
import { type Range, ranges, spans } from "@uola/art/fonts";
import { create, type Font } from "fontkit";
import Pdf from "pdfkit";

/** Font weights of running text. "display" is the headline font, which has only capitals and digits. */
export type Weight = 400 | 700;
type Face = Weight | "display";

export type TextStyle = {
  size: number;
  weight?: Weight;
  color?: string;
  align?: "left" | "right" | "center";
};

export type Sheet = ReturnType<typeof createSheet>;

const fontFile = (name: string) => fileURLToPath(import.meta.resolve(`@uola/art/fonts/${name}.ttf`));

/** Cap height and letter spacing of the display font, in em. */
export const capHeight = 0.675;
const spacing = 0.016;

/** Cache: each font is parsed once. */
const fonts = new Map<string, Font>();
function fontOf(name: string): Font {
  const known = fonts.get(name) ?? (create(readFileSync(fontFile(name))) as Font);
  fonts.set(name, known);
  return known;
}

/**
 * Creates the pages of a PDF/A-3a: every text is tagged with its role, fonts are embedded, and
 * drawings are marked as artifacts. The fonts are split into several files by character range, so a
 * text is drawn in parts.
 */
export function createSheet({
  title,
  author,
  language,
  at,
}: {
  title: string;
  author: string;
  language: string;
  at: Date;
}) {
  const doc = new Pdf({
    size: "A4",
    margin: 0,
    autoFirstPage: true,
    bufferPages: true,
    pdfVersion: "1.7",
    subset: "PDF/A-3a",
    tagged: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, Author: author, Creator: "Uola", Producer: "Uola", CreationDate: at, ModDate: at },
  });
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Uint8Array>((resolve, reject) => {
    doc.on("end", () => resolve(Buffer.concat(chunks)));
    doc.on("error", reject);
  });

  const root = doc.struct("Document");
  doc.addStructure(root);
  const open = [root];

  const registered = new Set<string>();
  function select(face: Face, range: Range, size: number) {
    const name = face === "display" ? "anybody-900-latin" : `hanken-${face}-${range}`;
    // pdfkit also accepts a parsed font, although its types do not declare it.
    if (!registered.has(name)) doc.registerFont(name, fontOf(name) as never);
    registered.add(name);
    return doc.font(name).fontSize(size);
  }
  const apart = (face: Face, size: number) => (face === "display" ? spacing * size : 0);

  const widths = new Map<string, number>();
  function widthOf(part: Part, face: Face, size: number): number {
    const key = `${face} ${part.text}`;
    const known = widths.get(key) ?? select(face, part.range, 1000).widthOfString(part.text);
    widths.set(key, known);
    return (known * size) / 1000 + apart(face, size) * part.text.length;
  }
  const measured = (text: string, face: Face, size: number) =>
    partsOf(text).reduce((sum, part) => sum + widthOf(part, face, size), 0);

  /** Draws one line; `y` is its baseline and `x` the edge it is aligned to. */
  function line(text: string, x: number, y: number, face: Face, { size, color = ink, align = "left" }: TextStyle) {
    const width = measured(text, face, size);
    let pen = align === "left" ? x : align === "right" ? x - width : x - width / 2;
    for (const part of partsOf(text)) {
      select(face, part.range, size).fillColor(color);
      doc.text(part.text, pen, y, { ...plainLine, characterSpacing: apart(face, size) });
      pen += widthOf(part, face, size);
    }
    return width;
  }

  return {
    doc,

    /** Returns the width of a line of text. */
    widthOf: (text: string, { size, weight = 400 }: TextStyle): number => measured(text, weight, size),

    /** Breaks a text into lines that fit a width. A word that is too long is broken too. */
    wrapText(text: string, width: number, { size, weight = 400 }: TextStyle): string[] {
      const fits = (candidate: string) => measured(candidate, weight, size) <= width;
      const lines: string[] = [];
      for (const paragraph of text.split("\n")) {
        let current = "";
        for (const word of paragraph.split(/ +/)) {
          const longer = current ? `${current} ${word}` : word;
          if (fits(longer)) current = longer;
          else {
            if (current) lines.push(current);
            current = word;
            while (!fits(current)) {
              let end = current.length - 1;
              while (end > 1 && !fits(current.slice(0, end))) end--;
              lines.push(current.slice(0, end));
              current = current.slice(end);
            }
          }
        }
        lines.push(current);
      }
      return lines;
    },

    /** Draws tagged text: a paragraph, heading or cell with one or more lines, `leading` apart. */
    text(
      tag: string,
      lines: readonly string[],
      [x, y]: readonly [number, number],
      style: TextStyle & { leading?: number; scope?: "Column" },
    ): void {
      const { weight = 400, leading = style.size * 1.35, scope } = style;
      const content = doc.markStructureContent(tag);
      for (const [index, each] of lines.entries()) line(each, x, y + index * leading, weight, style);
      doc.endMarkedContent();
      open.at(-1)?.add(doc.struct(tag, scope ? ({ scope } as object) : {}, content));
    },

    /** Groups everything drawn by `inside` in one structure element, such as a table or a row. */
    group(tag: string, inside: () => void): void {
      const element = doc.struct(tag);
      open.at(-1)?.add(element);
      open.push(element);
      inside();
      open.pop();
      element.end();
    },

    /** Draws text in the display font, which screen readers read as `spoken`. Returns its width. */
    display(
      tag: string,
      text: string,
      [x, y]: readonly [number, number],
      style: TextStyle & { spoken: string },
    ): number {
      const content = doc.markStructureContent(tag);
      doc.markContent("Span", { actual: style.spoken });
      const width = line(text, x, y, "display", style);
      doc.endMarkedContent();
      doc.endMarkedContent();
      open.at(-1)?.add(doc.struct(tag, { actual: style.spoken }, content));
      return width;
    },

    displayWidth: (text: string, size: number) => measured(text, "display", size),

    /** Draws purely decorative letters. */
    letters: (text: string, x: number, y: number, size: number) => line(text, x, y, "display", { size }),

    /** Draws content that screen readers skip: rules, climbing holds, and text that was already read. */
    drawing(draw: () => void): void {
      doc.markContent("Artifact", { type: "Layout" });
      draw();
      doc.endMarkedContent();
    },

    rule(
      x: number,
      y: number,
      width: number,
      { thick = 0.6, color = line2 }: { thick?: number; color?: string } = {},
    ): void {
      doc.rect(x, y, width, thick).fill(color);
    },

    note: (text: string, x: number, y: number, style: TextStyle) => line(text, x, y, style.weight ?? 400, style),

    /** Draws a climbing hold of width `size`. */
    hold(
      shape: Shape,
      hue: Hue,
      [x, y]: readonly [number, number],
      size: number,
      { rotation = 0, seed = 0 } = {},
    ): void {
      const { path, bolt, box } = cut(shape, { rotation, seed });
      const scale = size / box.width;
      doc.save();
      doc.translate(x - box.x * scale, y - box.y * scale).scale(scale);
      const { face, lip } = hues[hue];
      doc.path(path).fill(lip, "even-odd");
      doc.save();
      doc.path(path).clip("even-odd");
      doc.translate(-4.5, -5.5).path(path).fill(face, "even-odd");
      doc.restore();
      if (bolt.rx > 0) doc.ellipse(bolt.x - 2.2, bolt.y - 2.7, bolt.rx, bolt.ry).fill("#ffffff");
      doc.restore();
    },

    /** Draws the diacritic of a letter in the display font that starts at `x` on the baseline. */
    mark(mark: Mark, hue: Hue, [x, baseline]: readonly [number, number], letterWidth: number, size: number): void {
      const anchor = anchors[mark];
      const width = anchor.width * size;
      const top =
        mark === "ogonek" ? baseline - anchor.lift * size : baseline - (capHeight + anchor.lift + anchor.height) * size;
      const left = x + letterWidth * anchor.at - width / 2;
      if (mark !== "macron") {
        this.hold(mark, hue, [left, top], width);
        return;
      }
      const { width: whole } = markPieces("macron", hue);
      doc.save();
      doc
        .translate(left, top)
        .scale(width / whole)
        .rotate(-3)
        .path(ragged(100, 26, 5))
        .fill(hues[hue].face);
      doc.restore();
    },

    /** Draws a strip of tape. */
    tape(hue: Hue, [x, y]: readonly [number, number], width: number, height: number): void {
      doc.save();
      doc
        .translate(x, y)
        .scale(0.644)
        .path(ragged(width / 0.644, height / 0.644, 3))
        .fill(hues[hue].face);
      doc.restore();
    },

    /** The whole file. */
    end(): Promise<Uint8Array> {
      root.end();
      doc.end();
      return done;
    },
  };
}

export const ink = "#0c1a4b";
export const muted = "#4d5678";
const line2 = "#c9cbd3";

const plainLine = { lineBreak: false, baseline: "alphabetic" } as const;

type Part = { text: string; range: Range };

const rangeOf = (sign: string): Range | undefined => {
  const point = sign.codePointAt(0) ?? 0;
  return ranges.find((range) => spans[range].some(([first, last]) => first <= point && point <= last));
};

/**
 * Splits a text into parts that are each covered by one font file. A character in no font is
 * replaced by its base letter or a question mark.
 */
function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  for (const sign of text.normalize("NFC")) {
    const letter = sign.normalize("NFKD").charAt(0);
    const known = rangeOf(sign) ? sign : rangeOf(letter) ? letter : "?";
    const range = rangeOf(known) ?? "latin";
    const last = parts.at(-1);
    if (last?.range === range) last.text += known;
    else parts.push({ text: known, range });
  }
  return parts;
}
