import { type Point, route } from "@uola/art";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { PrimaryLink, TextLink } from "@uola/ui/buttons.tsx";
import { Headline } from "@uola/ui/headline.tsx";
import { Ornament } from "@uola/ui/ornament.tsx";
import { say } from "@uola/words/site";
import { Disclaimer, FunderBlock } from "../../sections/funder-block.tsx";
import { Sections } from "../../sections/sections.tsx";
import type { ProjectData } from "./project.data.ts";

export const head = ({ data: { title, lead } }: PageProps<ProjectData>): Head => ({
  title,
  ...(lead && { description: lead }),
});

/**
 * A page of a project: its text, its funder and its sections, followed by the disclaimer required
 * by the funding programme.
 */
export default function Project({ data }: PageProps<ProjectData>) {
  const { title, lead, funder, above, others, sections, donate } = data;
  return (
    <main id="content">
      <div className="page-header on-ink contoured page relative isolate overflow-clip">
        <Tied />
        <nav
          aria-label={say("project.above")}
          className="mb-6 text-[16px] [@media(max-height:30rem)]:-mt-[10px] [@media(max-height:30rem)]:-mb-[4px]"
        >
          <ol className="flex flex-wrap gap-x-3">
            {[{ href: linkTo("/projects/"), label: say("projects.head") }, ...above].map(({ href, label }, place) => (
              <li key={href} className="flex gap-x-3">
                {place > 0 && (
                  <span aria-hidden="true" className="self-center">
                    ·
                  </span>
                )}
                <TextLink alone href={href}>
                  {label}
                </TextLink>
              </li>
            ))}
          </ol>
        </nav>
        <div className="max-w-[720px] lg:max-w-[min(720px,50%-24px)] max-lg:[@media(max-height:30rem)]:max-w-none">
          <Headline level={1} hues={["orange", "yellow", "pink"]}>
            {title}
          </Headline>
          {lead && <p className="lead mt-6">{lead}</p>}
        </div>
      </div>
      <FunderBlock funder={funder} />
      <Sections sections={sections} />
      {donate && (
        <p className="page section">
          <PrimaryLink icon="right" href={donate}>
            {say("project.donate")}
          </PrimaryLink>
        </p>
      )}
      {(others.length > 0 || funder.disclaimer) && (
        <section className="page section" aria-labelledby="more">
          {others.length > 0 && (
            <>
              <h2 id="more" className="day-heading">
                {say("project.others")}
              </h2>
              <ul>
                {others.map(({ href, label }) => (
                  <li key={href} className="border-b border-rule py-2">
                    <TextLink onwards href={href}>
                      {label}
                    </TextLink>
                  </li>
                ))}
              </ul>
            </>
          )}
          <Disclaimer funder={funder} />
        </section>
      )}
    </main>
  );
}

/** The points of the rope, which runs from hold to hold. */
const rope: Point[] = [
  [-60, 250],
  [60, 236],
  [150, 300],
  [240, 250],
  [330, 130],
  [420, 118],
  [470, 40],
  [560, -40],
];
const tied = [
  { shape: "sloper", hue: "pink", style: { left: "30%", top: "46%", width: "17%" } },
  { shape: "jug", hue: "green", style: { left: "54%", top: "18%", width: "16%" } },
  { shape: "edge", hue: "sky", style: { left: "76%", top: "2%", width: "17%", rotate: "10deg" } },
  { shape: "pocket", hue: "yellow", style: { left: "80%", top: "52%", width: "18%" } },
] as const;

/** A drawing of one rope through several holds, next to the text if the screen is wide enough. */
function Tied() {
  const path = route(rope);
  return (
    <div
      aria-hidden="true"
      className="absolute top-[var(--header)] right-0 bottom-0 -z-10 w-[50%] max-lg:hidden print:hidden"
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 540 420"
        className="absolute inset-0 size-full"
        preserveAspectRatio="none"
        fill="none"
      >
        <path d={path} stroke="#0c1a4b" strokeWidth="16" />
        <path d={path} stroke="#f5f0e4" strokeWidth="11" />
        <path d={path} stroke="var(--color-orange)" strokeWidth="11" strokeDasharray="8 16" />
      </svg>
      {tied.map(({ shape, hue, style }) => (
        <Ornament key={shape} shape={shape} hue={hue} className="!absolute" style={style} />
      ))}
    </div>
  );
}
