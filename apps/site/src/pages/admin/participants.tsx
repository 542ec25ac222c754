import type { ExtendedBooking } from "@uola/contract";
import { say } from "@uola/words/admin";
import { phone } from "@uola/words/formats";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { linkTo } from "../../loader/locale.ts";
import { ActionMenu } from "../../ui/action-menu.tsx";
import { type Row, rowsOfParty } from "../attendance/marks.ts";
import { personHref } from "../people/href.ts";
import { paymentWords } from "./pay-dialog.tsx";
import { rowName } from "./row-name.ts";
import { type DaySession, nameOf, owes, partyOf, people } from "./today.ts";

/** What the list is told: who was ticked, and what is wanted of a booking. */
export type Acts = {
  onTick: (one: ExtendedBooking, row: Row, came: boolean, sessionId: string) => void;
  onAll: (bookings: ExtendedBooking[], sessionId: string) => void;
  onMove: (kind: "confirm" | "decline" | "cancel" | "pay" | "unpay", one: ExtendedBooking) => void;
};

type Props = Acts & {
  of: DaySession;
  /** Only these are shown, when somebody is searched for. */
  matching: (one: ExtendedBooking) => boolean;
};

/** Everybody in one session: who came is ticked by hand, by space, or for all at once; arrows walk the list. */
export function Participants({ of, matching, onTick, onAll, onMove }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const bookings = of.bookings.filter(matching);
  const confirmed = bookings.filter(({ booking }) => booking.status === "CONFIRMED");
  const absent = confirmed.filter((one) => rowsOfParty(partyOf(one)).some(({ came }) => !came));

  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !(event.target instanceof HTMLInputElement)) return;
    const ticks = [...(list.current?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? [])];
    const next = ticks[ticks.indexOf(document.activeElement as HTMLInputElement) + step];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  };

  return (
    <section className="participants" aria-label={say("session.participants")}>
      <header>
        <h2>{say("session.participants")}</h2>
        <p className="hint">
          {of.session.courseSession ? say("session.course") : say("session.hint", { up: "↑", down: "↓" })}
        </p>
        {absent.length > 1 && (
          <button type="button" className="link alone" onClick={() => onAll(absent, of.session.id)}>
            {say("session.all")}
          </button>
        )}
      </header>
      {bookings.length === 0 ? (
        <p className="text-muted">{say("session.none")}</p>
      ) : (
        <ul ref={list} onKeyDown={walk}>
          {bookings.map((one) =>
            one.booking.status === "CONFIRMED" ? (
              rowsOfParty(partyOf(one)).map((row, index) => (
                <Participant
                  key={row.key}
                  one={one}
                  row={row}
                  isFirst={index === 0}
                  isFree={of.isFree}
                  onTick={(came) => onTick(one, row, came, of.session.id)}
                  onMove={onMove}
                />
              ))
            ) : (
              <Waiting key={one.booking.id} one={one} isFree={of.isFree} onMove={onMove} />
            ),
          )}
        </ul>
      )}
      <p className="text-muted">
        {say("session.left", { count: of.session.openSpots })}
        {" · "}
        <a className="link alone" href={linkTo(`/admin/session/?id=${of.session.id}`)}>
          {say("session.page")}
        </a>
        {" · "}
        <a className="link alone" href={linkTo(`/admin/attendance/?session=${of.session.id}`)}>
          {say("attendance.mark")}
        </a>
      </p>
    </section>
  );
}

type RowProps = Pick<Acts, "onMove"> & { one: ExtendedBooking; isFree: boolean };

/** One who comes. What is to be done with the booking stands in its first row. */
function Participant({
  one,
  row,
  isFirst,
  isFree,
  onTick,
  onMove,
}: RowProps & { row: Row; isFirst: boolean; onTick: (came: boolean) => void }) {
  const name = rowName(row);
  const booker = nameOf(one) || say("booking.unnamed");
  return (
    <li className={`participant ${isFirst ? "" : "more"}`}>
      <span className="came">
        <label className="check">
          <input type="checkbox" checked={row.came} onChange={(event) => onTick(event.target.checked)} />
          <span className="visually-hidden">{say("booking.came", { name })}</span>
        </label>
      </span>
      <span className="name">
        <a href={personHref({ bookingId: one.booking.id })}>{name}</a>
        {row.participantId && row.name !== booker && (
          <small className="text-muted"> · {say("booking.by", { name: booker })}</small>
        )}
      </span>
      {isFirst && <About one={one} isFree={isFree} onMove={onMove} />}
    </li>
  );
}

/** A booking that is not settled yet: for how many, and what to decide. */
function Waiting({ one, isFree, onMove }: RowProps) {
  const name = nameOf(one) || say("booking.unnamed");
  const decide = (kind: "confirm" | "decline") => (
    <button type="button" onClick={() => onMove(kind, one)}>
      {say(`booking.${kind}`)}
      <span className="visually-hidden">: {name}</span>
    </button>
  );
  return (
    <li className="participant">
      <span className="came" />
      <span className="name">
        <a href={personHref({ bookingId: one.booking.id })}>{name}</a>
        {people(one) > 1 && <small className="text-muted"> · {say("booking.people", { count: people(one) })}</small>}
      </span>
      <About one={one} isFree={isFree} onMove={onMove}>
        {decide("confirm")}
        {decide("decline")}
      </About>
    </li>
  );
}

function About({ one, isFree, onMove, children }: RowProps & { children?: ReactNode }) {
  const { booking } = one;
  const name = nameOf(one) || say("booking.unnamed");
  const { email, phone: number } = booking.contactDetails ?? {};
  const isSettled = booking.status === "CONFIRMED";
  return (
    <>
      <span className="contact">{[number && phone(number), email].filter(Boolean).join(" · ")}</span>
      <span className="status">
        {isSettled ? (
          paymentWords(booking, isFree)
        ) : (
          <b className="state-word outlined">{say(`status.${booking.status}`)}</b>
        )}
      </span>
      <span className="moves">
        {children}
        {isSettled && owes(one) && !isFree && (
          <button type="button" onClick={() => onMove("pay", one)}>
            {say("pay")}
            <span className="visually-hidden">: {name}</span>
          </button>
        )}
        <ActionMenu
          label={say("row.actions", { name })}
          items={[
            { label: say("row.person"), href: personHref({ bookingId: booking.id }) },
            booking.payment != null &&
              booking.paymentStatus === "PAID" && { label: say("unpay"), onClick: () => onMove("unpay", one) },
            { label: say("dialog.cancel"), apart: true, onClick: () => onMove("cancel", one) },
          ]}
        />
      </span>
    </>
  );
}
