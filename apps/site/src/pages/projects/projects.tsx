import type { Shape } from "@uola/art";
import { required } from "@uola/contract/required";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { Badge } from "@uola/ui/badge.tsx";
import { PrimaryLink, TextLink } from "@uola/ui/buttons.tsx";
import { Headline } from "@uola/ui/headline.tsx";
import { Ornament } from "@uola/ui/ornament.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { dateLong, money } from "@uola/words/formats";
import { say } from "@uola/words/site";
import type { ProjectsData } from "./projects.data.ts";

export const head = ({ data: { texts } }: PageProps<ProjectsData>): Head => ({
  title: texts.head,
  description: texts.description,
});

const strata = [
  { hue: "green", shape: "jug" },
  { hue: "pink", shape: "pocket" },
  { hue: "sky", shape: "edge" },
  { hue: "yellow", shape: "flower" },
  { hue: "orange", shape: "sloper" },
] as const satisfies { hue: string; shape: Shape }[];
type Stratum = (typeof strata)[number];
const face = { green: "bg-green", pink: "bg-pink", sky: "bg-sky", yellow: "bg-yellow", orange: "bg-orange" } as const;

/** The jagged upper edges of the layers, through which the layer above is visible. */
const cuts = [
  "polygon(0 44px,9% 26px,18% 40px,28% 30px,41% 38px,55% 8px,66% 40px,76% 22px,88% 34px,100% 14px,100% 100%,0 100%)",
  "polygon(0 28px,12% 40px,27% 18px,38% 34px,52% 26px,70% 44px,84% 12px,100% 30px,100% 100%,0 100%)",
  "polygon(0 40px,14% 22px,24% 34px,45% 8px,58% 36px,72% 26px,90% 40px,100% 20px,100% 100%,0 100%)",
];

/** Shows the projects as layers of rock, each with its funder, newest on top. */
export default function Projects({ data: { texts, projects } }: PageProps<ProjectsData>) {
  const [first] = projects;
  return (
    <main id="content">
      <div className="relative">
        <PageHeader title={texts.head} hues={["orange", "yellow"]}>
          <p data-opening className="lead relative z-1 mt-6 max-w-[560px]">
            {texts.lead}
          </p>
          {first ? <Summit year={first.year} /> : <div className="h-6" />}
        </PageHeader>
      </div>
      {projects.length === 0 && (
        <p className="page section lead">
          {texts.none} <TextLink href={linkTo("/contact/")}>{say("page.contact")}</TextLink>
        </p>
      )}
      {projects.map((project, place) => (
        <Layer
          key={project.id}
          project={project}
          stratum={required(strata[place % strata.length], "stratum")}
          cut={place > 0 ? cuts[place % cuts.length] : undefined}
        />
      ))}
    </main>
  );
}

type LayerProps = { project: ProjectsData["projects"][number]; stratum: Stratum; cut: string | undefined };

function Layer({ project, stratum: { hue, shape }, cut }: LayerProps) {
  const { title, summary, year, state, href, funder, others, id } = project;
  return (
    <section
      aria-labelledby={`project-${id}`}
      className={`${hue} on-hue page relative overflow-clip ${face[hue]} pt-14 pb-20 text-ink ${cut ? "-mt-11 pt-24" : ""}`}
      style={cut ? { clipPath: cut } : undefined}
    >
      <Ornament
        shape={shape}
        className={`!absolute right-[-60px] bottom-[-20px] w-[230px] [--bolt:var(--face-under)] [--face:var(--color-ink)] [--lip:var(--color-ink-line)] max-md:right-[-28px] max-md:bottom-auto max-md:w-[100px] lg:right-[-40px] lg:w-[150px] xl:right-[24px] xl:w-[min(360px,calc(100vw-980px))] ${cut ? "max-md:top-[60px]" : "max-md:top-[20px]"}`}
      />
      <div className="relative grid gap-x-12 gap-y-3 lg:grid-cols-[260px_minmax(0,570px)]">
        <p className="display figure text-[clamp(72px,8vw,112px)]/[0.9]">{year}</p>
        <div className="grid content-start justify-items-start gap-4">
          <div className="w-full">
            <Headline id={`project-${id}`} size="card" hues={["yellow", "orange", "pink"]} field={hue}>
              {title}
            </Headline>
          </div>
          {summary && <p className="lead">{summary}</p>}
          <div className="flex items-center gap-4">
            {funder.emblem && (
              <img
                src={funder.emblem.src}
                alt={funder.emblemAlt}
                width={96}
                height={64}
                loading="lazy"
                className="h-auto w-[96px] bg-[#fff] p-1"
              />
            )}
            <p>
              <strong className="block">{funder.sentence}</strong>
              {`${dateLong(funder.from)} – ${dateLong(funder.until)}`}
              {funder.cents !== null && ` · ${money(funder.cents)}`}
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-4">
            <PrimaryLink icon="right" href={href} about={title}>
              {say("projects.read")}
            </PrimaryLink>
            <Badge>{say(`projects.state.${state}`)}</Badge>
          </div>
          {others.length > 0 && (
            <ul className="flex flex-wrap gap-x-6">
              {others.map((other) => (
                <li key={other.href}>
                  <TextLink alone href={other.href}>
                    {other.label}
                  </TextLink>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </section>
  );
}

/** The mountain above the layers, with the year of the newest project at the top. */
function Summit({ year }: { year: string }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none relative mx-[calc(-1*var(--gutter))] mt-[-40px] mb-[-60px] max-md:mt-0 print:hidden"
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 1440 470"
        className="block w-full max-md:h-[260px]"
        preserveAspectRatio="xMaxYMax slice"
      >
        <circle cx="1270" cy="190" r="104" fill="var(--lip-yellow)" />
        <circle cx="1264" cy="184" r="104" fill="var(--color-yellow)" />
        <path d="M1010 18V90" stroke="#f5f0e4" strokeWidth="6" />
        <path
          d="M0 440 150 408 300 436 470 336 560 366 700 236 780 276 1010 84 1076 130 1110 108 1240 308 1300 280 1440 396V470H0Z"
          fill="var(--color-green)"
        />
        <path
          d="M1010 84 960 210 990 262 930 330 960 372 910 470H1440V396L1300 280 1240 308 1110 108 1076 130Z"
          fill="var(--lip-green)"
        />
        <path
          d="M300 462C400 380 520 420 640 360S760 300 820 310 900 200 1004 92"
          fill="none"
          stroke="#0c1a4b"
          strokeWidth="5"
          strokeLinecap="round"
          strokeDasharray=".1 12"
        />
      </svg>
      <span className="absolute top-[2%] left-[70.6%] max-md:hidden">
        <Badge hue="now">{year}</Badge>
      </span>
    </div>
  );
}
