import { type Pose, signs } from "@uola/art";
import highWall from "@uola/art/wall-high.svg?no-inline";
import lowWall from "@uola/art/wall-low.svg?no-inline";
import { categoryOf } from "@uola/browser/gym/category.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { Badge, CategoryBadge } from "@uola/ui/badge.tsx";
import { PrimaryLink, SecondaryLink, TextLink } from "@uola/ui/buttons.tsx";
import { Climber } from "@uola/ui/climber.tsx";
import { Headline } from "@uola/ui/headline.tsx";
import { Ornament } from "@uola/ui/ornament.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { SectionHead } from "@uola/ui/section-head.tsx";
import { StickyBar } from "@uola/ui/sticky-bar.tsx";
import { dayAccusative, dayHeading, localDate, relativeDay, time } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { costOf } from "../../features/booking/activity-price.ts";
import { bookingLink } from "../../features/booking/address.ts";
import { DayList } from "../../features/day-list.tsx";
import { linesOf } from "../../features/lines.ts";
import { Questions } from "../../features/questions.tsx";
import type { Beginning, FirstTimeData } from "./first-time.data.ts";

export const head = ({ data: { texts } }: PageProps<FirstTimeData>): Head => ({
  title: say("page.firstTime"),
  description: texts.description,
});

type Texts = FirstTimeData["texts"];

/** Explains a first visit, from the entrance to the top of the wall. Works without scripts. */
export default function FirstTime({ data, now }: PageProps<FirstTimeData>) {
  const { texts, beginnings, rows, cancelRule } = data;
  const [first] = beginnings.filter(({ kind }) => kind === "firstTime");
  const [next] = rows.filter(({ state, opens }) => state === "free" && !opens);
  const book = first ? bookingLink({ service: first.slug }) : linkTo("/booking/");
  return (
    <main id="content">
      <PageHeader title={say("page.firstTime")} hue="pink" hues={["orange", "yellow", "sky"]}>
        <p className="lead mt-6 max-w-[40ch] lg:mt-0 lg:self-end [@media(max-height:30rem)]:max-w-none">{texts.lead}</p>
        <p className="mt-6 flex flex-wrap content-start items-center gap-x-5 gap-y-2">
          <PrimaryLink icon="right" href={book}>
            {say("firstTime.book")}
          </PrimaryLink>
          {first && (
            <span>
              <strong>{costOf(first)}</strong> · {texts.included}
            </span>
          )}
        </p>
      </PageHeader>
      <div className="mat page">
        <svg
          aria-hidden="true"
          className="fall"
          viewBox="0 0 300 250"
          preserveAspectRatio="none"
          style={{
            fill: "none",
            stroke: "var(--color-ink)",
            strokeWidth: 5,
            strokeLinecap: "round",
            strokeDasharray: "0.1 11",
          }}
        >
          <path d="M2 62C70-30 180-12 290 246" vectorEffect="non-scaling-stroke" />
        </svg>
        <Ornament shape="ogonek" hue="orange" className="fallen" />
        <Badge>{texts.mat}</Badge>
      </div>
      <Steps texts={texts} />
      <Ways texts={texts} />
      <Falling texts={texts} />
      <Bring texts={texts} first={first} />
      <Ages texts={texts} beginnings={beginnings} />
      <section id="next" className="page section columns" aria-labelledby="next-head">
        <SectionHead id="next-head" hues={["green", "pink"]} title={say("firstTime.next")}>
          <p className="text-muted">
            {texts.next} {cancelRule}
          </p>
          <p>
            <TextLink alone href={linkTo("/schedule/?kind=firstTime")}>
              {say("firstTime.next.all")}
            </TextLink>
          </p>
        </SectionHead>
        <div className="grid content-start gap-8">
          {rows.length === 0 && (
            <p className="lead">
              {say("firstTime.next.none")}{" "}
              <TextLink href={linkTo("/contact/?topic=FIRST_TIME#write")}>{say("firstTime.ask")}</TextLink>
            </p>
          )}
          <DayList rows={rows} dayName={(day) => dayHeading(day, localDate(now))} />
        </div>
      </section>
      <Questions questions={data.questions} />
      <StickyBar
        action={
          <PrimaryLink small href={next?.href ?? book}>
            {say("action.book")}
          </PrimaryLink>
        }
      >
        <p>
          {next
            ? say("firstTime.bar", {
                day: relativeDay(new Date(next.start), localDate(now)) ?? dayAccusative(new Date(next.start)),
                time: time(new Date(next.start)),
              })
            : say("page.firstTime")}
        </p>
      </StickyBar>
    </main>
  );
}

const stepArt = [
  { hue: "pink", shape: "sloper", lift: "lg:mt-32" },
  { hue: "yellow", shape: "boulder", lift: "lg:mt-20" },
  { hue: "sky", shape: "sloper", lift: "lg:mt-10" },
  { hue: "orange", shape: "boulder", lift: "" },
] as const;

/** The four steps of a first visit, drawn as a climb with the last one at the top. */
function Steps({ texts }: { texts: Texts }) {
  const steps = [
    [texts.step1, texts.step1Text],
    [texts.step2, texts.step2Text],
    [texts.step3, texts.step3Text],
    [texts.step4, texts.step4Text],
  ] as const;
  return (
    <section className="page section" aria-labelledby="steps-head">
      <div className="mb-8 grid gap-4">
        <Headline id="steps-head" hues={["orange", "yellow"]}>
          {say("firstTime.steps")}
        </Headline>
        <p className="lead max-w-[44ch]">{texts.stepsLead}</p>
      </div>
      <ol className="step-route relative grid gap-x-8 gap-y-8 md:grid-cols-2 lg:grid-cols-4">
        <Route />
        {steps.map(([name, text], index) => {
          const { hue, shape, lift } = stepArt[index] ?? stepArt[0];
          return (
            <li
              key={name}
              className={`relative grid grid-cols-[88px_1fr] content-start gap-x-5 gap-y-3 lg:grid-cols-1 ${lift}`}
            >
              <span aria-hidden="true" className="relative grid w-[88px] place-items-center lg:w-[112px]">
                <Ornament shape={shape} hue={hue} className="no-bolt w-full" />
                <b className="time absolute text-(--color-ink)">{index + 1}</b>
              </span>
              <div>
                <h3 className="title">{name}</h3>
                <p>{text}</p>
              </div>
              {index === 3 && (
                <span aria-hidden="true" className="absolute -top-6 right-0 max-lg:hidden">
                  <Badge hue="orange">TOP</Badge>
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** The dotted line from hold to hold; decorative, on wide screens only. */
const Route = () => (
  <li aria-hidden="true" role="presentation" className="absolute inset-x-0 top-0 max-lg:hidden">
    <svg
      aria-hidden="true"
      viewBox="0 0 1344 240"
      className="w-full"
      fill="none"
      stroke="var(--color-orange)"
      strokeWidth="5"
      strokeLinecap="round"
    >
      <path
        strokeDasharray=".1 13"
        d="M116 190c90 10 120-56 226-56M462 130c90 4 130-46 226-46M806 84c90 2 130-40 228-42"
      />
    </svg>
  </li>
);

const low = { src: lowWall, height: 400, look: "" };
// Image placed next to the heading, overflowing its section.
const high = { src: highWall, height: 760, look: "md:-mt-[80%]" };

/** The two ways to climb: low without a rope, or high with one. */
function Ways({ texts }: { texts: Texts }) {
  const ways = [
    {
      category: "bouldering",
      wall: low,
      name: say("firstTime.low.name"),
      title: say("firstTime.low.title"),
      text: texts.low,
    },
    {
      category: "ropes",
      wall: high,
      name: say("firstTime.high.name"),
      title: say("firstTime.high.title"),
      text: texts.high,
    },
  ] as const;
  return (
    <section className="on-ink contoured page section" aria-labelledby="ways-head">
      <div className="relative z-1 mb-10 grid gap-4 md:max-w-[46%] md:min-h-[300px] md:content-start">
        <Headline id="ways-head">{say("firstTime.ways")}</Headline>
        <p className="lead max-w-[44ch]">{texts.waysLead}</p>
      </div>
      <div className="grid gap-12 md:grid-cols-2 md:items-end">
        {ways.map(({ category, wall, name, title, text }) => (
          <section key={category} className="grid content-end justify-items-start gap-3" aria-label={name}>
            <img
              src={wall.src}
              alt=""
              width={640}
              height={wall.height}
              loading="lazy"
              className={`h-auto w-full max-w-[560px] ${wall.look}`}
            />
            <CategoryBadge category={category} large>
              {name}
            </CategoryBadge>
            <h3 className="title">{title}</h3>
            <ul className="w-full border-t border-rule">
              {linesOf(text).map((line) => (
                <li key={line} className="border-b border-rule py-2">
                  {line}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}

const poses = ["fall", "land", "roll"] as const satisfies Pose[];

/** Explains how to come down safely; placed before the section on climbing up. */
function Falling({ texts }: { texts: Texts }) {
  const steps = [texts.fall1, texts.fall2, texts.fall3];
  return (
    <section className="page section" aria-labelledby="fall-head">
      <div className="mb-8 grid gap-4">
        <Headline id="fall-head" hues={["pink", "sky"]}>
          {say("firstTime.fall")}
        </Headline>
        <p className="lead max-w-[44ch]">{texts.fallLead}</p>
      </div>
      <ol className="grid md:grid-cols-3">
        {steps.map((text, index) => (
          <li key={text} className="grid grid-rows-[auto_1fr]">
            <div
              className={`${["pink", "yellow", "green"][index]} grid items-end border-b-[18px] border-(--lip-sky) bg-(--face) pt-6`}
            >
              <Climber pose={poses[index] ?? "fall"} className="mx-auto h-56" />
            </div>
            <p className="py-4 md:pr-8">
              <strong>{index + 1}.</strong> {text}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What to bring, what the gym provides, and the price, which is that of the service itself. */
function Bring({ texts, first }: { texts: Texts; first: Beginning | undefined }) {
  return (
    <section className="page section columns bg-raised" aria-labelledby="bring-head">
      <Headline id="bring-head" hues={["orange", "green"]}>
        {say("firstTime.bring")}
      </Headline>
      <div className="grid gap-8 md:grid-cols-[1fr_1fr_minmax(240px,300px)]">
        <List title={say("firstTime.bring.you")} text={texts.bring} />
        <List title={say("firstTime.bring.we")} text={texts.given} />
        {first && (
          <section className="receipt poster" aria-labelledby="receipt-head">
            <h3 id="receipt-head" className="time text-[28px]!">
              {say("firstTime.receipt")}
            </h3>
            <dl className="mt-3 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
              <dt>{first.name}</dt>
              <dd className="text-right font-bold">{costOf(first)}</dd>
              {linesOf(texts.given).map((line) => (
                <div key={line} className="contents">
                  <dt className="text-muted">{line}</dt>
                  <dd className="text-right">{say("firstTime.receipt.included")}</dd>
                </div>
              ))}
            </dl>
            <p className="mt-4 flex items-baseline justify-between gap-4 border-t-2 border-dashed border-rule pt-3">
              <span className="small">{say("firstTime.receipt.total")}</span>
              <span className="time">{costOf(first)}</span>
            </p>
          </section>
        )}
      </div>
    </section>
  );
}

const List = ({ title, text }: { title: string; text: string }) => (
  <section>
    <h3 className="title">{title}</h3>
    <ul className="mt-2 border-t border-rule">
      {linesOf(text).map((line) => (
        <li key={line} className="border-b border-rule py-2">
          {line}
        </li>
      ))}
    </ul>
  </section>
);

/** The age limits of the activities and the rules for climbing together. */
function Ages({ texts, beginnings }: { texts: Texts; beginnings: readonly Beginning[] }) {
  return (
    <>
      {beginnings.length > 0 && (
        <section className="page section columns" aria-labelledby="ages-head">
          <SectionHead id="ages-head" title={say("firstTime.ages")}>
            <p className="text-muted">{texts.agesLead}</p>
          </SectionHead>
          <ul className="rule">
            {beginnings.map((each) => (
              <li
                key={each.slug}
                className="grid grid-cols-[40px_minmax(0,1fr)] items-center gap-x-4 gap-y-2 border-b border-rule py-3 md:grid-cols-[40px_minmax(0,1fr)_auto]"
              >
                <Ornament {...hold(each)} className="w-9" />
                <div>
                  <h3 className="title">{each.name}</h3>
                  <p className="text-muted">{[each.tagLine, costOf(each)].filter(Boolean).join(" · ")}</p>
                </div>
                <p className="col-start-2 md:col-start-3">
                  <SecondaryLink about={each.name} href={bookingLink({ service: each.slug })}>
                    {say("action.book")}
                  </SecondaryLink>
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="page section columns" aria-labelledby="etiquette-head">
        <Headline id="etiquette-head" hues={["sky", "orange"]}>
          {say("firstTime.etiquette")}
        </Headline>
        <div className="grid content-start gap-6">
          <ul className="rule">
            {linesOf(texts.etiquette).map((line) => (
              <li key={line} className="border-b border-rule py-3">
                {line}
              </li>
            ))}
          </ul>
          <p>{texts.access}</p>
          <p>
            <TextLink onwards href={linkTo("/waiver/")}>
              {say("firstTime.waiver")}
            </TextLink>
          </p>
          <p>
            <TextLink onwards href={linkTo("/contact/?topic=FIRST_TIME#write")}>
              {say("firstTime.ask")}
            </TextLink>
          </p>
        </div>
      </section>
    </>
  );
}

const hold = ({ kind }: Beginning) => signs[categoryOf(kind)] as { shape: "pocket"; hue: "pink" };
