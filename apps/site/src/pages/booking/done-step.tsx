import { signs } from "@uola/art";
import { categoryOf } from "@uola/browser/gym/category.ts";
import { showPhone, telOf } from "@uola/browser/gym/tel.ts";
import { useAuth } from "@uola/browser/session/session.tsx";
import { bookingCode } from "@uola/contract/booking-code";
import { linkTo } from "@uola/page-loader/locale.ts";
import { Badge } from "@uola/ui/badge.tsx";
import { PrimaryLink, TextLink } from "@uola/ui/buttons.tsx";
import { dayLong, money } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { bookingLink } from "../../features/booking/address.ts";
import { type Done, keptDone } from "../../features/booking/booking-storage.ts";
import { momentOf, namesOf, rangeOf, spanOf, whenOf } from "../../features/booking/booking-words.ts";
import { useBookingLinks } from "../../features/booking/calendar-link.ts";
import type { Contact } from "../../features/contact.data.ts";
import type { BookingData } from "./booking.data.ts";

type DoneStepProps = { bookingId: string; texts: BookingData["texts"]; contact: Contact; alive: boolean };

/** The confirmation: the ticket, what to bring, and what can still be changed. */
export function DoneStep({ bookingId, texts, contact, alive }: DoneStepProps) {
  const { isAuthenticated } = useAuth();
  const done = alive ? keptDone(bookingId) : null;
  return (
    <div className="page section grid gap-12">
      {done?.waiting ? (
        <Waiting done={done} waiting={done.waiting} contact={contact} />
      ) : done ? (
        <Made done={done} texts={texts} contact={contact} />
      ) : (
        alive && <p className="lead">{say("booking.done.elsewhere")}</p>
      )}
      <section className="rule grid gap-2 pt-5">
        <h2 className="title">{say("booking.done.account")}</h2>
        <p>{say(`booking.done.account.${isAuthenticated ? "there" : "how"}${done?.waiting ? ".waiting" : ""}`)}</p>
        <p className="flex flex-wrap gap-x-8">
          <TextLink alone href={linkTo(`/account/?booking=${bookingId}`)}>
            {say("booking.done.account.link")}
          </TextLink>
          <TextLink alone href={bookingLink({})}>
            {say("booking.done.again")}
          </TextLink>
        </p>
      </section>
    </div>
  );
}

function Made({ done, texts, contact }: { done: Done } & Pick<DoneStepProps, "texts" | "contact">) {
  const { calendar: link, manage } = useBookingLinks(done.bookingId);
  const sum = done.cents === null ? null : money(done.cents);
  return (
    <div className="booking-columns grid gap-12">
      <div className="grid gap-8">
        <div className="grid gap-2">
          <p className="lead">
            {done.pending ? say("booking.done.lead.pending") : say("booking.done.lead", { when: whenOf(done.start) })}
          </p>
          <p>{say("booking.done.mail", { address: done.email })}</p>
        </div>
        <Pass done={done} />
        <dl className="rule">
          <Fact name={say("booking.ticket.participants")}>{say("participants", { count: done.participants })}</Fact>
          <Fact name={say("booking.ticket.place")}>{contact.address}</Fact>
          {sum && <Fact name={say("booking.total")}>{sum}</Fact>}
        </dl>
        {link ? (
          <PrimaryLink wide href={link}>
            {say("action.addToCalendar")}
          </PrimaryLink>
        ) : (
          <p className="small text-muted">{say("booking.done.calendar.mail")}</p>
        )}
      </div>
      <div className="grid gap-10">
        <section className="grid gap-3">
          <h2 className="title">{say("booking.done.bring")}</h2>
          <ul className="grid list-disc gap-2 pl-5">
            <li>{texts.bringClothes}</li>
            <li>{texts.bringShoes}</li>
          </ul>
        </section>
        <section className="grid gap-3">
          <h2 className="title">{say("booking.done.know")}</h2>
          <ul className="grid list-disc gap-2 pl-5">
            <li>{texts.bringEarly}</li>
            {sum && done.payAtGym && <li>{say("booking.done.bring.pay", { price: sum })}</li>}
          </ul>
        </section>
        <section className="grid gap-3">
          <h2 className="title">{say("booking.done.plans")}</h2>
          <p>
            {done.cancelUntil
              ? say("booking.cancellation.until", { when: momentOf(new Date(done.cancelUntil)) })
              : say("booking.cancellation.never")}
          </p>
          <p>
            <a href={telOf(contact.phone)}>
              {say(done.cancelUntil ? "booking.done.plans.how" : "booking.done.plans.call", {
                phone: showPhone(contact.phone),
              })}
            </a>
          </p>
          {manage && (
            <p>
              <TextLink alone href={manage}>
                {say("booking.done.manage")}
              </TextLink>
            </p>
          )}
        </section>
      </div>
    </div>
  );
}

type WaitingProps = { done: Done; waiting: NonNullable<Done["waiting"]>; contact: Contact };

/** Confirmation of a waiting-list entry: the position and what happens next. */
function Waiting({ done, waiting: { position, interest }, contact }: WaitingProps) {
  return (
    <div className="booking-columns grid gap-12">
      <div className="grid content-start gap-8">
        <p className="lead">{say(interest ? "booking.wait.interest.noted" : "booking.wait.position", { position })}</p>
        <Pass done={done} />
        <p>{say("booking.wait.mail", { address: done.email })}</p>
      </div>
      <section className="grid content-start gap-3">
        <h2 className="title">{say("booking.wait.next")}</h2>
        <ul className="grid list-disc gap-2 pl-5">
          <li>{say("booking.wait.next.offer")}</li>
          <li>{say("booking.wait.next.answer")}</li>
          <li>{say("booking.wait.next.group")}</li>
          <li>{say("booking.wait.next.night")}</li>
          <li>{say("booking.wait.next.leave")}</li>
        </ul>
        <p>
          <TextLink href={telOf(contact.phone)}>
            {say("booking.times.call.name", { phone: showPhone(contact.phone) })}
          </TextLink>
        </p>
      </section>
    </div>
  );
}

/** The ticket to show at the front desk. */
function Pass({ done }: { done: Done }) {
  const { hue } = signs[categoryOf(done.kind)];
  const start = new Date(done.start);
  const day = done.lessons || done.undated ? spanOf(done) : dayLong(start);
  return (
    <article
      className={`pass ${done.waiting ? "waits" : hue} md:grid-cols-[1fr_auto]`}
      aria-label={say(done.waiting ? "booking.wait.yours" : "booking.yours")}
    >
      <div className="grid justify-items-start gap-1">
        {done.waiting ? (
          <Badge hue="plain">{say("booking.wait.yours")}</Badge>
        ) : (
          done.category && <Badge hue="now">{done.category}</Badge>
        )}
        {!done.undated && (
          <p className="time mt-2">
            {done.lessons ? say("booking.course.sessions", { count: done.lessons }) : rangeOf(done)}
          </p>
        )}
        <p className="title first-letter:uppercase">{day}</p>
        <p>{done.activity}</p>
        {done.staff.length > 0 && <p>{say("booking.times.with", { names: namesOf(done.staff) })}</p>}
      </div>
      {!done.waiting && (
        <p className="self-end">
          {say("booking.done.code")}
          <strong className="title block">{bookingCode(done.bookingId)}</strong>
        </p>
      )}
    </article>
  );
}

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div className="grid grid-cols-[110px_1fr] gap-4 border-b border-rule py-3">
    <dt className="text-muted">{name}</dt>
    <dd className="font-bold">{children}</dd>
  </div>
);
