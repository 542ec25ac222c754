import { dateLong, money } from "@uola/words/formats";
import { say } from "@uola/words/site";
import type { Funder } from "./funder.ts";

/**
 * The funder of a project: the emblem, the text that the programme requires, and the details.
 * `whole` includes the disclaimer.
 */
export function FunderBlock({ funder, whole = false }: { funder: Funder; whole?: boolean }) {
  const { emblem, emblemAlt, sentence, programme, number, from, until, cents } = funder;
  const facts = [
    { name: say("funder.programme"), value: programme },
    ...(number ? [{ name: say("funder.number"), value: number }] : []),
    { name: say("funder.period"), value: `${dateLong(from)} – ${dateLong(until)}` },
    ...(cents === null ? [] : [{ name: say("funder.sum"), value: money(cents) }]),
  ];
  return (
    <section aria-label={say("funder.heading")} className="page border-b border-rule py-8">
      <div className="grid items-center gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,400px)_1fr]">
        <div className="flex flex-wrap items-center gap-5 min-[480px]:flex-nowrap">
          {emblem && (
            <img src={emblem.src} alt={emblemAlt} width={132} height={88} className="h-auto w-[132px] bg-[#fff] p-1" />
          )}
          <p className="text-[24px]/[30px] font-bold">{sentence}</p>
        </div>
        <dl className="grid grid-cols-2 gap-x-8 gap-y-4 xl:grid-cols-4">
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt className="text-[15px]/[22px] text-muted">{name}</dt>
              <dd className="font-bold">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {whole && <Disclaimer funder={funder} />}
    </section>
  );
}

/** The programme's mandatory disclaimer, verbatim. */
export const Disclaimer = ({ funder: { disclaimer } }: { funder: Funder }) =>
  disclaimer ? <p className="small mt-6 max-w-[90ch] text-muted">{disclaimer}</p> : null;
