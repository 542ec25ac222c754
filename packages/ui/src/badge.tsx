import { type Category, type Hue, signs } from "@uola/art";
import type { ReactNode } from "react";
import { CategoryIcon } from "./ornament.tsx";

/** Returns one of four tear shapes; the same text always gets the same shape. */
export const torn = (words: ReactNode) => (typeof words === "string" ? `torn-${(words.length % 4) + 1}` : "torn-2");

type BadgeProps = {
  children: ReactNode;
  /** A hold's colour; `plain` is chalk, `now` is the most prominent. */
  hue?: Exclude<Hue, "ink" | "chalk"> | "plain" | "now";
  className?: string;
};

/** A label on a strip of tape. */
export function Badge({ children, hue = "plain", className = "" }: BadgeProps) {
  return <span className={`tape ${hue} ${torn(children)} ${className}`}>{children}</span>;
}

type CategoryBadgeProps = { category: Category; children: ReactNode; large?: boolean };

/**
 * The kind of activity: colour and label, and in the large variant, as in filters, also the hold's
 * shape.
 */
export function CategoryBadge({ category, children, large = false }: CategoryBadgeProps) {
  return (
    <span className={`tape ${signs[category].hue} ${torn(children)} ${large ? "large" : ""}`}>
      {large && <CategoryIcon category={category} />}
      {children}
    </span>
  );
}
