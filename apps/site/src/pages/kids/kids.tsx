import { dayShort, duration, price } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { agesOf, costOf, placesIn, wayInto } from "../../features/group-words.ts";
import { linesOf } from "../../features/lines.ts";
import { Questions } from "../../features/questions.tsx";
import { linkTo } from "../../loader/locale.ts";
import type { Head, PageProps } from "../../loader/page.ts";
import { Animal } from "../../ui/animal.tsx";
import { PrimaryLink, TextLink } from "../../ui/buttons.tsx";
import { Headline } from "../../ui/headline.tsx";
import { Ornament } from "../../ui/ornament.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SectionHead } from "../../ui/section-head.tsx";
import { PlacesText } from "../../ui/session-row.tsx";
import { Finder } from "./finder-view.tsx";
import type { KidsData, KidsGroup } from "./kids.data.ts";

export const head = ({ data: { texts } }: PageProps<KidsData>): Head => ({
  title: say("page.kids"),
  description: texts.description,
});

/** A herd at the edge of the field, one on another's back. */
const herd = [
  "w-[clamp(90px,11vw,170px)]",
  "w-[clamp(110px,13vw,200px)] -translate-y-[90%] -rotate-12",
  "w-[clamp(110px,14vw,220px)]",
  "w-[clamp(64px,8vw,120px)]",
];

/** Which group a child fits, when it meets and how many places are left; camps, birthdays, and what parents ask. */
export default function Kids({ data, search, now }: PageProps<KidsData>) {
  const { texts, groups, camps, birthday, questions, phone } = data;
  return (
    <main id="content">
      <PageHeader title={say("page.kids")} hue="yellow" hues={["green", "pink", "sky"]}>
        <p className="lead mt-6 max-w-[560px]">{texts.lead}</p>
        <p className="mt-6">
          <PrimaryLink icon="right" href="#finder">
            {say("kids.find")}
          </PrimaryLink>
        </p>
        <div
          aria-hidden="true"
          className="absolute right-(--gutter) -bottom-[14px] hidden gap-[clamp(4px,1.4vw,22px)] [@media(min-width:48rem)_and_(min-height:30.01rem)]:flex"
        >
          {herd.map((size, place) => (
            <Animal key={size} place={place} className={`self-end ${size}`} />
          ))}
        </div>
      </PageHeader>
      <Finder groups={groups} search={search} now={now} phone={phone} />
      <Camps camps={camps} texts={texts} />
      {birthday && <Birthday birthday={birthday} lead={texts.birthdayLead} />}
      <Safe texts={texts} />
      <section className="page section columns" aria-labelledby="missed">
        <Headline id="missed" hues={["orange", "green"]}>
          {say("kids.missed")}
        </Headline>
        <Sentences text={texts.missed} />
      </section>
      <Questions questions={questions} />
    </main>
  );
}

type Texts = KidsData["texts"];

/** Days in the holidays, each booked as a whole. */
function Camps({ camps, texts }: { camps: readonly KidsGroup[]; texts: Texts }) {
  return (
    <section className="on-ink contoured page section columns" aria-labelledby="camps">
      <SectionHead id="camps" title={say("kids.camps")}>
        <p className="lead">{texts.campsLead}</p>
        <div aria-hidden="true" className="flex flex-wrap items-end gap-1 [&_.hold]:rotate-180">
          <Ornament shape="caron" hue="orange" className="w-[124px]" />
          <Ornament shape="caron" hue="pink" className="w-[76px]" />
          <Ornament shape="caron" hue="sky" className="w-[112px]" />
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
  const way = wayInto(course, true);
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

/** A party at the gym: what it costs for how many, and where it is asked for. */
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
          {cents !== null && (
            <p className="display text-[56px]/[1.1]">
              {say("kids.birthday.from", { price: price(cents * least), count: least })}
            </p>
          )}
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
            <PrimaryLink icon="right" href={linkTo("/booking/private/?kind=birthday")}>
              {say("kids.birthday.day")}
            </PrimaryLink>
          </p>
        </div>
        <Cake />
      </div>
    </section>
  );
}

/** What a child at a place in the row wears. */
const shirtOf = (index: number) => {
  const place = index + 2;
  if (place % 5 === 0) return "bg-sky";
  if (place % 4 === 0) return "bg-pink";
  return place % 3 === 0 ? "bg-green" : "bg-orange";
};

/** Three holds on one another, with candles. */
const Cake = () => (
  <div
    aria-hidden="true"
    className="relative mx-auto grid w-full max-w-[380px] content-end justify-items-center [--here:var(--color-pink)]"
  >
    <Ornament shape="edge" hue="yellow" className="no-bolt -mb-[9%] w-[46%]" />
    <Ornament shape="edge" hue="orange" className="no-bolt -mb-[9%] w-[66%] rotate-3" />
    <Animal place={1} className="w-[88%]" />
  </div>
);

/** How many children a trainer has, and what parents sign. */
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
                <i className="h-7 w-[30px] rounded-[50%] bg-text" />
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
