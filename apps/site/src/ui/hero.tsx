import narrow from "@uola/art/stair-390.svg?no-inline";
import middle from "@uola/art/stair-768.svg?no-inline";
import wide from "@uola/art/stair-1440.svg?no-inline";
import type { ReactNode } from "react";

type StairHeroProps = { title: string; lead: string; children: ReactNode };

/**
 * "Į VIRŠŲ" as a staircase growing out of the paper below: what follows wears `poster after-hero`. The title is the
 * page's h1, said and not shown: the drawing says it.
 */
export function StairHero({ title, lead, children }: StairHeroProps) {
  return (
    <div className="hero band on-ink contoured page">
      <div className="words">
        <h1 className="visually-hidden">{title}</h1>
        <p className="lead">{lead}</p>
        <div className="actions">{children}</div>
      </div>
      <picture>
        <source media="(min-width: 64rem)" srcSet={wide} width={1440} height={730} />
        <source media="(min-width: 40rem)" srcSet={middle} width={768} height={448} />
        <img src={narrow} alt="" width={390} height={263} fetchPriority="high" />
      </picture>
    </div>
  );
}
