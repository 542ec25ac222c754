import { showPhone, telOf } from "@uola/browser/gym/tel.ts";
import { bookingCode } from "@uola/contract/booking-code";
import { linkTo } from "@uola/page-loader/locale.ts";
import { TextLink } from "@uola/ui/buttons.tsx";
import { money } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { keptDone } from "../../features/booking/booking-storage.ts";
import { momentOf, whenOf } from "../../features/booking/booking-words.ts";
import type { Contact } from "../../features/contact.data.ts";

type Props = { bookingId: string; alive: boolean; contact: Contact };

/** Confirms a sent request: its details and the next steps. */
export function Sent({ bookingId, alive, contact }: Props) {
  const done = alive ? keptDone(bookingId) : null;
  const phone = showPhone(contact.phone);
  return (
    <div className="page section booking-columns grid gap-12">
      <div className="grid content-start gap-6">
        {done ? (
          <>
            <p className="lead">
              {say("private.sent.lead", { title: done.activity, when: whenOf(done.start), count: done.participants })}
            </p>
            {done.cents !== null && <p>{say("private.sent.price", { price: money(done.cents) })}</p>}
          </>
        ) : (
          alive && <p className="lead">{say("booking.done.elsewhere")}</p>
        )}
        <p>
          {say("booking.done.code")} <strong>{bookingCode(bookingId)}</strong>
        </p>
        <section className="rule grid gap-2 pt-5">
          <h2 className="title">{say("private.sent.next")}</h2>
          <ol className="grid list-decimal gap-2 pl-5">
            <li>{say("private.sent.next.kept")}</li>
            <li>{say("private.sent.next.answer", { address: done?.email ?? say("private.sent.your.address") })}</li>
            <li>{say("private.sent.next.day")}</li>
          </ol>
        </section>
      </div>
      <div className="grid content-start gap-4">
        <h2 className="title">{say("booking.done.plans")}</h2>
        {done?.cancelUntil && (
          <p>{say("booking.cancellation.until", { when: momentOf(new Date(done.cancelUntil)) })}</p>
        )}
        <p>
          <a href={telOf(contact.phone)}>{say("booking.done.plans.how", { phone })}</a>
        </p>
        <TextLink alone href={linkTo(`/account/?booking=${bookingId}`)}>
          {say("booking.done.account.link")}
        </TextLink>
      </div>
    </div>
  );
}
