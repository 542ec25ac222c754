import type { ReactNode } from "react";

/** A section of the kit with its name. */
export const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className="mt-9" aria-label={name}>
    <h2 className="title rule mb-4 pt-2">{name}</h2>
    {children}
  </section>
);

/** Places examples side by side. */
export const Side = ({ children }: { children: ReactNode }) => (
  <div className="mb-5 flex flex-wrap items-center gap-5">{children}</div>
);

/** The longest realistic label of a button or an option. */
export const longLabel = "Savarankiškas laipiojimas";
/** The longest realistic Lithuanian word. */
export const longWord = "Nebeprisikiškiakopūsteliaujantiesiems";
export const longText = `${longWord} laipiotojams, atvykstantiems su vaikais iki aštuonerių metų`;
