import type { ExtendedBooking } from "@uola/contract";
import { words } from "@uola/words/admin";
import { phone } from "@uola/words/formats";
import { type KeyboardEvent, useRef } from "react";
import { type DaySession, hasCome, nameOf, people } from "./today.ts";

const say = words("lt");

type Props = {
  of: DaySession;
  /** Only these are shown, when somebody is searched for. */
  matching: (one: ExtendedBooking) => boolean;
  onCame: (bookings: ExtendedBooking[], came: boolean, sessionId: string) => void;
  onMove: (kind: "confirm" | "decline" | "cancel", one: ExtendedBooking) => void;
};

/** Everybody in one session: who came is ticked by hand, by space, or for all at once; arrows walk the list. */
export function Participants({ of, matching, onCame, onMove }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const bookings = of.bookings.filter(matching);
  const confirmed = bookings.filter(({ booking }) => booking.status === "CONFIRMED");
  const absent = confirmed.filter((one) => !hasCome(one));

  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
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
          <button type="button" className="link alone" onClick={() => onCame(absent, true, of.session.id)}>
            {say("session.all")}
          </button>
        )}
      </header>
      {bookings.length === 0 ? (
        <p className="muted">{say("session.none")}</p>
      ) : (
        <ul ref={list} onKeyDown={walk}>
          {bookings.map((one) => (
            <Participant
              key={one.booking.id}
              one={one}
              onCame={(came) => onCame([one], came, of.session.id)}
              onMove={onMove}
            />
          ))}
        </ul>
      )}
      <p className="muted">
        {say("session.left", { count: of.session.openSpots })}
        {" · "}
        <a className="link alone" href={`/admin/session/?id=${of.session.id}`}>
          {say("session.page")}
        </a>
        {" · "}
        <a className="link alone" href={`/admin/attendance/?session=${of.session.id}`}>
          {say("attendance.mark")}
        </a>
      </p>
    </section>
  );
}

type ParticipantProps = Pick<Props, "onMove"> & { one: ExtendedBooking; onCame: (came: boolean) => void };

function Participant({ one, onCame, onMove }: ParticipantProps) {
  const { booking } = one;
  const name = nameOf(one) || say("booking.unnamed");
  const { email, phone: number } = booking.contactDetails ?? {};
  const waits = booking.status !== "CONFIRMED";
  return (
    <li className="participant">
      <span className="came">
        {!waits && (
          <label className="check">
            <input type="checkbox" checked={hasCome(one)} onChange={(event) => onCame(event.target.checked)} />
            <span className="visually-hidden">{say("booking.came", { name })}</span>
          </label>
        )}
      </span>
      <span className="name">
        {name}
        {people(one) > 1 && <small className="muted"> · {say("booking.people", { count: people(one) })}</small>}
      </span>
      <span className="contact">{[number && phone(number), email].filter(Boolean).join(" · ")}</span>
      <span className="status">
        {waits ? (
          <b className="state-word outlined">{say(`status.${booking.status}`)}</b>
        ) : (
          say(`payment.${booking.paymentStatus}`)
        )}
      </span>
      <span className="moves">
        {waits && (
          <>
            <button type="button" onClick={() => onMove("confirm", one)}>
              {say("booking.confirm")}
              <span className="visually-hidden">: {name}</span>
            </button>
            <button type="button" onClick={() => onMove("decline", one)}>
              {say("booking.decline")}
              <span className="visually-hidden">: {name}</span>
            </button>
          </>
        )}
        <button type="button" onClick={() => onMove("cancel", one)}>
          {say("booking.cancel")}
          <span className="visually-hidden">: {name}</span>
        </button>
      </span>
    </li>
  );
}
