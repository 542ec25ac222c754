import { type Category, type Hue, signs } from "@uola/art";
import type { ReactNode } from "react";
import { CategoryIcon } from "./ornament.tsx";

/** Four tears; the same words are always torn the same way. */
export const torn = (words: ReactNode) => (typeof words === "string" ? `torn-${(words.length % 4) + 1}` : "torn-2");

type BadgeProps = {
  children: ReactNode;
  /** A hold's colour; `plain` is chalk, `now` the strongest there is. */
  hue?: Exclude<Hue, "ink" | "chalk"> | "plain" | "now";
  className?: string;
};

/** A label on a strip of tape. */
export function Badge({ children, hue = "plain", className = "" }: BadgeProps) {
  return <span className={`tape ${hue} ${torn(children)} ${className}`}>{children}</span>;
}

type CategoryBadgeProps = { category: Category; children: ReactNode; large?: boolean };

/** What kind of activity: colour and word, and on the large one, as in filters, the hold's shape. */
export function CategoryBadge({ category, children, large = false }: CategoryBadgeProps) {
  return (
    <span className={`tape ${signs[category].hue} ${torn(children)} ${large ? "large" : ""}`}>
      {large && <CategoryIcon category={category} />}
      {children}
    </span>
  );
}
