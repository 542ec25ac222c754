import { type Hue, route } from "@uola/art";
import { Badge } from "./badge.tsx";
import { nameStair } from "./name-stair.ts";
import { Ornament } from "./ornament.tsx";
import { Wordmark } from "./wordmark.tsx";

export const drawings = ["stair", "holds", "tapes", "summit"] as const;
export type Drawing = (typeof drawings)[number];

type VoucherProps = {
  drawing: Drawing;
  /** The value: "50 €", or the product given. */
  worth: string;
  /** The name to draw as a staircase; used only by the drawing that shows a name. */
  name: string;
  words: { gym: string; title: string; greeting: string; to: string; from: string; until: string };
};

const looks: Record<Drawing, string> = {
  stair: "voucher-stair",
  holds: "voucher-holds",
  tapes: "voucher-tapes",
  summit: "voucher-summit",
};

/** A gift voucher as it will be printed. Decorative: its content is also shown next to it as text. */
export function Voucher({ drawing, worth, name, words }: VoucherProps) {
  return (
    <div className={`voucher ${looks[drawing]}`} aria-hidden="true">
      <div className="voucher-sheet">
        <div className="voucher-field">
          <p className="voucher-title">
            <Wordmark name={words.gym} /> {words.title}
          </p>
          {drawing === "stair" && <NameStair name={name} />}
          {drawing === "holds" && <Holds />}
          {drawing === "tapes" && <Tapes />}
          {drawing === "summit" && <Summit />}
          <Badge hue="orange" className="worth-tape">
            {worth}
          </Badge>
        </div>
        <div className="voucher-strip">
          <b className="display worth">{worth}</b>
          <div>
            {words.greeting && <p className="greeting">{words.greeting}</p>}
            {words.to && <p>{words.to}</p>}
            {words.from && <p>{words.from}</p>}
          </div>
          <p className="until">{words.until}</p>
        </div>
      </div>
    </div>
  );
}

const marksHues = ["orange", "yellow", "green", "pink", "sky"] as const satisfies readonly Hue[];

/**
 * Draws the name as a staircase, with its diacritic marks as holds and the route that leads over
 * them.
 */
function NameStair({ name }: { name: string }) {
  const { letters, steps, size } = nameStair(name);
  return (
    <>
      <svg
        aria-hidden="true"
        className="voucher-drawing"
        viewBox="0 0 100 58"
        preserveAspectRatio="none"
        style={{
          fill: "none",
          stroke: "var(--color-orange)",
          strokeWidth: 0.7,
          strokeLinecap: "round",
          strokeDasharray: "0.01 1.7",
        }}
      >
        <path d={steps.length > 1 ? route([[0, 52], ...steps, [92, 9]]) : ""} />
      </svg>
      <span className="voucher-name" style={{ "--size": `${size.toFixed(2)}cqi` }}>
        {letters.map(({ letter, mark, turn = 0, size: own }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: letters have no other name than their place
          <span key={index} className="letter" style={{ fontSize: `${own.toFixed(2)}cqi` }}>
            {letter}
            {mark && (
              <i
                className={`mark ${mark === "macron" ? "macron" : `hold hold-${mark}`} ${marksHues[turn % marksHues.length]}`}
                style={{ "--turn": turn }}
              />
            )}
          </span>
        ))}
      </span>
    </>
  );
}

const Holds = () => (
  <>
    <Ornament shape="boulder" hue="orange" style={{ width: "44cqi", left: "-6cqi", bottom: "-12cqi" }} />
    <Ornament shape="pocket" hue="pink" style={{ width: "34cqi", right: "6cqi", bottom: "-4cqi" }} />
    <Ornament shape="sloper" hue="yellow" style={{ width: "24cqi", left: "36cqi", top: "8cqi" }} />
    <Ornament shape="jug" hue="sky" style={{ width: "30cqi", left: "40cqi", bottom: "-14cqi" }} />
  </>
);

/**
 * The position of each tape on the field: its rotation in degrees, and coordinates in hundredths of
 * the voucher's width.
 */
const strands = [
  { hue: "green", rotate: -28, top: 50, height: 9 },
  { hue: "pink", rotate: -44, top: 34, height: 9 },
  { hue: "dark", rotate: -14, top: 44, height: 5 },
  { hue: "orange", rotate: 22, top: 40, height: 9 },
  { hue: "sky", rotate: 62, top: 20, height: 6 },
] as const;
const Tapes = () => (
  <>
    {strands.map(({ hue, rotate, top, height }) => (
      <i
        key={hue}
        className={`strand ${hue}`}
        style={{ rotate: `${rotate}deg`, top: `${top}cqi`, height: `${height}cqi` }}
      />
    ))}
  </>
);

const Summit = () => (
  <svg aria-hidden="true" className="voucher-drawing" viewBox="0 0 100 58" preserveAspectRatio="none">
    <path d="M8 58 30 26l8 6 14-22 12 16 7-5 25 37Z" style={{ fill: "var(--color-pink)" }} />
    <g style={{ fill: "none", stroke: "var(--color-ink)", strokeWidth: 0.5 }}>
      {[14, 22, 30, 38, 46].map((y) => (
        <path key={y} d={`M${52 - (y - 8) * 0.8} ${y + 8}q${(y - 8) * 0.4}-6 ${(y - 8) * 0.8} 0t${(y - 8) * 0.8}-2`} />
      ))}
    </g>
  </svg>
);
