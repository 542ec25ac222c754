import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { PrimaryLink, SecondaryLink, TextLink } from "@uola/ui/buttons.tsx";
import { Headline } from "@uola/ui/headline.tsx";
import { LookingHold } from "@uola/ui/looking-hold.tsx";
import { Ornament } from "@uola/ui/ornament.tsx";
import { SectionHead } from "@uola/ui/section-head.tsx";
import { PlacesText } from "@uola/ui/session-row.tsx";
import { dayShort, duration, price } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { NoGroups } from "../../features/group-row.tsx";
import { agesOf, costOf, groupAction, placesIn } from "../../features/group-words.ts";
import { linesOf } from "../../features/lines.ts";
import { Questions } from "../../features/questions.tsx";
import { Finder } from "./finder-view.tsx";
import type { KidsData, KidsGroup } from "./kids.data.ts";
import { KidsHero } from "./kids-hero.tsx";
import { PartySum } from "./party-sum.tsx";

export const head = ({ data: { texts } }: PageProps<KidsData>): Head => ({
  title: say("page.kids"),
  description: texts.description,
});

/**
 * The page for parents: a group finder with times and free places, camps, birthdays and frequent
 * questions.
 */
export default function Kids({ data, search, now }: PageProps<KidsData>) {
  const { texts, groups, camps, birthday, questions, phone, cancelRule } = data;
  return (
    <main id="content">
      <KidsHero>
        <p className="lead max-w-[62%] md:max-w-[560px]">{texts.lead}</p>
        {groups.length > 0 && (
          <p className="mt-6 max-md:hidden">
            <PrimaryLink icon="right" href="#finder">
              {say("kids.find")}
            </PrimaryLink>
          </p>
        )}
      </KidsHero>
      {groups.length > 0 ? (
        <Finder groups={groups} search={search} now={now} phone={phone} />
      ) : (
        <section className="page section grid gap-8" aria-labelledby="groups-head">
          <Headline id="groups-head" hues={["green", "orange", "pink"]}>
            {say("kids.groups")}
          </Headline>
          <NoGroups phone={phone} />
        </section>
      )}
      <Camps camps={camps} texts={texts} />
      {birthday && <Birthday birthday={birthday} lead={texts.birthdayLead} />}
      <Safe texts={texts} />
      <section className="page section columns" aria-labelledby="missed">
        <Headline id="missed" hues={["orange", "green"]}>
          {say("kids.missed")}
        </Headline>
        <Sentences text={[cancelRule, texts.missed].filter(Boolean).join("\n")} />
      </section>
      <Questions questions={questions} />
    </main>
  );
}

type Texts = KidsData["texts"];

/** Day camps in the holidays, each booked as a whole. */
function Camps({ camps, texts }: { camps: readonly KidsGroup[]; texts: Texts }) {
  return (
    <section className="on-ink contoured page section columns" aria-labelledby="camps">
      <SectionHead id="camps" title={say("kids.camps")}>
        <p className="lead">{texts.campsLead}</p>
        <div
          aria-hidden="true"
          className="relative flex max-w-[420px] items-end pt-[28%] pr-[14%] [&_.hold]:rotate-180"
        >
          <Ornament shape="dot" hue="yellow" className="no-bolt absolute! top-0 right-[14%] w-[17%]" />
          <Ornament shape="caron" hue="orange" className="w-[46%] shrink-0" />
          <Ornament shape="caron" hue="pink" className="z-1 -mx-[12%] w-[34%] shrink-0 translate-y-[18%]" />
          <Ornament shape="caron" hue="sky" className="w-[40%] shrink-0" />
        </div>
      </SectionHead>
      <ul className="rule rows content-start">
        {camps.length === 0 && <li className="py-5">{texts.campsNone}</li>}
        {camps.map((camp) => (
          <Camp key={camp.id} camp={camp} />
        ))}
      </ul>
    </section>
  );
}

function Camp({ camp }: { camp: KidsGroup }) {
  const { name, course, times, page } = camp;
  if (!course) return null;
  const way = groupAction(course, true);
  const [hours] = times;
  const days = [course.first, course.last].flatMap((moment) => (moment ? dayShort(new Date(moment)) : []));
  return (
    <li
      data-row
      className="grid items-center gap-x-8 gap-y-2 border-b border-rule py-6 @min-[620px]:grid-cols-[200px_minmax(0,1fr)_auto]"
    >
      <p className="display text-[26px]/[1.15]">
        {days.length > 0 ? [...new Set(days)].join(" – ") : say("booking.course.undated")}
      </p>
      <div>
        <h3 className="title">{name}</h3>
        <p className="text-muted">
          {[agesOf(camp), hours && `${hours.start}–${hours.end}`, costOf(camp)].filter(Boolean).join(" · ")}
        </p>
        <PlacesText {...placesIn(course, true)} />
        {page && (
          <TextLink alone href={page} about={name}>
            {say("courses.more")}
          </TextLink>
        )}
      </div>
      {way && (
        <PrimaryLink small href={way.href} about={name}>
          {way.label}
        </PrimaryLink>
      )}
    </li>
  );
}

/** A birthday party at the gym: price by number of children, and a link to the inquiry form. */
function Birthday({ birthday, lead }: { birthday: NonNullable<KidsData["birthday"]>; lead: string }) {
  const { least, most, cents, minutes } = birthday;
  return (
    <section className="on-hue pink page section relative overflow-clip" aria-labelledby="birthday">
      <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_420px]">
        <div className="grid max-w-[640px] content-start gap-5">
          <Headline id="birthday" hues={["yellow", "sky", "green"]}>
            {say("kids.birthday")}
          </Headline>
          <p className="lead">{lead}</p>
          {cents !== null && <PartySum least={least} most={most} cents={cents} />}
          <p>
            {[
              cents !== null && say("kids.birthday.each", { price: price(cents) }),
              minutes && duration(minutes),
              say("kids.birthday.count", { least, most }),
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
          <p>
            <SecondaryLink href={linkTo("/booking/private/?kind=birthday")}>{say("kids.birthday.day")}</SecondaryLink>
          </p>
          <p>
            <TextLink alone onwards href={linkTo("/booking/private/?kind=school#chosen")}>
              {say("private.groups.link")}
            </TextLink>
          </p>
        </div>
        <Cake />
      </div>
    </section>
  );
}

/** Returns the shirt colour of the child at a position in the row. */
const shirtOf = (index: number) => {
  const place = index + 2;
  if (place % 5 === 0) return "bg-sky";
  if (place % 4 === 0) return "bg-pink";
  return place % 3 === 0 ? "bg-green" : "bg-orange";
};

/** A drawing of three stacked holds with candles. */
const Cake = () => (
  <div
    aria-hidden="true"
    className="mx-auto grid w-full max-w-[420px] content-end justify-items-center [--here:var(--color-pink)]"
  >
    <span className="flex gap-[9%] translate-y-[14%]">
      {["bg-chalk", "bg-ink", "bg-chalk"].map((wax, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a candle is known by nothing but its place
        <span key={place} className="grid w-[46px] justify-items-center">
          <Ornament shape="sloper" hue="yellow" className="no-bolt w-[46px]" />
          <i className={`h-[68px] w-[20px] ${wax}`} />
        </span>
      ))}
    </span>
    <Ornament shape="edge" hue="yellow" className="no-bolt -mb-[9%] w-[50%]" />
    <Ornament shape="edge" hue="orange" className="no-bolt -mb-[9%] w-[74%] rotate-3" />
    <LookingHold place={1} className="w-full [--color-green:var(--color-sky)] [--lip-green:var(--lip-sky)]" />
  </div>
);

/** The number of children per trainer, and the consent form that parents sign. */
function Safe({ texts }: { texts: Texts }) {
  const ratios = [
    { key: "small", children: 8, text: texts.ratioSmall },
    { key: "large", children: 10, text: texts.ratioLarge },
    { key: "family", children: 1, text: texts.ratioFamily },
  ] as const;
  const signed = [
    { key: "rules", text: texts.signRules },
    { key: "health", text: texts.signHealth },
    { key: "photos", text: texts.signPhotos },
  ] as const;
  return (
    <section className="page section columns" aria-labelledby="safe">
      <SectionHead id="safe" title={say("kids.safe")}>
        <p className="text-muted">{texts.safeLead}</p>
      </SectionHead>
      <div className="grid content-start gap-12">
        <ul className="rule rows">
          {ratios.map(({ key, children, text }) => (
            <li
              key={key}
              className="grid items-center gap-x-6 gap-y-2 border-b border-rule py-5 @min-[620px]:grid-cols-[120px_minmax(0,250px)_1fr]"
            >
              <strong>{say(`kids.safe.age.${key}`)}</strong>
              <span aria-hidden="true" className="flex flex-wrap items-center gap-[5px]">
                <i className="trainer" />
                {Array.from({ length: children }, (_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a child is known by nothing but the place
                  <b key={index} className={`h-[14px] w-[15px] rounded-[50%] ${shirtOf(index)}`} />
                ))}
              </span>
              <span>{text}</span>
            </li>
          ))}
        </ul>
        <div className="grid justify-items-start gap-4 bg-raised p-6 md:p-8">
          <h3 className="title">{say("kids.sign")}</h3>
          <dl className="grid gap-3">
            {signed.map(({ key, text }) => (
              <div key={key}>
                <dt className="font-bold">{say(`kids.sign.${key}`)}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <TextLink alone href={linkTo("/waiver/")}>
            {say("firstTime.waiver")}
          </TextLink>
        </div>
      </div>
    </section>
  );
}

const Sentences = ({ text }: { text: string }) => (
  <div className="rule grid content-start gap-3 pt-5">
    {linesOf(text).map((line) => (
      <p key={line}>{line}</p>
    ))}
  </div>
);
