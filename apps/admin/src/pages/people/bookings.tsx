import { useHasPower } from "@uola/browser/session/session.tsx";
import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { Person, PersonBooking } from "@uola/contract";
import { linkTo } from "@uola/page-loader/locale.ts";
import { TextLink } from "@uola/ui/buttons.tsx";
import type { Feedback } from "@uola/ui/kit/feedback.tsx";
import { List, Row, Section } from "@uola/ui/kit/list.tsx";
import { say } from "@uola/words/admin";
import { useState } from "react";
import { CancelOrDeclineDialog } from "../today/cancel-or-decline-dialog.tsx";
import { PayDialog, paymentWords } from "../today/pay-dialog.tsx";
import { nameOf } from "./name.ts";
import { useBookings, type When } from "./use-person.ts";
import { bookingWhen } from "./when.ts";

const titles = { AHEAD: "people.ahead", PAST: "people.past", WAITING: "people.waiting" } as const;
const empties = { AHEAD: "people.ahead.none", PAST: "people.past.none", WAITING: "people.waiting.none" } as const;
const standing = new Set(["CONFIRMED", "PENDING"]);
const owing = new Set(["UNDEFINED", "NOT_PAID", "PARTIALLY_PAID"]);

type Props = { person: Person; when: When; feedback: Feedback };

/**
 * A person's bookings, paginated, with buttons that let the front desk record a payment or cancel a
 * booking directly in the list.
 */
export function Bookings({ person, when, feedback }: Props) {
  const reading = useBookings(person.id, when);
  const write = usePlatformAction("people", "day", "session-panel", "calendar");
  const [asking, setAsking] = useState<{ kind: "pay" | "cancel"; one: PersonBooking }>();
  const close = () => setAsking(undefined);
  const name = nameOf(person);
  const about = asking
    ? say("dialog.about", {
        name,
        when: [asking.one.title, bookingWhen(asking.one)].join(", "),
        people: say("booking.people", { count: asking.one.totalParticipants }),
      })
    : "";
  const takeBack = ({ id: bookingId, revision }: PersonBooking) =>
    void feedback.make(
      () => write(({ bookings }) => bookings.setPayment({ bookingId, revision, received: null })),
      say("unpay.done", { name }),
    );
  return (
    <Section title={say(titles[when])}>
      <List
        items={reading.bookings}
        reading={reading}
        empty={
          <p className="py-3">
            {say(empties[when])}{" "}
            {when === "AHEAD" && (
              <TextLink alone href={linkTo("/admin/calendar/")}>
                {say("people.ahead.do")}
              </TextLink>
            )}
          </p>
        }
      >
        {(one) => (
          <One one={one} when={when} onAsk={(kind) => setAsking({ kind, one })} onTakeBack={() => takeBack(one)} />
        )}
      </List>
      {asking?.kind === "pay" && (
        <PayDialog
          about={about}
          onClose={close}
          onPaid={(received) => {
            const { id: bookingId, revision } = asking.one;
            close();
            void feedback.make(
              () => write(({ bookings }) => bookings.setPayment({ bookingId, revision, received })),
              say("pay.done", { name }),
            );
          }}
        />
      )}
      <CancelOrDeclineDialog
        asking={asking?.kind === "cancel" ? { kind: "cancel" } : undefined}
        about={about}
        bookingId={asking?.one.id}
        onClose={close}
        onSure={({ notify, message }) => {
          if (!asking) return;
          const { id: bookingId, revision } = asking.one;
          close();
          const participantNotification = { notifyParticipants: notify, message: message || null };
          const flowControlSettings = { ignoreCancellationPolicy: true };
          void feedback.make(
            () =>
              write(({ bookings }) =>
                bookings.cancel({ bookingId, revision, participantNotification, flowControlSettings }),
              ),
            say("done.cancel", { name }),
          );
        }}
      />
    </Section>
  );
}

type OneProps = { one: PersonBooking; when: When; onAsk: (kind: "pay" | "cancel") => void; onTakeBack: () => void };

function One({ one, when, onAsk, onTakeBack }: OneProps) {
  const managesBookings = useHasPower("managesBookings");
  const href = one.sessionId ? linkTo(`/admin/session/?id=${one.sessionId}`) : undefined;
  const stands = standing.has(one.status);
  const words = [
    say("booking.people", { count: one.totalParticipants }),
    stands && paymentWords(one),
    one.ageNotChecked && say("booking.ageNotChecked"),
    when === "PAST" && one.status === "CONFIRMED" && one.came != null && say("people.came", { count: one.came }),
    one.position && say("people.waiting.position", { position: one.position }),
    say("people.code", { code: one.code }),
  ];
  return (
    <Row
      name={one.title}
      of={`${one.title}, ${bookingWhen(one)}`}
      href={href}
      marks={[one.status !== "CONFIRMED" && when !== "WAITING" && say(`status.${one.status}`)]}
      more={
        <>
          <p>{bookingWhen(one)}</p>
          <p className="text-muted">{words.filter(Boolean).join(" · ")}</p>
        </>
      }
      {...(managesBookings && {
        main: stands && owing.has(one.paymentStatus) && { label: say("pay"), onClick: () => onAsk("pay") },
        others: [
          href !== undefined && { label: say("session.page"), href },
          one.payment != null && one.paymentStatus === "PAID" && { label: say("unpay"), onClick: onTakeBack },
          (stands || when === "WAITING") &&
            when !== "PAST" && { label: say("dialog.cancel"), apart: true, onClick: () => onAsk("cancel") },
        ],
      })}
    />
  );
}
