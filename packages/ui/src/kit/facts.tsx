import type { ReactNode } from "react";

type FactsProps = {
  /** Names and values; an entry with an unknown value is left out. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /**
   * Places the entries side by side, each value below its name, for data that users look at first;
   * otherwise the entries are stacked.
   */
  isWide?: boolean;
};

/** The data of an item as a list of names and values. */
export const Facts = ({ facts, isWide = false }: FactsProps) => (
  <dl
    className={
      isWide
        ? "mb-6 grid grid-cols-[repeat(auto-fit,minmax(150px,1fr))] gap-x-6 gap-y-2 border-text border-t-[3px] border-b border-b-rule py-3"
        : "@container"
    }
  >
    {facts.map(
      ([name, value]) =>
        value && (
          <div
            key={name}
            className={
              isWide
                ? ""
                : "grid gap-x-4 gap-y-1 border-rule border-b py-2 @min-[440px]:grid-cols-[168px_minmax(0,1fr)] @min-[280px]:grid-cols-[112px_minmax(0,1fr)]"
            }
          >
            <dt className={isWide ? "text-muted" : "font-semibold text-muted"}>{name}</dt>
            <dd className={`wrap-anywhere ${isWide ? "font-semibold" : ""}`}>{value}</dd>
          </div>
        ),
    )}
  </dl>
);
