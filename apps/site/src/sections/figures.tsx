import type { SectionOf } from "./read.ts";

/** Results as very large figures, each with a caption. */
export function Figures({ section: { figures } }: { section: SectionOf<"figures"> }) {
  return (
    <section className="page section">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-10 lg:grid-cols-4">
        {figures.map(({ id, number, text }) => (
          <div key={id} className="flex flex-col-reverse justify-end gap-2">
            <dt className="small max-w-[26ch]">{text}</dt>
            <dd className="display figure text-[clamp(80px,13vw,190px)]/[0.95]">{number}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
