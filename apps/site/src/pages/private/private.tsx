import { showPhone, telOf } from "@uola/browser/gym/tel.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { part } from "@uola/page-loader/part.tsx";
import { useInBrowser } from "@uola/page-loader/tree.tsx";
import { PrimaryLink, SecondaryLink } from "@uola/ui/buttons.tsx";
import { Headline } from "@uola/ui/headline.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { SectionHead } from "@uola/ui/section-head.tsx";
import { Stepper } from "@uola/ui/stepper.tsx";
import { Ticket } from "@uola/ui/ticket.tsx";
import { duration, money, price } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { useState } from "react";
import { priceOf } from "../../features/booking/activity-price.ts";
import { bookingLink } from "../../features/booking/address.ts";
import { draftName, keepDraft, keptDraft } from "../../features/booking/booking-storage.ts";
import type { Contact } from "../../features/contact.data.ts";
import { useHeadlineFocus } from "../../features/headline-focus.ts";
import { linesOf } from "../../features/lines.ts";
import { People } from "../../features/people.tsx";
import { Questions } from "../../features/questions.tsx";
import { byInvoice, isEvent, type Kind, type Offer, offerOf } from "./offers.ts";
import type { PrivateData } from "./private.data.ts";

const RequestForm = part(async () => (await import("./request-form.tsx")).RequestForm);
const Sent = part(async () => (await import("./sent.tsx")).Sent);

export const prepare = async (search: URLSearchParams) => {
  if (search.has("done")) await Sent.fetch();
  else if (isEvent(search.get("kind"))) await RequestForm.fetch();
};

export const head = ({ data: { texts } }: PageProps<PrivateData, { contact: Contact }>): Head => ({
  title: texts.head,
  description: texts.description,
});

type Texts = PrivateData["texts"];
const included: Record<Kind, keyof Texts> = {
  individual: "includedIndividual",
  group: "includedGroup",
  birthday: "includedBirthday",
  company: "includedCompany",
  school: "includedSchool",
};

/** Private offers: a trainer, a small group, a birthday, an event. The URL selects one. */
export default function Private({
  data,
  shared: { contact },
  search,
  now,
}: PageProps<PrivateData, { contact: Contact }>) {
  const { texts, people, questions, offers } = data;
  const alive = useInBrowser();
  const done = search.get("done");
  const offer = offerOf(offers, search.get("kind"));
  const phone = showPhone(contact.phone);
  useHeadlineFocus(done ? "sent" : "choosing", { fromTop: done !== null });
  return (
    <main id="content" data-kept={done ? undefined : draftName}>
      <PageHeader
        title={done ? say("private.sent.head") : texts.head}
        art={{ shape: "jug", hue: "pink" }}
        hues={["yellow", "green", "orange", "sky"]}
      >
        {!done && <p className="lead mt-6">{texts.lead}</p>}
      </PageHeader>
      {done ? (
        <Sent bookingId={done} alive={alive} contact={contact} />
      ) : offers.length === 0 ? (
        <section className="page section grid justify-items-start gap-4">
          <p className="lead">{texts.none}</p>
          <PrimaryLink href={telOf(contact.phone)}>{say("booking.times.call.name", { phone })}</PrimaryLink>
        </section>
      ) : (
        <>
          <section className="page section columns" aria-labelledby="kinds">
            <SectionHead id="kinds" hues={["orange", "green", "pink"]} title={say("private.choose")}>
              <p className="text-muted">{texts.chooseLead}</p>
            </SectionHead>
            <ul className="rule rows">
              {offers.map((each) => (
                <Row key={each.kind} offer={each} chosen={each === offer} />
              ))}
            </ul>
          </section>
          {offer && <Chosen key={offer.kind} offer={offer} texts={texts} contact={contact} now={now} />}
          <People people={people} />
          <Questions questions={questions} />
        </>
      )}
    </main>
  );
}

function Row({ offer: { kind, activity, minutes, asks }, chosen }: { offer: Offer; chosen: boolean }) {
  const cost = activity.price.kind === "each" ? price(activity.price.cents) : priceOf(activity);
  return (
    <li
      data-row
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-b border-rule py-5 @min-[620px]:grid-cols-[minmax(14ch,1fr)_220px_138px]"
    >
      <div className="col-span-2 @min-[620px]:col-span-1">
        <h3 className="title">{activity.name}</h3>
        <p className="text-muted">{activity.tagLine}</p>
      </div>
      <p className="small">
        <strong className="block">
          {minutes[0] !== undefined && `${duration(minutes[0])} · `}
          {say(kind === "individual" ? "private.cost" : "private.cost.each", { price: cost })}
        </strong>
        <span className="text-muted">{say(asks ? "private.by.request" : "private.by.booking")}</span>
      </p>
      <SecondaryLink
        about={activity.name}
        href={`?kind=${kind}#chosen`}
        chosen={chosen}
        aria-current={chosen ? "true" : undefined}
        className="@min-[620px]:w-full"
      >
        {say(chosen ? "action.chosen" : "action.choose")}
      </SecondaryLink>
    </li>
  );
}

type ChosenProps = { offer: Offer; texts: Texts; contact: Contact; now: Date };

/**
 * The chosen offer: price by number of participants, what is included, the rules of the gym, and
 * the booking link or request form.
 */
function Chosen({ offer, texts, contact, now }: ChosenProps) {
  const { activity, least, most, kind, asks, minutes } = offer;
  const [count, setCount] = useState(least);
  const { price } = activity;
  const facts = [
    { name: say("booking.activity"), value: activity.name },
    ...(minutes[0] === undefined
      ? []
      : [{ name: say("private.duration"), value: minutes.map((each) => duration(each)).join(" / ") }]),
  ];
  return (
    <section id="chosen" className="page section" aria-labelledby="chosen-name">
      <div className="booking-columns grid gap-10">
        <div className="grid max-w-[720px] content-start gap-6">
          <Headline id="chosen-name">{activity.name}</Headline>
          <p className="lead">{activity.description}</p>
          <List title={say("private.included")} text={texts[included[kind]]} />
          <List title={say("private.rules")} text={asks ? texts.rulesEvent : texts.rulesLesson} />
          {asks && (
            <RequestForm
              offer={offer}
              count={count}
              onCount={setCount}
              lead={texts.requestLead}
              contact={contact}
              now={now}
            />
          )}
        </div>
        <div className={asks ? "max-xl:order-first xl:self-stretch" : "xl:self-stretch"}>
          <Ticket
            title={say("private.price")}
            facts={facts}
            total={{
              label: say("booking.total"),
              amount: price.kind === "each" ? money(price.cents * count) : priceOf(activity),
              ...(price.kind === "each" &&
                most > 1 && { detail: say("booking.totalDetail", { count, price: money(price.cents) }) }),
            }}
            action={
              asks ? (
                <PrimaryLink wide icon="right" href="#request">
                  {say("private.request.fill")}
                </PrimaryLink>
              ) : (
                <PrimaryLink
                  wide
                  icon="right"
                  href={bookingLink({ service: activity.slug })}
                  data-acts
                  onClick={() => keepDraft({ ...keptDraft(), participants: count })}
                >
                  {say("private.time")}
                </PrimaryLink>
              )
            }
            print={
              <>
                <p>{say(asks ? "private.print.request" : "private.print.booking")}</p>
                {byInvoice(kind) && <p>{say("private.school.invoice")}</p>}
              </>
            }
            stays
          >
            {most > least && (
              <>
                <span aria-hidden="true">{say("participants.number")}</span>
                <Stepper
                  label={say("participants.number")}
                  value={count}
                  min={least}
                  max={most}
                  onChange={setCount}
                  words={{
                    fewer: say("participants.fewer"),
                    more: say("participants.more"),
                    value: say("participants", { count }),
                  }}
                />
              </>
            )}
          </Ticket>
        </div>
      </div>
    </section>
  );
}

/** A list of sentences, one per line. */
function List({ title, text }: { title: string; text: string }) {
  return (
    <section className="rule grid gap-2 pt-5">
      <h3 className="title">{title}</h3>
      <ul className="grid list-disc gap-1 pl-5">
        {linesOf(text).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
