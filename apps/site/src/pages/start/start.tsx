import { signs } from "@uola/art";
import { categoryOf } from "@uola/browser/gym/category.ts";
import { keysOf } from "@uola/contract/entries";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { PrimaryButton, PrimaryLink, SecondaryLink, TextLink } from "@uola/ui/buttons.tsx";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { Headline } from "@uola/ui/headline.tsx";
import { Ornament } from "@uola/ui/ornament.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { SectionHead } from "@uola/ui/section-head.tsx";
import { price } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { costOf } from "../../features/booking/activity-price.ts";
import { bookingLink } from "../../features/booking/address.ts";
import { linesOf } from "../../features/lines.ts";
import { Questions } from "../../features/questions.tsx";
import { asked } from "./asked.ts";
import { type Answers, answersOf, fitting } from "./quiz.ts";
import type { Rung, StartData } from "./start.data.ts";

export const head = ({ data: { texts } }: PageProps<StartData>): Head => ({
  title: say("page.start"),
  description: texts.description,
});

/**
 * The page for beginners: the stages from the first visit to climbing independently, and a quiz
 * that suggests services. Links and a form, so it works without scripts.
 */
export default function Start({ data, search }: PageProps<StartData>) {
  const { texts, questions } = data;
  return (
    <main id="content">
      <PageHeader title={say("page.start")} art={{ shape: "jug", hue: "green" }} hues={["yellow", "orange", "sky"]}>
        <p className="lead mt-6">{texts.lead}</p>
        <p className="mt-6 flex flex-wrap gap-x-7 gap-y-3">
          <PrimaryLink icon="right" href={linkTo("/first-time/")}>
            {say("start.begin")}
          </PrimaryLink>
          <TextLink alone href="#quiz">
            {say("start.quiz")}
          </TextLink>
        </p>
      </PageHeader>
      <Ladder {...data} />
      <Quiz {...data} search={search} />
      <section className="page section columns" aria-labelledby="gear">
        <Headline id="gear" hues={["pink", "sky"]}>
          {say("start.gear.head")}
        </Headline>
        <ul className="rule">
          {linesOf(texts.gear).map((line) => (
            <li key={line} className="border-b border-rule py-3">
              {line}
            </li>
          ))}
        </ul>
      </section>
      <Questions questions={questions} />
    </main>
  );
}

const rungs = [
  { rung: "visit", path: "/prices/", hue: "orange" },
  { rung: "intro", path: "/first-time/", hue: "pink" },
  { rung: "course", path: "/booking/test/#after", hue: "green" },
  { rung: "test", path: "/booking/test/", hue: "yellow" },
  { rung: "training", path: "/schedule/?kind=trainings", hue: "sky" },
] as const satisfies { rung: Rung; path: string; hue: string }[];

/** The five stages, each with its price and booking link. */
function Ladder({ texts, prices }: StartData) {
  return (
    <section className="page section columns" aria-labelledby="ladder">
      <Headline id="ladder" hues={["green", "orange"]}>
        {say("start.ladder")}
      </Headline>
      <ol className="rule">
        {rungs.map(({ rung, path, hue }, index) => {
          const cents = prices[rung];
          const name = say(`start.${rung}`);
          return (
            <li
              key={rung}
              className="grid grid-cols-[56px_1fr] items-center gap-x-5 gap-y-2 border-b border-rule py-5 md:grid-cols-[72px_1fr_auto]"
            >
              <span aria-hidden="true" className="relative grid place-items-center">
                <Ornament shape="sloper" hue={hue} className="no-bolt w-full" />
                <b className="time absolute text-[28px]! text-(--color-ink)">{index + 1}</b>
              </span>
              <div>
                <h3 className="title">{name}</h3>
                <p>{texts[rung]}</p>
              </div>
              <p className="col-start-2 flex flex-wrap items-center gap-x-6 md:col-start-3 md:justify-end">
                {cents !== undefined && <strong>{say("start.from", { price: price(cents) })}</strong>}
                <SecondaryLink about={name} href={linkTo(path)}>
                  {say("start.more")}
                </SecondaryLink>
              </p>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/**
 * The quiz: a form with GET parameters, so that its result has a URL that works with the back
 * button and can be shared.
 */
function Quiz({ texts, offers, search }: StartData & { search: URLSearchParams }) {
  const answers = answersOf(search);
  return (
    <section id="quiz" className="on-ink contoured page section columns" aria-labelledby="quiz-head">
      <SectionHead id="quiz-head" title={say("start.quiz")}>
        <p className="lead">{texts.quizLead}</p>
      </SectionHead>
      <div className="grid content-start gap-10">
        <form method="get" action="#answer" className="grid gap-6">
          {keysOf(asked).map((name) => (
            <RadioGroup
              key={name}
              shown
              legend={say(`start.quiz.${name}`)}
              name={name}
              value={search.get(name) ?? undefined}
              choices={asked[name].map((value) => ({
                value,
                label: say(`start.quiz.${name}.${value}` as "start.quiz.who.me"),
              }))}
            />
          ))}
          <p>
            <PrimaryButton type="submit" icon="right">
              {say("start.quiz.answer")}
            </PrimaryButton>
          </p>
        </form>
        <div id="answer" tabIndex={-1}>
          {/* Submitting the form without any answer also leads here, because the parameters are then empty. */}
          {answers ? <Answer answers={answers} offers={offers} /> : <p className="lead">{say("start.quiz.missing")}</p>}
        </div>
      </div>
    </section>
  );
}

function Answer({ answers, offers }: { answers: Answers; offers: StartData["offers"] }) {
  const fit = fitting(answers, offers);
  if (fit.length === 0) {
    return (
      <p className="lead">
        {say("start.quiz.none")} <TextLink href={linkTo("/contact/#write")}>{say("faq.write")}</TextLink>
      </p>
    );
  }
  return (
    <section aria-labelledby="answer-head">
      <h3 id="answer-head" className="time mb-4">
        {say("start.quiz.fits")}
      </h3>
      <ul className="rule">
        {fit.map((offer, index) => (
          <li
            key={offer.slug}
            className="grid grid-cols-[40px_1fr] items-center gap-x-4 gap-y-2 border-b border-rule py-4 md:grid-cols-[40px_1fr_auto]"
          >
            <Ornament
              shape={signs[categoryOf(offer.kind)].shape}
              hue={signs[categoryOf(offer.kind)].hue as "green"}
              className="w-9"
            />
            <div>
              <h4 className="title">{offer.name}</h4>
              <p className="text-muted">{[offer.tagLine, costOf(offer)].filter(Boolean).join(" · ")}</p>
            </div>
            <p className="col-start-2 md:col-start-3">
              {index === 0 ? (
                <PrimaryLink small about={offer.name} icon="right" href={bookingLink({ service: offer.slug })}>
                  {say("action.book")}
                </PrimaryLink>
              ) : (
                <SecondaryLink about={offer.name} href={bookingLink({ service: offer.slug })}>
                  {say("action.book")}
                </SecondaryLink>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
