import { anchors, diacritics, type Mark, measure, type Point } from "@uola/art";

/**
 * In hundredths of the voucher's width: the space for the letters, the height of the last one, and
 * the position of the first.
 */
const room = { across: 88, high: 40, left: 4, ground: 58 };
/**
 * The lower edge of the line with the wordmark and "Dovanų kuponas", including some space below the
 * line. No letter and no hold extends above this edge.
 */
export const titleEnd = 11;
const lowest = 0.34;
/** A capital is .68 of an em high; an accent that is not drawn as a hold adds about a quarter. */
const [cap, accent] = [0.68, 0.25];

type Step = {
  letter: string;
  mark: Mark | undefined;
  turn: number | undefined;
  /** Font size in hundredths of the voucher's width. */
  size: number;
  /** The upper edge including its hold, measured from the upper edge of the field. */
  top: number;
};

/**
 * Lays out the letters of a name as a staircase, as large as fits below the title and across the
 * voucher. Only the first word of a name is laid out.
 */
export function nameStair(name: string): { size: number; letters: Step[]; steps: Point[] } {
  const [word = ""] = name.trim().split(/\s+/);
  const letters = diacritics(word.slice(0, 14))
    .flat()
    .flatMap(({ text, mark, turn }) => [...text].map((letter) => ({ letter, mark, turn })));
  const shares = letters.map((_, index) =>
    letters.length < 2 ? 1 : lowest + ((1 - lowest) * index) / (letters.length - 1),
  );
  const all = letters.map((each, index) => {
    const share = shares[index] ?? 1;
    return { ...each, share, width: measure(each.letter) * share, height: heightOf(each) * share };
  });
  const across = all.reduce((sum, { width }) => sum + width, 0);
  const highest = Math.max(cap, ...all.map(({ height }) => height));
  const size = Math.min(room.high / cap, (room.ground - titleEnd) / highest, room.across / Math.max(0.5, across));
  let left = room.left;
  const steps = all.map(({ width, share }): Point => {
    const middle = left + (width * size) / 2;
    left += width * size;
    return [middle, room.ground - share * size * cap - 3];
  });
  return {
    size,
    steps,
    letters: all.map(({ letter, mark, turn, share, height }) => ({
      letter,
      mark,
      turn,
      size: share * size,
      top: room.ground - height * size,
    })),
  };
}

/** The height of a letter above the baseline in em, including the hold above it. */
function heightOf({ letter, mark }: { letter: string; mark?: Mark | undefined }): number {
  if (mark && mark !== "ogonek") return cap + anchors[mark].lift + anchors[mark].height;
  return letter.normalize("NFD") === letter ? cap : cap + accent;
}
