import { type Level, levels } from "@uola/browser/gym/service-facts.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { PrimaryLink, SecondaryLink, TextLink } from "@uola/ui/buttons.tsx";
import { Headline } from "@uola/ui/headline.tsx";
import { Ornament } from "@uola/ui/ornament.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { StickyBar } from "@uola/ui/sticky-bar.tsx";
import { price } from "@uola/words/formats";
import { say } from "@uola/words/site";
import type { ReactNode } from "react";
import { bookingLink } from "../../features/booking/address.ts";
import { GroupRow, NoGroups } from "../../features/group-row.tsx";
import { linesOf } from "../../features/lines.ts";
import { Questions } from "../../features/questions.tsx";
import type { TrainData } from "./train.data.ts";

export const head = ({ data: { texts } }: PageProps<TrainData>): Head => ({
  title: say("page.train"),
  description: texts.description,
});

/**
 * The page for regular training: groups by level, training boards, the strength room and personal
 * plans. `?level=` filters by one level.
 */
export default function Train({ data, search }: PageProps<TrainData>) {
  const { texts, groups, lesson, questions, phone } = data;
  const level = levels.find((each) => each === search.get("level")) ?? null;
  const shown = groups.filter((group) => !level || isFor(group.levels, level));
  const offered = levels.filter((each) => groups.some((group) => group.levels.includes(each)));
  return (
    <main id="content">
      <PageHeader title={say("page.train")} art={{ shape: "edge", hue: "sky" }} hues={["orange", "yellow", "green"]}>
        <p className="lead mt-6">{texts.lead}</p>
        {groups.length > 0 && (
          <p className="mt-6">
            <PrimaryLink icon="right" href="#groups">
              {say("train.choose")}
            </PrimaryLink>
          </p>
        )}
      </PageHeader>
      <section id="groups" className="page section" aria-labelledby="groups-head">
        <div className="mb-8 grid gap-4">
          <Headline id="groups-head" hues={["pink", "green", "orange"]}>
            {say("kids.groups")}
          </Headline>
          {groups.length > 0 && <p className="max-w-[640px]">{texts.groupsLead}</p>}
          {offered.length > 1 && (
            <nav aria-label={say("train.levels")} className="choices">
              <LevelLink level={null} chosen={level === null} />
              {offered.map((each) => (
                <LevelLink key={each} level={each} chosen={each === level} />
              ))}
            </nav>
          )}
        </div>
        {groups.length === 0 ? (
          <NoGroups phone={phone} />
        ) : shown.length === 0 ? (
          <p className="rule pt-5">{texts.none}</p>
        ) : (
          <ul className="rule rows">
            {shown.map((group) => (
              <GroupRow
                key={group.id}
                group={group}
                {...(group.page && { more: { href: group.page, label: say("service.more") } })}
              />
            ))}
          </ul>
        )}
      </section>
      <div className="on-ink contoured page section grid gap-16">
        <Way title={say("train.boards")} text={texts.boards} art={<Board />} />
        <Way title={say("train.strength")} text={texts.strength} art={<Hang />} />
      </div>
      <div className="page section grid gap-16">
        {lesson && (
          <Way
            title={say("train.plan")}
            text={texts.plan}
            art={<Ornament shape="jug" hue="pink" className="w-[150px]" />}
          >
            {lesson.cents !== null && <p className="display text-[56px]/[1.1]">{price(lesson.cents)}</p>}
            <TextLink onwards href={bookingLink({ service: lesson.slug })} about={lesson.name}>
              {say("course.time")}
            </TextLink>
          </Way>
        )}
        <Way
          title={say("train.trial")}
          text={texts.trial}
          art={<Ornament shape="pocket" hue="orange" className="w-[150px]" />}
        >
          <TextLink onwards href={linkTo("/schedule/?kind=trainings")}>
            {say("train.trial.do")}
          </TextLink>
        </Way>
      </div>
      <Questions questions={questions} />
      {groups.length > 0 && (
        <StickyBar
          action={
            <PrimaryLink small href="#groups">
              {say("train.choose")}
            </PrimaryLink>
          }
        >
          <p>{say("train.count", { count: groups.length })}</p>
        </StickyBar>
      )}
    </main>
  );
}

/** A group without a level is open to everybody. */
const isFor = (of: readonly Level[], level: Level) => of.length === 0 || of.includes(level);

const LevelLink = ({ level, chosen }: { level: Level | null; chosen: boolean }) => (
  <SecondaryLink
    href={linkTo(level ? `/train/?level=${level}#groups` : "/train/#groups")}
    chosen={chosen}
    aria-current={chosen ? "true" : undefined}
  >
    {say(level ? `kids.level.${level}` : "schedule.filter.all")}
  </SecondaryLink>
);

type WayProps = { title: string; text: string; art: ReactNode; children?: ReactNode };

/** One form of training: drawing, text and link. */
function Way({ title, text, art, children }: WayProps) {
  return (
    <section className="grid items-start gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_200px]">
      <Headline hues={["yellow", "orange", "sky"]}>{title}</Headline>
      <div className="grid justify-items-start gap-3">
        {linesOf(text).map((line) => (
          <p key={line}>{line}</p>
        ))}
        {children}
      </div>
      <div aria-hidden="true" className="max-lg:order-first">
        {art}
      </div>
    </section>
  );
}

/** A drawing of a training board: rows of small holds in a frame. */
const Board = () => (
  <div className="grid w-[180px] -rotate-6 grid-cols-4 gap-3 border-3 border-rule p-4">
    {(
      [
        "orange",
        "yellow",
        "green",
        "pink",
        "sky",
        "green",
        "orange",
        "sky",
        "pink",
        "yellow",
        "orange",
        "green",
      ] as const
    ).map((hue, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: their order is fixed
      <Ornament key={index} shape={index % 3 === 0 ? "jug" : index % 2 === 0 ? "pocket" : "sloper"} hue={hue} />
    ))}
  </div>
);

/** A drawing of hanging rings, in the same paper style. */
const Hang = () => (
  <div className="flex w-[180px] justify-around">
    <Ornament shape="pocket" hue="yellow" className="w-[78px] rotate-12" />
    <Ornament shape="pocket" hue="green" className="mt-8 w-[78px] -rotate-12" />
  </div>
);
