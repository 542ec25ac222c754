import { Ornament } from "@uola/ui/ornament.tsx";
import type { ReactNode } from "react";

const steps = [
  { shape: "boulder", hue: "green" },
  { shape: "flower", hue: "yellow" },
  { shape: "dot", hue: "orange" },
  { shape: "sloper", hue: "pink" },
] as const;

type StepProps = { number: number; title: string; lead: string; children: ReactNode };

/** A checkout step, drawn as a hold of a climbing route. */
export function Step({ number, title, lead, children }: StepProps) {
  const { shape, hue } = steps[(number - 1) % steps.length] ?? steps[0];
  return (
    <section className="grid grid-cols-[44px_minmax(0,1fr)] gap-x-5" aria-labelledby={`step-${number}`}>
      <span aria-hidden="true" className="relative grid size-11 place-items-center font-bold text-ink">
        <Ornament shape={shape} hue={hue} className="absolute! w-11" />
        <span className="relative">{number}</span>
      </span>
      <div className="pb-5">
        <h2 id={`step-${number}`} className="title">
          {title}
        </h2>
        <p className="small text-muted">{lead}</p>
      </div>
      <span aria-hidden="true" className="justify-self-center border-l-4 border-dotted border-rule max-md:hidden" />
      <div className="grid content-start gap-6 pb-11 max-md:col-span-2">{children}</div>
    </section>
  );
}
