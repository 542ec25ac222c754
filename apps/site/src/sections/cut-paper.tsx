import { required } from "@uola/contract/required";
import type { ReactNode } from "react";

/** A rope drawn in chalk colour with tape on it, between two ink outlines. */
const Rope = ({ path, width = 15 }: { path: string; width?: number }) => (
  <g fill="none" strokeLinecap="round">
    <path d={path} stroke="#0c1a4b" strokeWidth={width + 6} />
    <path d={path} stroke="#f5f0e4" strokeWidth={width} />
    <path d={path} stroke="var(--color-orange)" strokeWidth={width} strokeDasharray="9 17" strokeLinecap="butt" />
  </g>
);

const tiles: readonly { ground: string; drawing: ReactNode }[] = [
  {
    ground: "var(--color-pink)",
    drawing: <Rope path="M-10 60C60 40 110 150 180 96S236 32 180 40S96 150 180 152S300 70 420 90" />,
  },
  {
    ground: "#0c1a4b",
    drawing: (
      <>
        <path d="M0 0h150L60 170 0 130Z" fill="var(--color-yellow)" />
        <path
          d="M62 236C120 200 150 170 190 150s90-60 150-120"
          fill="none"
          stroke="#f5f0e4"
          strokeWidth="3.4"
          strokeDasharray=".1 12"
          strokeLinecap="round"
        />
        <path d="M206 66c30-18 66 4 62 38s-36 44-64 26-28-46 2-64Z" fill="var(--color-orange)" />
        <path d="m116 150 58-10 10 38-56 18Z" fill="var(--color-sky)" />
        <path d="M268 178c4-46 62-46 64 0l-4 30h-18l-4-26-14 2-4 28h-20Z" fill="var(--color-green)" />
      </>
    ),
  },
  {
    ground: "#eae2d0",
    drawing: (
      <>
        <g fill="none" stroke="#d8cdb4" strokeWidth="2">
          <ellipse cx="210" cy="120" rx="170" ry="96" />
          <ellipse cx="214" cy="118" rx="124" ry="68" />
          <ellipse cx="220" cy="116" rx="78" ry="42" />
          <ellipse cx="224" cy="114" rx="36" ry="20" />
        </g>
        <path
          d="M-10 220C80 150 120 250 210 190s120-40 210-110"
          fill="none"
          stroke="var(--color-sky)"
          strokeWidth="18"
        />
        <path
          d="M60 190C120 120 190 190 300 70"
          fill="none"
          stroke="var(--color-orange)"
          strokeWidth="4"
          strokeDasharray="1 11"
          strokeLinecap="round"
        />
        <path d="M300 70V20l34 14-34 14" fill="var(--color-orange)" stroke="#0c1a4b" strokeWidth="3" />
        <circle cx="60" cy="190" r="12" fill="var(--color-orange)" />
      </>
    ),
  },
  {
    ground: "#0c1a4b",
    drawing: (
      <>
        <path d="M0 214h400v60H0Z" fill="var(--lip-green)" />
        <path d="M200 58 90 222h220Z" fill="var(--color-orange)" />
        <path d="M200 58 168 222h64Z" fill="var(--color-yellow)" />
        <path d="M330 46a30 30 0 1 0 18 52 34 34 0 0 1-18-52Z" fill="#f5f0e4" />
        <g fill="#f5f0e4">
          <circle cx="70" cy="60" r="3" />
          <circle cx="130" cy="34" r="2.4" />
          <circle cx="270" cy="30" r="2.4" />
          <circle cx="60" cy="120" r="2.4" />
        </g>
      </>
    ),
  },
  {
    ground: "var(--color-green)",
    drawing: (
      <>
        <path d="M132 96h136l12 170H120Z" fill="#0c1a4b" />
        <path d="M126 178c48 18 104 18 150 0l3 26c-50 18-106 18-156 0Z" fill="var(--color-orange)" />
        <ellipse cx="200" cy="96" rx="70" ry="22" fill="#f5f0e4" />
        <ellipse cx="200" cy="100" rx="52" ry="13" fill="#d8cdb4" />
        <g fill="#f5f0e4">
          <circle cx="170" cy="52" r="13" />
          <circle cx="212" cy="34" r="10" />
          <circle cx="238" cy="60" r="8" />
          <circle cx="196" cy="66" r="6" />
        </g>
      </>
    ),
  },
  {
    ground: "var(--color-sky)",
    drawing: (
      <>
        <circle cx="262" cy="74" r="46" fill="var(--color-yellow)" />
        <path d="M-10 236 96 112l48 52 78-112 68 96 40-30 90 118Z" fill="#0c1a4b" />
        <path d="M-10 216c60-26 110 20 170 4s120-36 250 6v60H-10Z" fill="var(--color-green)" />
      </>
    ),
  },
];

/**
 * A paper-cut illustration in place of a photograph, six in rotation. Decorative; the adjacent text
 * describes the content.
 */
export function CutPaper({ place, aspect = "aspect-[4/3]" }: { place: number; aspect?: string }) {
  const { ground, drawing } = required(tiles[place % tiles.length], "tile");
  return (
    <svg
      viewBox="0 0 400 260"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={`${aspect} w-full print:hidden`}
      style={{ background: ground }}
    >
      {drawing}
    </svg>
  );
}
