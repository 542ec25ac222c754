import { type Hue, type Shape, signs } from "@uola/art";
import { topics } from "@uola/browser/gym/inquiry-topics.ts";
import { showPhone, telOf } from "@uola/browser/gym/tel.ts";
import type { Business, InquiryTopic } from "@uola/contract";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { Badge } from "@uola/ui/badge.tsx";
import { PrimaryLink, TextLink } from "@uola/ui/buttons.tsx";
import { CopyButton } from "@uola/ui/copy-button.tsx";
import { Headline } from "@uola/ui/headline.tsx";
import { Ornament } from "@uola/ui/ornament.tsx";
import { SectionHead } from "@uola/ui/section-head.tsx";
import {
  addDays,
  capitalized,
  dayAccusative,
  dayLong,
  localDate,
  weekday as weekdayName,
  weekdayOf,
} from "@uola/words/formats";
import { say } from "@uola/words/site";
import { hoursOn, openSentence } from "../../features/hours.ts";
import { InquiryForm } from "../../features/inquiry-form.tsx";
import { Questions } from "../../features/questions.tsx";
import type { ContactData } from "./contact.data.ts";
import { hoursChart } from "./hours.ts";

export const head = ({ data: { texts } }: PageProps<ContactData>): Head => ({
  title: say("page.contact"),
  description: texts.description,
});

/**
 * The contact page: the address, the way to the entrance, opening hours and people to contact.
 * Everything except the form works without scripts.
 */
export default function Contact({ data, search, now }: PageProps<ContactData>) {
  const asked = search.get("topic");
  const topic = topics.find((each) => each === asked);
  return (
    <main id="content" className="mapped">
      <Hero {...data} />
      <Facts {...data} now={now} />
      <Way {...data} />
      <Hours {...data} now={now} />
      {(data.phone || data.email) && (
        <>
          <Asks {...data} />
          <Write {...data} topic={topic} />
        </>
      )}
      <Questions questions={data.questions} />
    </main>
  );
}

/** Returns the URL of an external map; nothing is fetched from that site until the visitor opens it. */
const mapOf = (address: string) => `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`;

const at = (x: number, y: number) => ({ "--x": `${(x / 720) * 100}%`, "--y": `${(y / 560) * 100}%` });

function Hero({ texts, address, phone }: ContactData) {
  const [street = address] = address.split(",");
  return (
    <div className="page-header on-ink contoured page grid items-end gap-8 pb-0! lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <div className="grid content-between gap-10 self-stretch">
        <div data-opening className="grid justify-items-start gap-5">
          <Badge hue="yellow">{say("page.contact")}</Badge>
          <p className="lead max-w-[34ch]">{texts.lead}</p>
          <p className="flex flex-wrap items-center gap-x-7 gap-y-3">
            <PrimaryLink icon="right" href="#way">
              {say("action.directions")}
            </PrimaryLink>
            {phone && (
              <TextLink alone href={telOf(phone)} about={showPhone(phone)}>
                {say("contact.call")}
              </TextLink>
            )}
          </p>
        </div>
        <div className="[&_.headline-box]:max-w-[560px] [&_.headline]:m-[0.36em_0_-0.22em] [&_.headline]:[--size:520px]">
          <Headline level={1} hues={["yellow", "green", "pink"]}>
            {texts.hero}
          </Headline>
        </div>
      </div>
      <div
        className="place-map -mx-(--gutter) lg:mr-[calc(-1*var(--gutter))] lg:ml-0"
        role="img"
        aria-label={say("contact.map", { stop: texts.stop })}
      >
        <em style={at(140, 250)}>{say("contact.map.river")}</em>
        <b style={at(498, 470)}>1</b>
        <b style={at(486, 352)}>2</b>
        <b style={at(330, 300)}>3</b>
        {street && (
          <span style={at(410, 150)}>
            <Badge>{street}</Badge>
          </span>
        )}
        <span style={at(400, 505)}>
          <Badge>{texts.stop}</Badge>
        </span>
      </div>
    </div>
  );
}

type FactsProps = ContactData & { now: Date };

function Facts({ address, phone, email, openingHours, specialHours, now }: FactsProps) {
  const hours = hoursOn({ openingHours, specialHours }, localDate(now));
  const sentence = openSentence({ openingHours, specialHours }, now);
  const [street = address, ...place] = address.split(",");
  const large = "display figure text-[40px]/[1.12] xl:text-[48px]/[1.12]";
  return (
    <section
      className="poster page grid gap-x-12 gap-y-8 py-12 md:max-lg:grid-cols-[1fr_1fr_auto] lg:grid-cols-3"
      aria-label={say("contact.facts")}
    >
      {address && (
        <div>
          <h2 className="small font-bold">{say("contact.address")}</h2>
          <p className={large}>{street}</p>
          <p className="small flex flex-wrap items-center gap-x-4 text-muted">
            {place.join(",").trim()}
            <CopyButton text={address} label={say("contact.copy.address")} done={say("contact.copied")} />
          </p>
        </div>
      )}
      <div>
        <h2 className="small font-bold">{say("home.today", { day: dayAccusative(now) })}</h2>
        <p className={large}>{"open" in hours ? rangeOf(hours) : say("home.hours.closedWord")}</p>
        {sentence && <p className="small text-muted">{sentence}</p>}
        {hours.name && <p className="small font-bold">{hours.name}</p>}
      </div>
      {(phone || email) && (
        <div>
          <h2 className="small font-bold">{say("contact.phone")}</h2>
          {phone && (
            <p className={large}>
              <a href={telOf(phone)} className="whitespace-nowrap">
                {showPhone(phone)}
              </a>
            </p>
          )}
          {email && (
            <TextLink alone href={`mailto:${email}`}>
              {email}
            </TextLink>
          )}
        </div>
      )}
    </section>
  );
}

const rangeOf = ({ open, close }: { open: string; close: string }) =>
  `${open.replace(/^0/, "")}–${close.replace(/^0/, "")}`;

function Way({ texts, address }: ContactData) {
  const steps = [
    [texts.way1, texts.way1Text],
    [texts.way2, texts.way2Text],
    [texts.way3, texts.way3Text],
  ] as const;
  const others = [
    { hue: "sky", name: say("contact.by.car.name"), text: texts.byCar },
    { hue: "green", name: say("contact.by.bike.name"), text: texts.byBike },
    { hue: "pink", name: say("contact.by.wheelchair.name"), text: texts.byWheelchair },
  ] as const;
  return (
    <section id="way" className="page section columns" aria-labelledby="way-head">
      <SectionHead id="way-head" hues={["orange", "green"]} title={say("contact.way")}>
        <p className="text-muted">{texts.wayLead}</p>
        {address && (
          <p>
            <TextLink alone href={mapOf(address)}>
              {say("contact.way.map")}
            </TextLink>
          </p>
        )}
      </SectionHead>
      <div className="grid content-start gap-8">
        <ol className="rule">
          {steps.map(([name, text], index) => (
            <li key={name} className="grid grid-cols-[44px_1fr] gap-x-4 border-b border-rule py-4">
              <span
                aria-hidden="true"
                className="grid size-11 place-items-center rounded-full bg-(--bar) font-bold text-(--on-bar)"
              >
                {index + 1}
              </span>
              <div>
                <h3 className="title">{name}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ol>
        <ul className="grid gap-x-8 gap-y-6 md:grid-cols-3">
          {others.map(({ hue, name, text }) => (
            <li key={name} className="grid content-start justify-items-start gap-2">
              <h3>
                <Badge hue={hue}>{name}</Badge>
              </h3>
              <p className="small">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const monday = "2024-01-01";

function Hours({ texts, openingHours, specialHours, now }: FactsProps) {
  const { marks, days } = hoursChart(openingHours);
  const today = localDate(now);
  return (
    <section className="on-ink contoured page section" aria-labelledby="hours-head">
      <div className="columns">
        <SectionHead id="hours-head" title={say("hours.heading")}>
          <p className="lead">{texts.hoursNote}</p>
        </SectionHead>
        <div>
          <div aria-hidden="true" className="relative ml-[120px] h-7 text-[15px] max-md:hidden">
            {marks.map(({ hour, at }) => (
              <span key={hour} className="absolute -translate-x-1/2" style={{ left: `${at * 100}%` }}>
                {hour}
              </span>
            ))}
          </div>
          <dl className="rule">
            {days.map(({ weekday, stretches }) => {
              const isToday = weekdayOf(today) === weekday;
              return (
                <div
                  key={weekday}
                  className="grid items-center border-b border-rule py-1 md:grid-cols-[120px_minmax(0,1fr)]"
                >
                  <dt className={isToday ? "font-bold" : ""}>
                    {capitalized(weekdayName(addDays(monday, weekday - 1)))}
                  </dt>
                  <dd className="relative h-10">
                    {stretches.length === 0 && <span className="leading-10">{say("hours.closed")}</span>}
                    {stretches.map(({ from, to, hours }) => (
                      <span
                        key={hours}
                        className={`tape ${isToday ? "orange" : "plain"} torn-${(weekday % 4) + 1} absolute! inset-y-[3px] left-[calc(var(--from)*100%)] w-[calc((var(--to)_-_var(--from))*100%)] min-w-min justify-start font-bold whitespace-nowrap`}
                        style={{ "--from": from, "--to": to }}
                      >
                        {isToday ? say("contact.hours.today", { hours }) : hours}
                      </span>
                    ))}
                  </dd>
                </div>
              );
            })}
          </dl>
        </div>
      </div>
      {specialHours.length > 0 && (
        <div className="columns mt-12">
          <h3 className="title">{say("contact.special")}</h3>
          <ul className="rule grid gap-x-8 md:grid-cols-2">
            {specialHours.map((day) => (
              <Special key={day.date} day={day} />
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function Special({ day: { date, name, closed, open, close } }: { day: Business["specialHours"][number] }) {
  return (
    <li className="flex items-center justify-between gap-4 border-b border-rule py-3">
      <div>
        <p className="font-bold">{capitalized(dayLong(date))}</p>
        <p className="small text-muted">{name}</p>
      </div>
      {!closed && open && close ? (
        <p className="time text-[28px]! whitespace-nowrap">{rangeOf({ open, close })}</p>
      ) : (
        <p className="border-2 border-rule px-3 py-1 font-bold">{say("hours.closed")}</p>
      )}
    </li>
  );
}

const topicArt = {
  FIRST_TIME: signs.firstTime,
  CHILDREN: signs.children,
  TRAININGS: signs.trainings,
  EVENTS: signs.bouldering,
  GIFTS: { shape: "caron", hue: "pink" },
  PAYMENTS: signs.ropes,
  PROJECTS: { shape: "jug", hue: "sky" },
  OTHER: { shape: "dot", hue: "yellow" },
} as Record<InquiryTopic, { shape: Shape; hue: Exclude<Hue, "ink" | "chalk"> }>;

function Asks({ texts, asks, phone }: ContactData) {
  return (
    <section className="page section columns" aria-labelledby="asks-head">
      <SectionHead id="asks-head" hues={["orange", "green", "sky"]} title={say("contact.asks")}>
        <p className="text-muted">{texts.asksLead}</p>
      </SectionHead>
      <ul className="rule">
        {asks.map(({ topic, people }) => {
          const { shape, hue } = topicArt[topic];
          const name = say(`inquiry.topic.${topic}`);
          return (
            <li key={topic} className="grid grid-cols-[44px_1fr_auto] items-center gap-x-4 border-b border-rule py-3">
              <Ornament shape={shape} hue={hue} className="w-10" />
              <div>
                <h3 className="title">{name}</h3>
                <p className="text-muted">
                  {people ? capitalized(people) : phone && say("contact.desk", { phone: showPhone(phone) })}
                </p>
              </div>
              <TextLink onwards about={name} href={`?topic=${topic}#write`}>
                {say("contact.write.to")}
              </TextLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Write({ texts, topic, phone, email, company }: ContactData & { topic: InquiryTopic | undefined }) {
  return (
    <section id="write" className="page section columns bg-raised" aria-labelledby="write-head">
      <div className="grid content-start gap-8">
        <div className="grid gap-4">
          <Headline id="write-head" hues={["orange", "sky"]}>
            {say("contact.write")}
          </Headline>
          <p className="text-muted">{texts.writeLead}</p>
        </div>
        <Company company={company} />
      </div>
      {email ? (
        <InquiryForm key={topic} topic={topic} phone={phone} email={email}>
          {texts.writeNote}
        </InquiryForm>
      ) : (
        <p className="lead">{say("inquiry.refusal.do.call", { phone: showPhone(phone) })}</p>
      )}
    </section>
  );
}

const companyFacts = ["name", "code", "vatCode", "address", "bankAccount"] as const;

/** The company details for invoices and payments; empty ones are omitted. */
function Company({ company }: Pick<ContactData, "company">) {
  const facts = companyFacts.filter((fact) => company[fact]);
  if (facts.length === 0) return null;
  const all = facts.map((fact) => `${say(`contact.company.${fact}`)}: ${company[fact]}`).join("\n");
  return (
    <section className="poster grid gap-3 px-6 py-6" aria-labelledby="company-head">
      <h3 id="company-head" className="title">
        {say("contact.company")}
      </h3>
      <dl className="grid gap-2">
        {facts.map((fact) => (
          <div key={fact} className="grid gap-x-4 xl:grid-cols-[130px_1fr]">
            <dt className="small text-muted">{say(`contact.company.${fact}`)}</dt>
            <dd className="small font-bold">{company[fact]}</dd>
          </div>
        ))}
      </dl>
      <p>
        <CopyButton text={all} label={say("contact.copy.company")} done={say("contact.copied")} />
      </p>
    </section>
  );
}
