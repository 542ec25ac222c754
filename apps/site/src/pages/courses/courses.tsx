import { signs } from "@uola/art";
import { categoryOf } from "@uola/browser/gym/category.ts";
import { showPhone, telOf } from "@uola/browser/gym/tel.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { CategoryBadge } from "@uola/ui/badge.tsx";
import { PrimaryLink, SecondaryLink, TextLink } from "@uola/ui/buttons.tsx";
import { Ornament } from "@uola/ui/ornament.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { PriceFigure } from "@uola/ui/price-figure.tsx";
import { Seats } from "@uola/ui/seats.tsx";
import { SectionHead } from "@uola/ui/section-head.tsx";
import { dayAccusative } from "@uola/words/formats";
import { say } from "@uola/words/site";
import type { ReactNode } from "react";
import { agesOf, costOf, placesIn, spanOf } from "../../features/group-words.ts";
import { Questions } from "../../features/questions.tsx";
import { ServicePicture } from "../../features/service-picture.tsx";
import type { Card, CoursesData } from "./courses.data.ts";

export const head = ({ data: { texts } }: PageProps<CoursesData>): Head => ({
  title: say("page.courses"),
  description: texts.description,
});

/**
 * Lists the courses that have a first and a last day, and the evening classes that prepare for the
 * belay test.
 */
export default function Courses({ data }: PageProps<CoursesData>) {
  const { texts, courses, questions, phone } = data;
  const whole = courses.filter(({ course }) => course);
  const evenings = courses.filter(({ course }) => !course);
  return (
    <main id="content">
      <PageHeader title={say("page.courses")} art={{ shape: "jug", hue: "green" }} hues={["yellow", "pink", "sky"]}>
        <p className="lead mt-6">{texts.lead}</p>
        <p className="mt-6">
          <PrimaryLink icon="right" href={courses.length > 0 ? "#courses" : telOf(phone)}>
            {courses.length > 0 ? say("courses.choose") : say("booking.times.call.name", { phone: showPhone(phone) })}
          </PrimaryLink>
        </p>
      </PageHeader>
      <div id="courses">
        {courses.length === 0 && <p className="page section lead">{texts.none}</p>}
        <Cards title={say("courses.whole")} lead={texts.wholeLead} courses={whole} />
        <Cards title={say("courses.ropes")} lead={texts.ropesLead} courses={evenings}>
          <TextLink onwards href={linkTo("/booking/test/")}>
            {say("courses.test")}
          </TextLink>
        </Cards>
      </div>
      <Questions questions={questions} />
    </main>
  );
}

type CardsProps = { title: string; lead: string; courses: readonly Card[]; children?: ReactNode };
function Cards({ title, lead, courses, children }: CardsProps) {
  if (courses.length === 0) return null;
  return (
    <section className="page section columns">
      <SectionHead hues={["orange", "green", "pink"]} title={title}>
        <p className="text-muted">{lead}</p>
        {children && <p>{children}</p>}
      </SectionHead>
      <ul className="rule rows">
        {courses.map((course) => (
          <CourseCard key={course.id} course={course} />
        ))}
      </ul>
    </section>
  );
}

function CourseCard({ course: card }: { course: Card }) {
  const { name, tagLine, kind, category, picture, course, times } = card;
  const sign = signs[categoryOf(kind)];
  const ages = agesOf(card);
  const saysAges = tagLine.toLowerCase().includes(ages.toLowerCase());
  const inTime = times.toSorted((a, b) => a.next.localeCompare(b.next));
  // The service is not sold out while another time has free places.
  const next = inTime.find(({ state }) => state === "free") ?? inTime[0];
  const offered = course ?? next;
  const when = course
    ? spanOf(course)
    : next && say("booking.activity.next", { when: dayAccusative(new Date(next.next)) });
  return (
    <li className="grid gap-x-8 gap-y-4 border-b border-rule py-8 @min-[620px]:grid-cols-[200px_minmax(0,1fr)]">
      {picture ? (
        <ServicePicture picture={picture} sizes="(min-width: 64rem) 200px, 90vw" />
      ) : (
        <span
          aria-hidden="true"
          className={`${sign.hue} on-hue relative grid min-h-[140px] place-items-center overflow-clip`}
        >
          <Ornament shape={sign.shape} hue={sign.hue === "green" ? "yellow" : "green"} className="w-[128px]" />
        </span>
      )}
      <div className="grid content-start gap-3">
        <p className="flex flex-wrap items-center gap-3">
          <CategoryBadge category={categoryOf(kind)}>{category}</CategoryBadge>
          {!saysAges && <span className="small text-muted">{ages}</span>}
        </p>
        <h3 className="display text-[40px]/[1.05]">{name}</h3>
        <p className="text-muted">{tagLine}</p>
        {when && <p className="font-bold">{when}</p>}
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          {offered && (
            <Seats taken={offered.total - offered.open} total={offered.total} {...placesIn(offered, course !== null)} />
          )}
          <p className="[&_.price]:text-[64px]">
            <PriceFigure>{costOf(card)}</PriceFigure>
          </p>
          <SecondaryLink about={name} href={card.page}>
            {say("courses.more")}
          </SecondaryLink>
        </div>
      </div>
    </li>
  );
}
