import { useIsOwner } from "@uola/browser/session/session.tsx";
import type { ExtendedBooking, PaymentMethod } from "@uola/contract";
import { dayAndTimes } from "@uola/ui/kit/date-time.ts";
import { History } from "@uola/ui/kit/history.tsx";
import { List, ListSection, Row } from "@uola/ui/kit/list.tsx";
import { say } from "@uola/words/admin";
import { dayAccusative, phone, time } from "@uola/words/formats";
import { Fragment, useState } from "react";
import { personHref } from "../people/href.ts";
import { CancelOrDeclineDialog } from "../today/cancel-or-decline-dialog.tsx";
import { PayDialog, paymentWords } from "../today/pay-dialog.tsx";
import { hasUnpaid, nameOf, people, takesPlaces } from "../today/today.ts";
import { AddBooking } from "./add-booking.tsx";
import { NumberDialog, RescheduleDialog } from "./person-dialogs.tsx";
import { storedLabel, storedText } from "./stored.ts";
import type { SessionActions } from "./use-session-actions.ts";
import type { Panel } from "./use-session-page.ts";

type Kind = "decline" | "cancel" | "number" | "reschedule" | "pay" | "history";
type Asking = { kind: Kind; one: ExtendedBooking };
type Props = {
  panel: Panel;
  actions: SessionActions;
  managesBookings: boolean;
  /** Whether the session is upcoming and not canceled. */
  isOpen: boolean;
  /** Whether the session is not over; late arrivals can still be added. */
  takesPeople: boolean;
};

const gone = new Set(["CANCELED", "DECLINED"]);
const listed = (one: ExtendedBooking) => takesPlaces(one) || one.booking.status === "CREATED";

/** Lists the participants of a session with contact details and the actions for each booking. */
export function People({ panel, actions: { act }, managesBookings, isOpen, takesPeople }: Props) {
  const isOwner = useIsOwner();
  const { session, bookings } = panel;
  const [asking, setAsking] = useState<Asking>();
  const [isAdding, setAdding] = useState(false);
  const close = () => setAsking(undefined);
  const here = bookings.filter(listed).toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), "lt"));
  const former = bookings.filter(({ booking }) => gone.has(booking.status));
  const named = (one: ExtendedBooking) => nameOf(one) || say("booking.unnamed");

  const confirm = (one: ExtendedBooking) => {
    const { id: bookingId, revision } = one.booking;
    const participantNotification = { notifyParticipants: true };
    void act(
      (client) => client.bookings.confirm({ bookingId, revision, participantNotification }),
      say("done.confirm", { name: named(one) }),
    );
  };
  const end = ({ kind, one }: Asking, { notify, message }: { notify: boolean; message: string }) => {
    const { id: bookingId, revision } = one.booking;
    const participantNotification = { notifyParticipants: notify, message: message || null };
    const move = { bookingId, revision, participantNotification };
    close();
    if (kind === "decline") {
      void act((client) => client.bookings.decline(move), say("done.decline", { name: named(one) }));
    } else {
      const flowControlSettings = { ignoreCancellationPolicy: true };
      void act(
        (client) => client.bookings.cancel({ ...move, flowControlSettings }),
        say("done.cancel", { name: named(one) }),
      );
    }
  };
  const pay = (one: ExtendedBooking, received: { method: PaymentMethod; note: string } | null) => {
    const { id: bookingId, revision } = one.booking;
    void act(
      (client) => client.bookings.setPayment({ bookingId, revision, received }),
      say(received ? "pay.done" : "unpay.done", { name: named(one) }),
    );
  };
  const ending = asking?.kind === "cancel" || asking?.kind === "decline" ? asking : undefined;

  return (
    <ListSection
      title={say("session.participants")}
      add={managesBookings && takesPeople ? { label: say("session.add"), onClick: () => setAdding(true) } : undefined}
      empty={say("session.none")}
      items={here}
      idOf={idOf}
      row={(one) => (
        <Person
          one={one}
          managesBookings={managesBookings}
          isOpen={isOpen}
          isCourse={Boolean(session.courseSession)}
          onConfirm={confirm}
          onUnpay={() => pay(one, null)}
          onAsk={(kind) => setAsking({ kind, one })}
        />
      )}
    >
      {former.length > 0 && (
        <details className="mt-2">
          <summary className="min-h-[32px] py-1 font-semibold">
            {say("session.canceledBookings", { count: former.length })}
          </summary>
          <List items={former} idOf={idOf}>
            {(one) => (
              <Row
                name={named(one)}
                marks={[say(`status.${one.booking.status}`), Boolean(one.booking.payment) && paymentWords(one.booking)]}
                {...(isOwner && {
                  others: [{ label: say("history"), onClick: () => setAsking({ kind: "history", one }) }],
                })}
              />
            )}
          </List>
        </details>
      )}
      <CancelOrDeclineDialog
        asking={ending && { kind: ending.kind as "cancel" | "decline" }}
        about={ending ? aboutOf(ending.one, named(ending.one)) : ""}
        bookingId={ending?.one.booking.id}
        onClose={close}
        onSure={(how) => ending && end(ending, how)}
      />
      {asking?.kind === "pay" && (
        <PayDialog
          about={aboutOf(asking.one, named(asking.one))}
          onClose={close}
          onPaid={(received) => {
            close();
            pay(asking.one, received);
          }}
        />
      )}
      {asking?.kind === "number" && (
        <NumberDialog
          one={asking.one}
          about={named(asking.one)}
          onClose={close}
          onSure={(totalParticipants, participants) => {
            const { id: bookingId, revision } = asking.one.booking;
            close();
            void act(
              (client) =>
                client.bookings.updateNumberOfParticipants({
                  bookingId,
                  revision,
                  totalParticipants,
                  ...(participants && { participants }),
                  participantNotification: { notifyParticipants: true },
                }),
              say("session.number.done", { name: named(asking.one) }),
            );
          }}
        />
      )}
      {asking?.kind === "reschedule" && (
        <RescheduleDialog
          session={session}
          about={named(asking.one)}
          onClose={close}
          onSure={(to, notify) => {
            const { id: bookingId, revision } = asking.one.booking;
            close();
            void act(
              (client) =>
                client.bookings.reschedule({
                  bookingId,
                  revision,
                  slot: { sessionId: to.id, serviceId: to.serviceId, scheduleId: to.scheduleId },
                  flowControlSettings: { ignoreReschedulePolicy: true },
                  participantNotification: { notifyParticipants: notify },
                }),
              say("session.reschedule.done", { name: named(asking.one), when: dayAndTimes(to) }),
            );
          }}
        />
      )}
      {asking?.kind === "history" && (
        <History
          entityId={asking.one.booking.id}
          title={named(asking.one)}
          label={storedLabel}
          show={(_, value) => storedText(value)}
          onClose={close}
        />
      )}
      {isAdding && <AddBooking session={session} hasBegun={!isOpen} act={act} onClose={() => setAdding(false)} />}
    </ListSection>
  );
}

function aboutOf(one: ExtendedBooking, name: string): string {
  const start = one.booking.startDate;
  const when = start ? `${dayAccusative(start)}, ${time(start)}` : "";
  return say("dialog.about", { name, when, people: say("booking.people", { count: people(one) }) });
}

type PersonProps = Pick<Props, "managesBookings" | "isOpen"> & {
  one: ExtendedBooking;
  isCourse: boolean;
  onConfirm: (one: ExtendedBooking) => void;
  onUnpay: () => void;
  onAsk: (kind: Kind) => void;
};

function Person({ one, managesBookings, isOpen, isCourse, onConfirm, onUnpay, onAsk }: PersonProps) {
  const isOwner = useIsOwner();
  const { booking } = one;
  const name = nameOf(one) || say("booking.unnamed");
  const { email, phone: number } = booking.contactDetails ?? {};
  const names = (booking.participants ?? []).map(({ firstName, lastName }) =>
    [firstName, lastName].filter(Boolean).join(" "),
  );
  const waits = booking.status !== "CONFIRMED";
  const contact = [
    say("booking.people", { count: people(one) }),
    number && (
      <a className="underline" href={`tel:${number}`}>
        {phone(number)}
      </a>
    ),
    email && (
      <a className="underline" href={`mailto:${email}`}>
        {email}
      </a>
    ),
    paymentWords(booking),
    booking.ageNotChecked && say("booking.ageNotChecked"),
  ];
  return (
    <Row
      name={name}
      href={personHref({ bookingId: booking.id })}
      marks={[waits && say(`status.${booking.status}`)]}
      about={contact.filter(Boolean).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they stand in one order, and have no other name
        <Fragment key={index}>
          {index > 0 && " · "}
          {part}
        </Fragment>
      ))}
      more={names.length > 0 && <p>{names.join(", ")}</p>}
      {...(managesBookings && {
        main: waits
          ? { label: say("booking.confirm"), onClick: () => onConfirm(one) }
          : hasUnpaid(one) && { label: say("pay"), onClick: () => onAsk("pay") },
        others: [
          waits && { label: say("booking.decline"), onClick: () => onAsk("decline") },
          isOpen && { label: say("session.number"), onClick: () => onAsk("number") },
          isOpen && !isCourse && { label: say("session.reschedule"), onClick: () => onAsk("reschedule") },
          booking.payment != null && booking.paymentStatus === "PAID" && { label: say("unpay"), onClick: onUnpay },
          isOwner && { label: say("history"), onClick: () => onAsk("history") },
          { label: say("dialog.cancel"), apart: true, onClick: () => onAsk("cancel") },
        ],
      })}
    />
  );
}

const idOf = ({ booking }: ExtendedBooking) => booking.id;
