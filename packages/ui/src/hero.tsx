import narrow from "@uola/art/stair-390.svg?no-inline";
import middle from "@uola/art/stair-768.svg?no-inline";
import wide from "@uola/art/stair-1440.svg?no-inline";
import type { ReactNode } from "react";
import { PageHeader } from "./page-header.tsx";

type Drawings = Record<"390" | "768" | "1440", string>;
type HeroProps = {
  title: string;
  lead: string;
  children: ReactNode;
  /**
   * The drawn title: the built-in files, custom drawings for another text, or `none` if the title
   * is too long to be drawn as a staircase.
   */
  stair: "usual" | "none" | Drawings;
};

/**
 * Shows the title as a staircase that grows out of the paper below; the following section needs the
 * classes `poster after-hero`. The page's h1 contains the title as text and is visually hidden.
 */
export function Hero({ title, lead, children, stair }: HeroProps) {
  if (stair === "none") {
    return (
      <PageHeader title={title} art={{ shape: "jug", hue: "orange" }}>
        <p className="lead mt-6">{lead}</p>
        <div className="hero-actions relative mt-6">{children}</div>
      </PageHeader>
    );
  }
  const drawn = stair === "usual" ? { 390: narrow, 768: middle, 1440: wide } : addresses(stair);
  return (
    <div className="hero page-header on-ink contoured page">
      <div className="words">
        <h1 className="visually-hidden">{title}</h1>
        <p className="lead">{lead}</p>
        <div className="hero-actions">{children}</div>
      </div>
      <picture>
        <source media="(min-width: 64rem)" srcSet={drawn[1440]} width={1440} height={730} />
        <source media="(min-width: 40rem)" srcSet={drawn[768]} width={768} height={448} />
        <img src={drawn[390]} alt="" width={390} height={263} fetchPriority="high" />
      </picture>
    </div>
  );
}

const addresses = (drawings: Drawings): Drawings => ({
  390: addressOf(drawings[390]),
  768: addressOf(drawings[768]),
  1440: addressOf(drawings[1440]),
});
// A URL in a srcset ends at its first space or comma.
const addressOf = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;
