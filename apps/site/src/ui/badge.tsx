import { type Category, type Hue, signs } from "@uola/art";
import type { ComponentProps, ReactNode } from "react";
import { type About, saidOf } from "./buttons.tsx";
import { Glyph } from "./ornament.tsx";
import { Icon, type IconName } from "./icons.tsx";

// Four tears; the same words are always torn the same way.
const torn = (words: ReactNode) => (typeof words === "string" ? `torn-${(words.length % 4) + 1}` : "torn-2");

type TapeProps = {
  children: ReactNode;
  /** A hold's colour; `plain` is chalk, `now` the strongest there is. */
  hue?: Exclude<Hue, "ink" | "chalk"> | "plain" | "now";
  className?: string;
};

/** A label on a strip of tape. */
export function Tape({ children, hue = "plain", className = "" }: TapeProps) {
  return <span className={`tape ${hue} ${torn(children)} ${className}`}>{children}</span>;
}

type TagProps = { category: Category; children: ReactNode; large?: boolean };

/** What kind of activity: colour and word, and on the large one, as in filters, the hold's shape. */
export function Tag({ category, children, large = false }: TagProps) {
  return (
    <span className={`tape ${signs[category].hue} ${torn(children)} ${large ? "large" : ""}`}>
      {large && <Glyph category={category} />}
      {children}
    </span>
  );
}

type Look = { small?: boolean; wide?: boolean; icon?: IconName };
const look = (words: ReactNode, { small, wide }: Look, className = "") =>
  `tape-button ${torn(words)} ${small ? "small" : ""} ${wide ? "wide" : ""} ${className}`;

/** The main thing to do, on a strip of tape: ink on paper, chalk on ink. One a view. */
export function TapeButton({
  children,
  small,
  wide,
  icon,
  className,
  about,
  ...button
}: ComponentProps<"button"> & Look & About) {
  return (
    <button
      type="button"
      {...saidOf(children, about)}
      {...button}
      className={look(children, { small, wide }, className)}
    >
      {children}
      {icon && <Icon name={icon} />}
    </button>
  );
}

export function TapeLink({
  children,
  small,
  wide,
  icon,
  className,
  about,
  ...link
}: ComponentProps<"a"> & Look & About) {
  return (
    <a {...saidOf(children, about)} {...link} className={look(children, { small, wide }, className)}>
      {children}
      {icon && <Icon name={icon} />}
    </a>
  );
}
