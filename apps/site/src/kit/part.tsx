import type { ReactNode } from "react";

/** A part of the kit under its name. */
export const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className="mt-9" aria-label={name}>
    <h2 className="title rule mb-4 pt-2">{name}</h2>
    {children}
  </section>
);

/** Pieces beside each other. */
export const Side = ({ children }: { children: ReactNode }) => (
  <div className="mb-5 flex flex-wrap items-center gap-5">{children}</div>
);

/** As long as a label of a button or a choice gets. */
export const longLabel = "Savarankiškas laipiojimas";
/** As long as words of this language get. */
export const longWord = "Nebeprisikiškiakopūsteliaujantiesiems";
export const longText = `${longWord} laipiotojams, atvykstantiems su vaikais iki aštuonerių metų`;
