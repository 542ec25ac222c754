import { categoryOf } from "@uola/browser/gym/category.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { Badge, CategoryBadge } from "@uola/ui/badge.tsx";
import { PrimaryLink, RoundButton, SecondaryButton, TextLink } from "@uola/ui/buttons.tsx";
import { Headline } from "@uola/ui/headline.tsx";
import { Ornament } from "@uola/ui/ornament.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { SectionHead } from "@uola/ui/section-head.tsx";
import { PlacesText } from "@uola/ui/session-row.tsx";
import { StickyBar } from "@uola/ui/sticky-bar.tsx";
import { dayAccusative, dayShort, time, weekdayShort } from "@uola/words/formats";
import { say } from "@uola/words/site";
import type { ReactNode } from "react";
import { stateOf } from "../../features/campaigns.ts";
import { unopenedText } from "../../features/cart-words.ts";
import { Countdown } from "../../features/countdown.tsx";
import { NoGroups } from "../../features/group-row.tsx";
import { agesOf, costOf, groupAction, placesIn, spanOf } from "../../features/group-words.ts";
import type { Group, GroupTime } from "../../features/groups.ts";
import { linesOf } from "../../features/lines.ts";
import { Questions } from "../../features/questions.tsx";
import { campaignPath } from "../../features/season-banner.tsx";
import { useServerTime } from "../../features/server-time.ts";
import { useUntil } from "../../features/until.ts";
import type { SeasonData } from "./season.data.ts";
import { keptName, useWishes, wishesMost } from "./wishes.ts";

export const head = ({ data: { campaign, texts } }: PageProps<SeasonData>): Head => ({
  title: campaign.name,
  description: campaign.lead || texts.description,
});

/**
 * The page of a registration campaign: before it opens, the opening time and how to prepare; while
 * it is open, the booking links of each group; afterwards, links to other pages.
 */
export default function Season({ data, now: made }: PageProps<SeasonData>) {
  const { campaign, next, texts, groups, questions, phone } = data;
  const now = useServerTime(made);
  const state = stateOf(campaign, now);
  const opens = new Date(campaign.opens);
  const closes = new Date(campaign.closes);
  const isOffered = state !== "over" && groups.length > 0;
  const until = useUntil(state === "open" ? campaign.closes : undefined);
  return (
    <main id="content" {...until}>
      <PageHeader
        title={state === "before" ? say("season.begins", { day: dayShort(opens) }) : say(`season.${state}`)}
        hues={["green", "orange", "yellow"]}
        above={
          <p className="mb-2">
            <Badge hue="yellow">{campaign.name}</Badge>
          </p>
        }
      >
        {state === "before" ? (
          <>
            <p className="visually-hidden">{unopenedText(opens)}</p>
            <Hour at={opens} />
          </>
        ) : (
          <p className="lead mt-6 max-w-[620px]">
            {state === "open"
              ? say("season.until", { when: say("booking.when", { day: dayAccusative(closes), time: time(closes) }) })
              : texts.overText}
          </p>
        )}
      </PageHeader>
      {(state !== "open" || isOffered || campaign.lead) && (
        <section className="poster page grid gap-x-12 gap-y-8 py-12 lg:grid-cols-2">
          {state === "before" && (
            <div>
              <h2 className="small font-bold">{say("season.left")}</h2>
              <Countdown until={campaign.opens} now={now} />
            </div>
          )}
          <div className="grid content-start justify-items-start gap-5">
            {campaign.lead && <p className="lead">{campaign.lead}</p>}
            {state === "over" && (
              <PrimaryLink icon="right" href={linkTo(next ? campaignPath(next) : "/kids/")}>
                {next ? next.name : say("kids.find")}
              </PrimaryLink>
            )}
            {isOffered && (
              <PrimaryLink icon="right" href="#groups">
                {say(state === "before" ? "season.prepare" : "season.choose")}
              </PrimaryLink>
            )}
            {state === "before" && <p className="small text-muted">{say("season.clock")}</p>}
            {state === "over" && next && <p>{say("season.next", { day: dayShort(new Date(next.opens)) })}</p>}
          </div>
        </section>
      )}
      {state !== "over" && (
        <>
          <section className="page section columns" aria-labelledby="how">
            <Headline id="how" hues={["orange", "pink", "green"]}>
              {say("season.how")}
            </Headline>
            <ol className="rule">
              {linesOf(texts.how).map((line, index) => (
                <li key={line} className="grid grid-cols-[48px_1fr] gap-x-4 border-b border-rule py-4">
                  <span className="time" aria-hidden="true">
                    {index + 1}
                  </span>
                  <p>{line}</p>
                </li>
              ))}
            </ol>
          </section>
          {isOffered ? (
            <Groups groups={groups} lead={texts.groupsLead} isOpen={state === "open"} code={campaign.code} />
          ) : (
            <section className="page section">
              <NoGroups phone={phone} />
            </section>
          )}
        </>
      )}
      <Questions questions={questions} />
      {isOffered && (
        <StickyBar
          action={
            <PrimaryLink small href="#groups">
              {say(state === "before" ? "season.prepare" : "season.choose")}
            </PrimaryLink>
          }
        >
          <p>{campaign.name}</p>
          <p>
            {state === "before"
              ? say("booking.when", { day: dayShort(opens), time: time(opens) })
              : say("season.until.short", { day: dayShort(closes) })}
          </p>
        </StickyBar>
      )}
    </main>
  );
}

/**
 * The hour as tall as the wall, drawn with two holds as its colon; a separate text is for screen
 * readers.
 */
function Hour({ at }: { at: Date }) {
  const [hour, minute] = time(at).split(":");
  return (
    // Aligns the digits with the lower edge: offsets .11em below the baseline and the padding of
    // the section.
    <p
      className="display figure mt-8 -mb-[calc(44px+0.11em)] flex items-end justify-center gap-[0.03em] text-[min(36vw,490px)]/[0.76] [font-stretch:75%] [@media(max-height:30rem)]:text-[42vh]/[0.76]"
      aria-hidden="true"
    >
      <span>{hour}</span>
      <span className="grid w-[0.3em] gap-[0.03em] pb-[0.13em]">
        <Ornament shape="flower" hue="yellow" />
        <Ornament shape="sloper" hue="orange" />
      </span>
      <span>{minute}</span>
    </p>
  );
}

type GroupsProps = { groups: readonly Group[]; lead: string; isOpen: boolean; code: string };

/** A row of the table: a weekly time of a class, or a whole course. */
type Line = {
  id: string;
  group: Group;
  when: ReactNode;
  said: string;
  offered: GroupTime | NonNullable<Group["course"]>;
};

/**
 * The groups of the campaign: visitors can add them to a wish list before registration opens, and
 * book them afterwards.
 */
function Groups({ groups, lead, isOpen, code }: GroupsProps) {
  const { wishes, add, remove, more } = useWishes(code);
  const lines = groups.flatMap(linesOfGroup);
  const categories = Map.groupBy(lines, ({ group }) => group.category);
  const wished = wishes.flatMap((id) => lines.find((line) => line.id === id) ?? []);
  return (
    <>
      <section id="groups" className="page section columns" aria-labelledby="groups-head" data-kept={keptName(code)}>
        <SectionHead id="groups-head" hues={["orange", "sky"]} title={say("kids.groups")}>
          <p className="text-muted">{lead}</p>
        </SectionHead>
        <div className="grid content-start gap-12">
          {lines.length === 0 && <p>{say("group.none")}</p>}
          {[...categories].map(([category, own]) => (
            <section key={category}>
              <h3 className="mb-3">
                <CategoryBadge category={categoryOf(own[0]?.group.kind ?? "other")}>{category}</CategoryBadge>
              </h3>
              <ul className="rule rows">
                {own.map((line) => (
                  <Row
                    key={line.id}
                    line={line}
                    action={
                      isOpen ? (
                        <Book line={line} />
                      ) : (
                        <SecondaryButton
                          about={line.said}
                          chosen={wishes.includes(line.id)}
                          aria-pressed={wishes.includes(line.id)}
                          disabled={wishes.length >= wishesMost && !wishes.includes(line.id)}
                          className="needs-scripts disabled:opacity-45"
                          onClick={() => (wishes.includes(line.id) ? remove : add)(line.id)}
                        >
                          {wishes.includes(line.id)
                            ? say("season.wish.number", { number: wishes.indexOf(line.id) + 1 })
                            : say("season.wish")}
                        </SecondaryButton>
                      )
                    }
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      </section>
      {(!isOpen || wished.length > 0) && lines.length > 0 && (
        <section className="on-hue yellow page section columns" aria-labelledby="wishes">
          <SectionHead id="wishes" hues={["orange", "green", "pink"]} title={say("season.wishes")}>
            <p>{say("season.wishes.lead", { count: wishesMost })}</p>
          </SectionHead>
          <div>
            <p role="status" className="mb-4">
              {say("season.wishes.count", { count: wished.length })}
            </p>
            <ol className="rule">
              {wished.map((line, index) => (
                <li key={line.id} className="flex flex-wrap items-center gap-x-6 gap-y-2 border-b border-rule py-4">
                  <span className="time">{index + 1}</span>
                  <span className="min-w-[16ch] flex-1">
                    <strong className="block">{line.group.name}</strong>
                    {line.when}
                  </span>
                  {isOpen ? (
                    <Book line={line} />
                  ) : (
                    <span className="flex gap-2">
                      <RoundButton
                        bare
                        icon="up"
                        label={say("season.wish.more", { group: line.said })}
                        disabled={index === 0}
                        onClick={() => more(line.id)}
                      />
                      <RoundButton
                        bare
                        icon="close"
                        label={say("season.wish.remove", { group: line.said })}
                        onClick={() => remove(line.id)}
                      />
                    </span>
                  )}
                </li>
              ))}
            </ol>
          </div>
        </section>
      )}
    </>
  );
}

function Row({ line: { group, when, offered }, action }: { line: Line; action: ReactNode }) {
  const { name, tagLine, staff, cents, course } = group;
  return (
    <li
      data-row
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-rule py-2 @min-[760px]:gap-x-6 @min-[760px]:py-4 @min-[760px]:grid-cols-[150px_minmax(14ch,1fr)_96px_172px_130px]"
    >
      <p>{when}</p>
      <p className="text-right font-bold @min-[760px]:order-3">{cents !== null && costOf(group)}</p>
      <div className="col-span-2 @min-[760px]:order-2 @min-[760px]:col-span-1">
        <h4 className="title">{name}</h4>
        <p className="small text-muted">{[tagLine || agesOf(group), staff.join(", ")].filter(Boolean).join(" · ")}</p>
      </div>
      <div className="@min-[760px]:order-4">
        <PlacesText {...placesIn({ ...offered, opens: null }, course !== null)} />
      </div>
      <div className="justify-self-end @min-[760px]:order-5">{action}</div>
    </li>
  );
}

/** The booking link of a group while registration is open. */
function Book({ line: { group, offered, said } }: { line: Line }) {
  // The campaign opens by the server's clock: the page follows this clock without reloading its
  // data.
  const way = groupAction({ ...offered, opens: null }, group.course !== null);
  if (!way) return null;
  return offered.state === "free" ? (
    <PrimaryLink small href={way.href} about={said}>
      {way.label}
    </PrimaryLink>
  ) : (
    <TextLink alone href={way.href} about={said}>
      {way.label}
    </TextLink>
  );
}

function linesOfGroup(group: Group): Line[] {
  const { id, name, times, course } = group;
  if (course) {
    const days = times.map(shortTime).join(", ");
    return [
      { id, group, when: <Times times={times} below={spanOf(course)} />, said: `${name}, ${days}`, offered: course },
    ];
  }
  return times.map((each) => ({
    id: `${id} ${each.weekday} ${each.start}`,
    group,
    when: <Times times={[each]} />,
    said: `${name}, ${shortTime(each)}`,
    offered: each,
  }));
}

const shortTime = ({ next, start }: GroupTime) => `${weekdayShort(new Date(next))} ${start}`;

const Times = ({ times, below }: { times: readonly GroupTime[]; below?: string }) => (
  <span className="flex flex-wrap items-baseline gap-x-4 @min-[760px]:grid">
    {times.map(({ next, start, end }) => (
      <span key={next}>
        {weekdayShort(new Date(next))}{" "}
        <b className="display figure text-[22px]/[1.1] @min-[760px]:text-[26px]/[1.1]">{start}</b>–{end}
      </span>
    ))}
    {below && <span className="small">{below}</span>}
  </span>
);
