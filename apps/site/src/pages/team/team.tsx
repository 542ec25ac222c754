import type { Pose } from "@uola/art";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { Badge } from "@uola/ui/badge.tsx";
import { PrimaryLink, SecondaryLink, TextLink } from "@uola/ui/buttons.tsx";
import { Climber } from "@uola/ui/climber.tsx";
import { Headline } from "@uola/ui/headline.tsx";
import { Ornament } from "@uola/ui/ornament.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { capitalized, duration, localDate, relativeDay, time, weekdayShort } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { costOf } from "../../features/booking/activity-price.ts";
import { bookingLink } from "../../features/booking/address.ts";
import { Questions } from "../../features/questions.tsx";
import type { TeamData, Trainer } from "./team.data.ts";

export const head = ({ data: { texts } }: PageProps<TeamData>): Head => ({
  title: say("page.team"),
  description: texts.description,
});

/** The page of trainers: specialities, languages and free times. Works without scripts. */
export default function Team({ data, now }: PageProps<TeamData>) {
  const { texts, trainers } = data;
  return (
    <main id="content">
      <PageHeader title={say("page.team")} above={<p className="lead mb-8 max-w-[36ch]">{texts.lead}</p>} />
      {trainers.length === 0 ? (
        <p className="page section lead">{say("team.none")}</p>
      ) : (
        <ul className="team grid md:grid-cols-2 xl:grid-cols-5">
          {trainers.map((trainer, place) => (
            <TrainerColumn key={trainer.id} trainer={trainer} place={place} now={now} />
          ))}
        </ul>
      )}
      <Anybody {...data} />
      <Questions questions={data.questions} />
    </main>
  );
}

const figures = [
  { hue: "orange", pose: "reach", shape: "sloper", held: "50%" },
  { hue: "sky", pose: "heel", shape: "jug", held: "46%" },
  { hue: "pink", pose: "belay", shape: "pocket", held: "80%" },
  { hue: "green", pose: "hang", shape: "edge", held: "50%" },
  { hue: "yellow", pose: "spot", shape: "flower", held: "86%" },
] as const satisfies { hue: string; pose: Pose; shape: string; held: string }[];

type ColumnProps = { trainer: Trainer; place: number; now: Date };

/**
 * A trainer's column: a coloured field with a figure, or a photograph cropped to a hold shape, with
 * the details below.
 */
function TrainerColumn({ trainer, place, now }: ColumnProps) {
  const { name, role, speciality, about, languages, qualification, portrait, leads, times, privately, action } =
    trainer;
  const { hue, pose, shape, held } = figures[place % figures.length] ?? figures[0];
  return (
    <li className="md:row-span-2 md:grid md:grid-rows-subgrid xl:row-span-5 print:row-span-1 print:block">
      <div
        className={`${hue} on-hue grid h-[470px] print:h-auto! grid-cols-1 grid-rows-[auto_auto_1fr] gap-2 overflow-clip px-(--gutter) pt-8 tracking-[0.02em] [font-kerning:none] md:px-7 xl:h-[640px] xl:px-6 [&_.headline_.mark]:[--here:var(--face)]`}
      >
        <Headline size="card" hues={["yellow", "orange", "sky"]} field={hue}>
          {name}
        </Headline>
        <p>{(speciality || role) && <Badge>{speciality || capitalized(role)}</Badge>}</p>
        {portrait ? (
          <picture
            className={`hold-${shape} relative h-[310px] w-[min(100%,300px)] self-end justify-self-center [mask:var(--cut)_center_/_100%_100%]`}
          >
            {portrait.sources.map(({ type, srcSet }) => (
              <source key={type} type={type} srcSet={srcSet} sizes="(min-width: 64rem) 20vw, 90vw" />
            ))}
            <img
              src={portrait.src}
              alt={say("team.portrait", { name })}
              width={480}
              height={640}
              {...(portrait.style && { style: portrait.style })}
              loading="lazy"
              className="size-full object-cover"
            />
          </picture>
        ) : (
          <div className="relative h-[310px] self-end justify-self-center xl:h-[440px] print:hidden">
            <Ornament
              shape={shape}
              className="absolute! -top-[14px] left-(--held) w-[112px] -translate-x-1/2 [--face:var(--color-chalk)] [--lip:#d9d1bd] xl:w-[150px]"
              style={{ "--held": held }}
            />
            <Climber pose={pose} className="h-full" />
          </div>
        )}
      </div>
      <div className="grid grid-cols-1 content-start gap-5 px-(--gutter) pt-7 pb-11 md:px-7 xl:row-span-4 xl:grid-rows-subgrid xl:border-r xl:border-rule xl:px-6">
        <div className="grid content-start gap-2">
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it */}
          {about && <div className="rich" dangerouslySetInnerHTML={{ __html: about }} />}
        </div>
        <dl className="grid content-start gap-4">
          {leads.length > 0 && (
            <div>
              <dt className="small text-muted">{say("team.leads")}</dt>
              {leads.slice(0, 4).map(({ title, href }) => (
                <dd key={title}>
                  <TextLink href={href}>{title}</TextLink>
                </dd>
              ))}
            </div>
          )}
          {qualification && <Fact name={say("team.qualification")} value={qualification} />}
          {languages && <Fact name={say("team.languages")} value={languages} />}
        </dl>
        <div className="grid content-start gap-2">
          <h3 className="small font-bold">{say(privately ? "team.free" : "team.groups")}</h3>
          {times.length === 0 ? (
            <p className="small">{say("team.free.none")}</p>
          ) : (
            <ul className="flex flex-wrap gap-2">
              {times.map(({ start, href }) => (
                <li key={start}>
                  <SecondaryLink href={href} aria-label={say("team.free.at", { name, when: whenOf(start, now) })}>
                    {whenOf(start, now)}
                  </SecondaryLink>
                </li>
              ))}
            </ul>
          )}
        </div>
        {action && (
          <p>
            <PrimaryLink wide icon="right" href={action.href}>
              {action.label || say("team.train", { name })}
            </PrimaryLink>
          </p>
        )}
      </div>
    </li>
  );
}

/** "Rytoj 10:00", "Pn 13:30" */
function whenOf(start: string, now: Date): string {
  const at = new Date(start);
  return `${capitalized(relativeDay(localDate(at), localDate(now)) ?? weekdayShort(at))} ${time(at)}`;
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="small text-muted">{name}</dt>
    <dd className="font-bold">{value}</dd>
  </div>
);

/** The section for visitors without a preferred trainer, and for job applicants. */
function Anybody({ texts, individual, group }: TeamData) {
  return (
    <section className="page section columns" aria-labelledby={individual ? "any" : undefined}>
      {individual && (
        <Headline id="any" hues={["orange", "sky"]}>
          {say("team.any")}
        </Headline>
      )}
      <div className="rule grid content-start gap-5 pt-6">
        {individual && (
          <>
            <p className="lead">{texts.anyLead}</p>
            <p className="flex flex-wrap items-center gap-x-7 gap-y-3">
              <SecondaryLink href={bookingLink({ service: individual.slug })}>{say("team.any.book")}</SecondaryLink>
              {group && (
                <TextLink alone href={bookingLink({ service: group.slug })}>
                  {[group.name, group.tagLine.split(" · ")[0]].filter(Boolean).join(", ")}
                </TextLink>
              )}
            </p>
            <p className="text-muted">
              {[individual.name, costOf(individual), individual.minutes && duration(individual.minutes), texts.anyNote]
                .filter(Boolean)
                .join(" · ")}
            </p>
            {individual.cancelRule && <p className="text-muted">{individual.cancelRule}</p>}
          </>
        )}
        <p className="mt-4">
          {texts.jobs} <TextLink href={linkTo("/contact/#write")}>{say("team.jobs.write")}</TextLink>
        </p>
      </div>
    </section>
  );
}
