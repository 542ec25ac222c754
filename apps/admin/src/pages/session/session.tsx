import { categoryOf } from "@uola/browser/gym/category.ts";
import { useHasPower, useIsOwner } from "@uola/browser/session/session.tsx";
import type { Session } from "@uola/contract";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { CategoryBadge } from "@uola/ui/badge.tsx";
import { PrimaryButton, PrimaryLink, TextButton } from "@uola/ui/buttons.tsx";
import { dayAndTimes } from "@uola/ui/kit/date-time.ts";
import { Facts } from "@uola/ui/kit/facts.tsx";
import { History } from "@uola/ui/kit/history.tsx";
import { AdminPage, Columns } from "@uola/ui/kit/page.tsx";
import { Loaded } from "@uola/ui/kit/results.tsx";
import { useClock } from "@uola/ui/kit/use-clock.ts";
import { Notice } from "@uola/ui/notice.tsx";
import { say } from "@uola/words/admin";
import { capitalized, dayLong, localDate, timeRange } from "@uola/words/formats";
import { useState } from "react";
import { AdminFrame } from "../../frame/admin-frame.tsx";
import { useCatalogue } from "../calendar/use-calendar.ts";
import { takesPlaces } from "../today/today.ts";
import { CancelSession } from "./cancel-session.tsx";
import { EditSession } from "./edit-session.tsx";
import { People } from "./people.tsx";
import { storedLabel, storedText } from "./stored.ts";
import { useSessionActions } from "./use-session-actions.ts";
import { type Panel, usePanel } from "./use-session-page.ts";
import { WaitingLine } from "./waiting-line.tsx";

export { Waiting } from "../../frame/admin-frame.tsx";

export const head = (): Head => ({ title: say("session.heading"), hidden: true });

export default function SessionPage({ search }: PageProps) {
  return (
    <AdminFrame here="/admin/calendar/">
      <One sessionId={search.get("id") ?? ""} />
    </AdminFrame>
  );
}

function One({ sessionId }: { sessionId: string }) {
  const reading = usePanel(sessionId);
  if (reading.data) return <Whole panel={reading.data} />;
  return (
    <AdminPage
      title={say("session.heading")}
      back={{ href: linkTo("/admin/calendar/"), label: say("session.toCalendar") }}
    >
      <Loaded reading={reading} failed={say("session.failed.load")} missing={say("session.notFound")}>
        {() => null}
      </Loaded>
    </AdminPage>
  );
}

function Whole({ panel }: { panel: Panel }) {
  const { session, bookings, waiting } = panel;
  const managesBookings = useHasPower("managesBookings");
  // Only the owner may change the timetable and see its history.
  const isOwner = useIsOwner();
  const now = useClock();
  const house = useCatalogue().data;
  const actions = useSessionActions();
  const [opened, setOpened] = useState<"edit" | "cancel" | "history">();
  const isCanceled = session.status === "CANCELLED";
  const isAhead = session.startDate > now;
  const category = house?.services.find(({ id }) => id === session.serviceId)?.category;
  const day = localDate(session.startDate);
  const { shown, act } = actions;
  const booked = bookings.filter(takesPlaces);
  const close = () => setOpened(undefined);

  return (
    <AdminPage
      isOne
      title={session.title}
      back={{ href: linkTo(`/admin/calendar/?day=${day}`), label: say("session.toCalendar") }}
      above={category?.name && <CategoryBadge category={categoryOf(category.kind)}>{category.name}</CategoryBadge>}
      about={
        <>
          {capitalized(dayLong(session.startDate))}, {timeRange(session.startDate, session.endDate)}
          {isCanceled && <b className="state-word outlined ml-3">{say("session.canceled")}</b>}
        </>
      }
      beside={
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          {!isCanceled && (
            <PrimaryLink small icon="check" href={linkTo(`/admin/attendance/?session=${session.id}`)}>
              {say("attendance.mark")}
            </PrimaryLink>
          )}
          {isOwner && isAhead && !isCanceled && (
            <>
              <TextButton onClick={() => setOpened("edit")}>{say("session.edit")}</TextButton>
              <TextButton onClick={() => setOpened("cancel")}>{say("session.cancel")}</TextButton>
            </>
          )}
          {isOwner && isAhead && isCanceled && (
            <PrimaryButton
              small
              onClick={() =>
                void act(
                  ({ schedules }) => schedules.restoreSession({ sessionId: session.id }),
                  say("session.restored"),
                )
              }
            >
              {say("session.restore")}
            </PrimaryButton>
          )}
          {isOwner && <TextButton onClick={() => setOpened("history")}>{say("history")}</TextButton>}
        </div>
      }
    >
      {isCanceled && isAhead && isOwner && <p className="text-muted">{say("session.restore.hint")}</p>}
      {shown}
      {session.outsideHours && (
        <Notice>
          <p>{say("session.outsideHours")}</p>
          {isOwner && (
            <TextButton
              onClick={() =>
                void act(
                  ({ schedules }) => schedules.settleOutsideHours({ sessionIds: [session.id], decision: "KEEP" }),
                  say("session.outsideHours.kept"),
                )
              }
            >
              {say("session.outsideHours.keep")}
            </TextButton>
          )}
        </Notice>
      )}
      <SessionFacts session={session} />
      <Columns>
        <People
          panel={panel}
          actions={actions}
          managesBookings={managesBookings}
          isOpen={isAhead && !isCanceled}
          takesPeople={session.endDate > now && !isCanceled}
        />
        <aside>
          <WaitingLine waiting={waiting} actions={actions} managesBookings={managesBookings} />
        </aside>
      </Columns>
      {opened === "history" && (
        <History
          entityId={session.id}
          title={session.title}
          label={storedLabel}
          show={(_, value) => storedText(value)}
          onClose={close}
        />
      )}
      {opened === "edit" && house && <EditSession session={session} house={house} onClose={close} actions={actions} />}
      {opened === "cancel" && (
        <CancelSession
          about={{ title: session.title, when: dayAndTimes(session), count: booked.length }}
          reachable={booked.filter(({ booking }) => booking.contactDetails?.email).length}
          paidByHand={booked.filter(({ booking }) => booking.payment).length}
          isSeries={Boolean(session.ruleId)}
          onClose={close}
          onSure={({ scope, notify, message }) => {
            close();
            void act(
              ({ schedules }) =>
                schedules.cancelSession({
                  sessionId: session.id,
                  scope,
                  participantNotification: { notifyParticipants: notify, message: message || null },
                }),
              say("session.cancel.done", { title: session.title, when: dayAndTimes(session) }),
            );
          }}
        />
      )}
    </AdminPage>
  );
}

function SessionFacts({ session }: { session: Session }) {
  const taken = session.totalSpots - session.openSpots;
  const names = (all: readonly { name: string }[]) => all.map(({ name }) => name).join(", ");
  const facts: [string, string | undefined | null][] = [
    [
      say("session.places"),
      session.status === "CANCELLED"
        ? say("session.places.none")
        : session.capacityType === "UNLIMITED"
          ? say("session.places.unlimited", { taken })
          : say("session.places.of", { taken, total: session.totalSpots }),
    ],
    [say("session.staff"), names(session.staff) || say("session.noTrainer")],
    [say("calendar.resources"), names(session.resources)],
    [
      say("session.series"),
      say(!session.ruleId ? "session.single" : session.exception ? "session.exception" : "session.weekly"),
    ],
    [say("session.location"), session.location?.name ?? session.location?.formattedAddress],
    [say("session.meeting"), session.calendarConference?.guestUrl],
    [say("session.note"), session.note],
  ];
  return <Facts isWide facts={facts} />;
}
