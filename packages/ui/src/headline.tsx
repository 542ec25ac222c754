import { diacritics, type Hue, measure } from "@uola/art";

type HeadlineProps = {
  /** In sentence case; displayed in capitals, with diacritic marks drawn as holds. */
  children: string;
  level?: 1 | 2 | 3;
  /** The maximum size: the headline shrinks so that its longest word fits the column. */
  size?: "h1" | "h2" | "card" | "page" | "one";
  /** Colours of the diacritic marks, used in turn. */
  hues?: readonly Exclude<Hue, "ink" | "chalk">[];
  /** The background colour, which no mark uses. */
  field?: Hue | undefined;
  id?: string;
};

const cycle = ["orange", "green", "pink", "yellow", "sky"] as const;

/**
 * The estimated width of a word in em before the web font loads, so that lines break in the same
 * place.
 */
const wordLength = (pieces: readonly { text: string }[]) => measure(pieces.map(({ text }) => text).join(""));

/**
 * A display headline. Screen readers and copying use the plain text; the split letters are only
 * visual.
 */
export function Headline({
  children,
  level = 2,
  size = level === 1 ? "h1" : "h2",
  hues = cycle,
  field,
  id,
}: HeadlineProps) {
  const Heading = `h${level}` as const;
  const seen = hues.filter((hue) => hue !== field);
  const words = diacritics(children);
  const [first] = words[0] ?? [];
  const opensMarked = first?.mark !== undefined && first.mark !== "ogonek";
  const fit = Math.max(...children.split(/\s+/).map(measure), 1);
  return (
    <div className="headline-box">
      <Heading
        id={id}
        className={`headline size-${size} ${words.length > 2 ? "long" : ""} ${opensMarked ? "opens-marked" : ""}`}
        style={{ "--fit": fit.toFixed(2), "--line": measure(children).toFixed(2) }}
      >
        <span className="visually-hidden">{children}</span>
        {/*
         * A new text is rendered from scratch, because browser translation may have replaced the letters of
         * the previous text.
         */}
        <span key={children} aria-hidden="true">
          {words.map((pieces, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the words of a text have no other name
            <span key={index}>
              <span className="word" style={{ "--w": wordLength(pieces).toFixed(3) }}>
                {pieces.map(({ text, mark, turn = 0 }, place) =>
                  mark ? (
                    // biome-ignore lint/suspicious/noArrayIndexKey: nor have its letters
                    <span key={place} className="letter">
                      {text}
                      <i
                        className={`mark ${mark === "macron" ? "macron" : `hold hold-${mark}`} ${seen[turn % seen.length]}`}
                        style={{ "--turn": turn }}
                      />
                    </span>
                  ) : (
                    text
                  ),
                )}
              </span>{" "}
            </span>
          ))}
        </span>
      </Heading>
    </div>
  );
}
