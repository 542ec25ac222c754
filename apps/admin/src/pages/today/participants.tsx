import type { ExtendedBooking } from "@uola/contract";
import { linkTo } from "@uola/page-loader/locale.ts";
import { TextButton, TextLink } from "@uola/ui/buttons.tsx";
import { Check } from "@uola/ui/field.tsx";
import { Row as ItemRow, List } from "@uola/ui/kit/list.tsx";
import { say } from "@uola/words/admin";
import { phone } from "@uola/words/formats";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { type Row, rowsOfParty } from "../attendance/marks.ts";
import { personHref } from "../people/href.ts";
import { paymentWords } from "./pay-dialog.tsx";
import { rowName } from "./row-name.ts";
import { type DaySession, hasUnpaid, nameOf, partyOf, people } from "./today.ts";

/** Callbacks of the list: attendance marks and actions on a booking. */
export type Acts = {
  onTick: (one: ExtendedBooking, row: Row, came: boolean, sessionId: string) => void;
  onAll: (bookings: ExtendedBooking[], sessionId: string) => void;
  onMove: (kind: "confirm" | "decline" | "cancel" | "pay" | "unpay", one: ExtendedBooking) => void;
};

type Props = Acts & {
  of: DaySession;
  /** Filter of the bookings shown during a search. */
  matching: (one: ExtendedBooking) => boolean;
};

/**
 * The participants of a session. Attendance is marked with a click, with the space bar or for
 * everyone at once; arrow keys move through the list.
 */
export function Participants({ of, matching, onTick, onAll, onMove }: Props) {
  const box = useRef<HTMLElement>(null);
  const bookings = of.bookings.filter(matching);
  const confirmed = bookings.filter(({ booking }) => booking.status === "CONFIRMED");
  const absent = confirmed.filter((one) => rowsOfParty(partyOf(one)).some(({ came }) => !came));
  const lines = bookings.flatMap((one): Line[] =>
    one.booking.status === "CONFIRMED"
      ? rowsOfParty(partyOf(one)).map((row, index) => ({ one, row, isFirst: index === 0 }))
      : [{ one, isFirst: true }],
  );

  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !(event.target instanceof HTMLInputElement)) return;
    const ticks = [...(box.current?.querySelectorAll<HTMLInputElement>("input[type=checkbox]") ?? [])];
    const next = ticks[ticks.indexOf(event.target) + step];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  };

  return (
    <section ref={box} className="bg-field px-4 pt-3 pb-4" aria-label={say("session.participants")} onKeyDown={walk}>
      <header className="flex flex-wrap items-center gap-x-5 gap-y-1 border-rule border-b">
        <h2 className="font-bold">{say("session.participants")}</h2>
        <p className="mr-auto text-muted max-md:hidden">
          {of.session.courseSession ? say("session.course") : say("session.hint", { up: "↑", down: "↓" })}
        </p>
        {absent.length > 1 && (
          <TextButton onClick={() => onAll(absent, of.session.id)}>{say("session.all")}</TextButton>
        )}
      </header>
      <List items={lines} idOf={({ one, row }) => row?.key ?? one.booking.id} empty={say("session.none")}>
        {({ one, row, isFirst }) => (
          <Participant
            one={one}
            row={row}
            isFirst={isFirst}
            isFree={of.isFree}
            tick={
              row && (
                <Check checked={row.came} onChange={({ target }) => onTick(one, row, target.checked, of.session.id)}>
                  <span className="visually-hidden">{say("booking.came", { name: rowName(row) })}</span>
                </Check>
              )
            }
            onMove={onMove}
          />
        )}
      </List>
      <p className="text-muted">
        {say("session.left", { count: of.session.openSpots })}
        {" · "}
        <TextLink alone href={linkTo(`/admin/session/?id=${of.session.id}`)}>
          {say("session.page")}
        </TextLink>
        {" · "}
        <TextLink alone href={linkTo(`/admin/attendance/?session=${of.session.id}`)}>
          {say("attendance.mark")}
        </TextLink>
      </p>
    </section>
  );
}

/**
 * A line for a participant, or for a booking that is not confirmed yet. The actions of a booking
 * are in its first line.
 */
type Line = { one: ExtendedBooking; row?: Row | undefined; isFirst: boolean };
type ParticipantProps = Line & Pick<Acts, "onMove"> & { isFree: boolean; tick: ReactNode };

function Participant({ one, row, isFirst, isFree, tick, onMove }: ParticipantProps) {
  const { booking } = one;
  const booker = nameOf(one) || say("booking.unnamed");
  const name = row ? rowName(row) : booker;
  const { email, phone: number } = booking.contactDetails ?? {};
  const act = (kind: Parameters<Acts["onMove"]>[0], label: string) => ({ label, onClick: () => onMove(kind, one) });
  const isPaid = booking.payment != null && booking.paymentStatus === "PAID";
  const href = personHref({ bookingId: booking.id });
  const about = [
    row?.participantId && row.name !== booker && say("booking.by", { name: booker }),
    !row && people(one) > 1 && say("booking.people", { count: people(one) }),
    isFirst && number && phone(number),
    isFirst && email,
    isFirst && row && paymentWords(booking, isFree),
    isFirst && booking.ageNotChecked && say("booking.ageNotChecked"),
  ];
  return (
    <ItemRow
      lead={tick}
      name={name}
      of={booker}
      href={href}
      marks={[!row && say(`status.${booking.status}`)]}
      about={about.filter(Boolean).join(" · ")}
      {...(isFirst && {
        main: row ? hasUnpaid(one) && !isFree && act("pay", say("pay")) : act("confirm", say("booking.confirm")),
        others: [
          !row && act("decline", say("booking.decline")),
          { label: say("row.person"), href },
          isPaid && act("unpay", say("unpay")),
          { ...act("cancel", say("dialog.cancel")), apart: true },
        ],
      })}
    />
  );
}
