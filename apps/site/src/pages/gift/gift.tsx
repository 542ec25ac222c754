import { showPhone, telOf } from "@uola/browser/gym/tel.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { useApp } from "@uola/page-loader/tree.tsx";
import { PrimaryLink, SecondaryButton, SecondaryLink, TextLink } from "@uola/ui/buttons.tsx";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { Field, TextArea } from "@uola/ui/field.tsx";
import { Headline } from "@uola/ui/headline.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { StickyBar } from "@uola/ui/sticky-bar.tsx";
import { Ticket } from "@uola/ui/ticket.tsx";
import { drawings, Voucher } from "@uola/ui/voucher.tsx";
import { money, price } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { type ReactNode, useId } from "react";
import { Questions } from "../../features/questions.tsx";
import { draftStorage } from "../../features/tab-storage.ts";
import { inputsOf, useForm } from "../../features/use-form.ts";
import type { GiftData } from "./gift.data.ts";
import { GiftDelivery } from "./gift-delivery.tsx";
import { GiftRequest } from "./gift-request.tsx";
import {
  firstGift,
  type GiftDraft,
  goodUntil,
  greetingLongest,
  nameLongest,
  sumLimits,
  sumOf,
  sums,
  worthOf,
} from "./gift-rules.ts";

export const head = ({ data: { texts } }: PageProps<GiftData>): Head => ({
  title: say("page.gift"),
  description: texts.description,
});

const terms = ["validity", "rest", "where", "back", "lost"] as const;
const greetings = ["birthday", "holidays", "thanks"] as const;

/** Three colleagues, each with a drawing of their own name as a climb. */
const colleagues = [
  { name: "Žygimantas", look: "-rotate-6" },
  { name: "Eglė", look: "absolute top-[16%] right-0 rotate-3" },
  { name: "Ūla", look: "absolute top-[34%] left-[4%] -rotate-2" },
];

/** A decorative voucher, torn in proportion to the amount already spent. */
const Torn = () => (
  <div aria-hidden="true" className="flex w-full max-w-[720px] items-start gap-2">
    <i className="tape large torn-2 sky w-[20%] -rotate-2 opacity-60" />
    <i className="tape large torn-3 sky w-[28%] rotate-1 opacity-60" />
    <i className="tape large torn-1 orange flex-1" />
  </div>
);

/** The draft of the voucher is stored in the tab until the voucher is added to the cart. */
const storedAs = "uola.gift";
const storage = draftStorage<GiftDraft>(storedAs);

/**
 * The page for composing a voucher with a live preview: value, drawing and greeting. The voucher is
 * then added to the cart or requested from the front desk.
 */
export default function GiftPage({ data, now }: PageProps<GiftData>) {
  const { texts, experiences, contact, questions, shop } = data;
  const { name: gym } = useApp();
  const form = useForm<GiftDraft>({ empty: firstGift, storage });
  const { draft: gift, set } = form;
  const input = inputsOf(form);
  const worth = worthOf(gift, experiences);
  const name = gift.to.trim() || say("gift.you");
  const shown = {
    worth: worth?.said ?? "–",
    name,
    words: {
      gym,
      title: say("gift.voucher"),
      greeting: gift.greeting && say("gift.greeting.said", { text: gift.greeting }),
      to: gift.to && say("gift.to.said", { name: gift.to }),
      from: gift.from && say("gift.from.said", { name: gift.from }),
      until: say("gift.until.said", { day: goodUntil(now) }),
    },
  };
  // Until a recipient is entered, the page shows an example voucher with every field filled in.
  const example = {
    ...shown,
    name: say("gift.example.name"),
    words: {
      ...shown.words,
      greeting: say("gift.greeting.said", { text: say("gift.greeting.thanks.text") }),
    },
  };
  return (
    <main id="content">
      <PageHeader title={texts.head} hue="orange" hues={["yellow", "pink", "sky"]}>
        <p className="lead mt-6 max-w-[560px] lg:max-w-[42%]">{texts.lead}</p>
        <p className="mt-6 flex flex-wrap items-center gap-x-7 gap-y-3">
          <PrimaryLink icon="right" href="#make">
            {say("gift.make")}
          </PrimaryLink>
          <TextLink alone href={linkTo("/gift/balance/")}>
            {say("gift.balance.check")}
          </TextLink>
        </p>
        <div className="hung">
          <Voucher {...(gift.to.trim() ? shown : example)} drawing="stair" />
          <i aria-hidden="true" className="tape torn-1 yellow strip" />
          <i aria-hidden="true" className="tape torn-2 pink strip" />
        </div>
      </PageHeader>
      <div id="make" data-kept={storedAs} className="page section booking-columns grid gap-12">
        <div className="needs-scripts grid max-w-[720px] content-start gap-12">
          <Part number={1} title={say("gift.part.what")}>
            <RadioGroup
              legend={say("gift.sum")}
              name="sum"
              value={gift.experience ? undefined : gift.sum}
              choices={sums.map((sum) => ({ value: String(sum), label: price(sum * 100) }))}
              onChange={(sum) => set({ sum, experience: "" })}
            />
            <Field
              id="sum"
              label={say("gift.sum.own")}
              hint={say("gift.sum.hint", { least: price(sumLimits.least * 100), most: price(sumLimits.most * 100) })}
              inputMode="decimal"
              maxLength={8}
              value={gift.experience ? "" : gift.sum}
              onChange={({ target }) => set({ sum: target.value, experience: "" })}
              {...(!worth && { error: say("gift.sum.wrong") })}
            />
            {experiences.length > 0 && (
              <RadioGroup
                shown
                legend={say(shop ? "gift.experience.sum" : "gift.experience")}
                name="experience"
                value={shop ? experiences.find((each) => sumOf(each) === gift.sum)?.id : gift.experience}
                choices={experiences.map(({ id, name, cents }) => ({
                  value: id,
                  label: say("gift.experience.choice", { name, price: price(cents) }),
                }))}
                onChange={(experience) => {
                  const chosen = experiences.find(({ id }) => id === experience);
                  set(shop && chosen ? { sum: sumOf(chosen) } : { experience });
                }}
              />
            )}
          </Part>
          <Part number={2} title={say("gift.part.drawing")}>
            <fieldset className="grid grid-cols-2 gap-4">
              <legend className="visually-hidden">{say("gift.part.drawing")}</legend>
              {drawings.map((drawing) => (
                <label
                  key={drawing}
                  className="relative grid cursor-pointer gap-2 border-3 border-transparent p-1 font-bold has-checked:border-text has-focus-visible:outline-3"
                >
                  <input
                    className="visually-hidden"
                    type="radio"
                    name="drawing"
                    value={drawing}
                    checked={gift.drawing === drawing}
                    onChange={() => set({ drawing })}
                  />
                  <Voucher {...shown} drawing={drawing} />
                  {say(`gift.drawing.${drawing}`)}
                </label>
              ))}
            </fieldset>
          </Part>
          <Part number={3} title={say("gift.part.words")}>
            <div className="grid gap-6 md:grid-cols-2">
              <Field
                {...input("to")}
                label={say("gift.to")}
                hint={say("gift.to.hint")}
                maxLength={nameLongest}
                autoComplete="off"
              />
              <Field
                {...input("from")}
                label={say("gift.from")}
                hint={say("gift.from.hint")}
                maxLength={nameLongest}
                autoComplete="off"
              />
            </div>
            <TextArea
              {...input("greeting")}
              label={say("gift.greeting")}
              hint={say("gift.greeting.left", { count: greetingLongest - gift.greeting.length })}
              maxLength={greetingLongest}
            />
            <p className="choices">
              {greetings.map((each) => (
                <SecondaryButton key={each} onClick={() => set({ greeting: say(`gift.greeting.${each}.text`) })}>
                  {say(`gift.greeting.${each}`)}
                </SecondaryButton>
              ))}
            </p>
          </Part>
          <Part number={4} id="request" title={say(shop ? "gift.delivery" : "gift.request")}>
            {shop ? (
              <GiftDelivery form={form} now={now} onAdded={() => storage.write(null)} />
            ) : (
              <GiftRequest gift={gift} experiences={experiences} contact={contact} lead={texts.requestLead} />
            )}
          </Part>
        </div>
        <div className="grid content-start gap-6 max-xl:order-first xl:self-stretch">
          <div className="grid gap-6 md:max-xl:grid-cols-2 md:max-xl:items-start xl:sticky xl:top-6">
            <p className="font-bold md:max-xl:col-span-2">{say("gift.looks")}</p>
            <Voucher {...shown} drawing={gift.drawing} />
            <Ticket
              title={say("gift.voucher")}
              facts={[
                { name: say("gift.part.what"), value: shown.worth },
                { name: say("gift.drawing"), value: say(`gift.drawing.${gift.drawing}`) },
                ...(gift.to ? [{ name: say("gift.to"), value: gift.to }] : []),
                { name: say("gift.until"), value: goodUntil(now) },
              ]}
              total={{ label: say("booking.total"), amount: worth ? money(worth.cents) : "–" }}
              action={
                <PrimaryLink wide icon="right" href="#request">
                  {say("gift.order")}
                </PrimaryLink>
              }
              print={<p>{shop ? say("gift.delivery.lead") : texts.requestLead}</p>}
            />
          </div>
        </div>
      </div>
      <section className="on-ink contoured page section columns" aria-labelledby="balance-head">
        <Headline id="balance-head">{say("balance.head")}</Headline>
        <div className="grid content-start justify-items-start gap-6">
          <p className="lead max-w-[44ch]">{say("gift.balance.lead")}</p>
          <Torn />
          <SecondaryLink href={linkTo("/gift/balance/")}>{say("gift.balance.check")}</SecondaryLink>
        </div>
      </section>
      <section id="terms" className="page section columns" aria-labelledby="terms-head">
        <Headline id="terms-head" hues={["orange", "green", "pink"]}>
          {say("gift.terms")}
        </Headline>
        <dl className="rule">
          {terms.map((term) => (
            <div key={term} className="grid gap-x-6 border-b border-rule py-4 md:grid-cols-[200px_1fr]">
              <dt className="font-bold">{say(`gift.terms.${term}`)}</dt>
              <dd>{texts[term]}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section
        className="on-hue yellow page section grid gap-12 overflow-clip lg:grid-cols-2 lg:items-center"
        aria-labelledby="companies"
      >
        <div className="grid gap-5">
          <Headline id="companies" hues={["orange", "green", "pink"]}>
            {say("gift.companies")}
          </Headline>
          <p className="lead max-w-[44ch]">{texts.companies}</p>
          <p>
            <SecondaryLink href={telOf(contact.phone)}>
              {say("booking.times.call.name", { phone: showPhone(contact.phone) })}
            </SecondaryLink>
          </p>
        </div>
        <div className="relative mx-auto w-full max-w-[560px] pb-[30%]">
          {colleagues.map(({ name, look }) => (
            <div key={name} className={`w-[80%] ${look}`}>
              <Voucher
                drawing="stair"
                worth={shown.worth}
                name={name}
                words={{ ...shown.words, greeting: "", to: "", from: "" }}
              />
            </div>
          ))}
        </div>
      </section>
      <Questions questions={questions} />
      <StickyBar
        until="ticket"
        action={
          <PrimaryLink small href="#request">
            {say("gift.order")}
          </PrimaryLink>
        }
      >
        <p>{shown.worth}</p>
        <p>{name}</p>
      </StickyBar>
    </main>
  );
}

type PartProps = {
  number: number;
  title: string;
  /** Anchor id for links to this section. */
  id?: string;
  children: ReactNode;
};

function Part({ number, title, id, children }: PartProps) {
  const heading = useId();
  return (
    <section id={id} tabIndex={id ? -1 : undefined} className="rule grid gap-5 pt-6" aria-labelledby={heading}>
      <h2 id={heading} className="display flex items-center gap-3 text-[26px]/[1.15]">
        <span
          aria-hidden="true"
          className="grid size-8 flex-none place-items-center rounded-full bg-text font-bold text-[16px] text-ground"
        >
          {number}
        </span>
        {title}
      </h2>
      {children}
    </section>
  );
}
