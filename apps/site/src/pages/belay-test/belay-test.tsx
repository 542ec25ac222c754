import { phoneLink, showPhone, telOf } from "@uola/browser/gym/tel.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { PrimaryLink, TextLink } from "@uola/ui/buttons.tsx";
import { Headline } from "@uola/ui/headline.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { SectionHead } from "@uola/ui/section-head.tsx";
import { capitalized, dayLong, duration } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { priceOf } from "../../features/booking/activity-price.ts";
import { bookingLink } from "../../features/booking/address.ts";
import type { Contact } from "../../features/contact.data.ts";
import { DayList } from "../../features/day-list.tsx";
import { linesOf } from "../../features/lines.ts";
import { Questions } from "../../features/questions.tsx";
import type { BelayTestData } from "./belay-test.data.ts";

export const head = ({ data: { texts } }: PageProps<BelayTestData, { contact: Contact }>): Head => ({
  title: texts.head,
  description: texts.description,
});

const checked = ["knot", "device", "partner", "fall"] as const;

/**
 * The belay test: who needs it, what is checked, when it takes place, and what happens after
 * failing. Static: works without scripts.
 */
export default function BelayTest({ data, shared: { contact } }: PageProps<BelayTestData, { contact: Contact }>) {
  const { texts, activity, minutes, rows, courses } = data;
  const phone = showPhone(contact.phone);
  const facts = [
    ...(minutes ? [{ name: say("belay.facts.duration"), value: duration(minutes) }] : []),
    ...(activity ? [{ name: say("belay.facts.price"), value: priceOf(activity) }] : []),
    { name: say("belay.facts.age"), value: texts.age },
    { name: say("belay.facts.bring"), value: texts.bring },
  ];
  return (
    <main id="content">
      <PageHeader title={texts.head} art={{ shape: "pocket", hue: "sky" }} hues={["green", "yellow", "pink"]}>
        <p className="lead mt-6">{texts.lead}</p>
        <p className="mt-6">
          <PrimaryLink href={rows.length > 0 ? "#times" : telOf(contact.phone)} icon="right">
            {rows.length > 0 ? say("belay.times.choose") : say("booking.times.call.name", { phone })}
          </PrimaryLink>
        </p>
      </PageHeader>
      <section className="page section columns" aria-labelledby="who">
        <Headline id="who" hues={["orange", "sky"]}>
          {say("belay.who")}
        </Headline>
        <div className="grid content-start gap-6">
          <ul className="grid list-disc gap-2 pl-5">
            {linesOf(texts.who).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <dl className="rule">
            {facts.map(({ name, value }) => (
              <div key={name} className="grid grid-cols-[110px_1fr] gap-4 border-b border-rule py-3">
                <dt className="text-muted">{name}</dt>
                <dd className="font-bold">{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <section className="page section columns" aria-labelledby="checked">
        <SectionHead id="checked" hues={["green", "pink", "yellow"]} title={say("belay.checked")}>
          <p className="text-muted">{texts.checkedLead}</p>
        </SectionHead>
        <ol className="rule">
          {checked.map((what, index) => (
            <li key={what} className="grid grid-cols-[48px_1fr] gap-x-4 border-b border-rule py-4">
              <span className="time" aria-hidden="true">
                {index + 1}
              </span>
              <div>
                <h3 className="title">{say(`belay.checked.${what}`)}</h3>
                <p>{texts[what]}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>
      <section id="times" className="page section columns" aria-labelledby="times-head">
        <SectionHead id="times-head" hues={["pink", "orange"]} title={say("belay.times")}>
          {activity && (
            <TextLink alone href={bookingLink({ service: activity.slug })}>
              {say("belay.times.all")}
            </TextLink>
          )}
        </SectionHead>
        <div className="grid content-start gap-6">
          {rows.length === 0 && (
            <p>
              {say("belay.times.none")} <TextLink href={telOf(contact.phone)}>{phoneLink(contact.phone)}</TextLink>
            </p>
          )}
          <DayList rows={rows} dayName={(day) => capitalized(dayLong(day))} />
        </div>
      </section>
      <section className="page section columns" aria-labelledby="after">
        <Headline id="after" hues={["yellow", "green"]}>
          {say("belay.after")}
        </Headline>
        <div className="grid content-start gap-6">
          <p className="lead">{texts.passed}</p>
          <p>{texts.failed}</p>
          {courses.length > 0 && (
            <ul className="rule">
              {courses.map(({ slug, name, tagLine }) => (
                <li key={slug} className="border-b border-rule py-3">
                  <TextLink onwards href={bookingLink({ service: slug })}>
                    {name}
                  </TextLink>
                  <p className="small text-muted">{tagLine}</p>
                </li>
              ))}
            </ul>
          )}
          <p>
            <a href={telOf(contact.phone)}>{say("belay.after.ask", { phone })}</a>
          </p>
        </div>
      </section>
      <Questions questions={data.questions} />
    </main>
  );
}
