import type { Session } from "@uola/contract";
import { say } from "@uola/words/admin";
import { dayLong, localDate, timeRange } from "@uola/words/formats";
import { useState } from "react";
import { useClock } from "../../admin/kit/use-clock.ts";
import { isMissing } from "../../errors.ts";
import { categoryOf } from "../../features/category.ts";
import { linkTo } from "../../loader/locale.ts";
import type { Head, PageProps } from "../../loader/page.ts";
import { useSession } from "../../session.tsx";
import { CategoryBadge } from "../../ui/badge.tsx";
import { PrimaryButton, PrimaryLink, TextButton, TextLink } from "../../ui/buttons.tsx";
import { Headline } from "../../ui/headline.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AdminFrame } from "../admin/admin-frame.tsx";
import { holds } from "../admin/today.ts";
import { useHouse } from "../calendar/use-calendar.ts";
import { CancelSession } from "./cancel-session.tsx";
import { EditSession } from "./edit-session.tsx";
import { History } from "./history.tsx";
import { People } from "./people.tsx";
import { useDoing, whenOf } from "./use-doing.ts";
import { type Panel, usePanel } from "./use-session-page.ts";
import { WaitingLine } from "./waiting-line.tsx";

export { Waiting } from "../admin/admin-frame.tsx";

export const head = (): Head => ({ title: `${say("session.heading")} – Uola`, hidden: true });

export default function SessionPage({ search }: PageProps) {
  return (
    <AdminFrame here="/admin/calendar/">
      <One sessionId={search.get("id") ?? ""} />
    </AdminFrame>
  );
}

function One({ sessionId }: { sessionId: string }) {
  const { data, isPending, error, refetch } = usePanel(sessionId);
  const isGone = isMissing(error);
  if (data) return <Whole panel={data} />;
  return (
    <main id="content">
      <Headline level={1}>{say("session.heading")}</Headline>
      {isPending && <Skeleton lines={8} label={say("loading")} />}
      <Notice urgent>{error && say(isGone ? "session.notFound" : "session.failed.load")}</Notice>
      {error && <TextButton onClick={() => void refetch()}>{say("retry")}</TextButton>}
      <TextLink alone href={linkTo("/admin/calendar/")}>
        {say("session.toCalendar")}
      </TextLink>
    </main>
  );
}

function Whole({ panel }: { panel: Panel }) {
  const { session, bookings, waiting } = panel;
  const isOwner = useSession().person?.role === "owner";
  const now = useClock();
  const house = useHouse().data;
  const doing = useDoing();
  const [opened, setOpened] = useState<"edit" | "cancel">();
  const isCanceled = session.status === "CANCELLED";
  const isAhead = session.startDate > now;
  const category = house?.services.find(({ id }) => id === session.serviceId)?.category;
  const day = localDate(session.startDate);
  const { shown, act } = doing;
  const close = () => setOpened(undefined);

  return (
    <main id="content">
      <TextLink alone href={linkTo(`/admin/calendar/?day=${day}`)}>
        {say("session.toCalendar")}
      </TextLink>
      <header className="admin-head session-top">
        <div>
          {category?.name && <CategoryBadge category={categoryOf(category.kind)}>{category.name}</CategoryBadge>}
          <Headline level={1} size="h2">
            {session.title}
          </Headline>
          <p className="title">
            {upperFirst(dayLong(session.startDate))}, {timeRange(session.startDate, session.endDate)}
            {isCanceled && <b className="state-word outlined ml-3">{say("session.canceled")}</b>}
          </p>
        </div>
        <div className="session-moves">
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
        </div>
      </header>
      {isCanceled && isAhead && isOwner && <p className="hint">{say("session.restore.hint")}</p>}
      {shown}
      <Facts session={session} />
      <div className="admin-columns">
        <People
          panel={panel}
          doing={doing}
          isOwner={isOwner}
          isOpen={isAhead && !isCanceled}
          takesPeople={session.endDate > now && !isCanceled}
        />
        <aside className="grid content-start gap-10">
          <WaitingLine waiting={waiting} doing={doing} isOwner={isOwner} />
          {isOwner && <History entityId={session.id} />}
        </aside>
      </div>
      {opened === "edit" && house && <EditSession session={session} house={house} onClose={close} doing={doing} />}
      {opened === "cancel" && (
        <CancelSession
          about={{ title: session.title, when: whenOf(session), count: bookings.filter(holds).length }}
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
              say("session.cancel.done", { title: session.title, when: whenOf(session) }),
            );
          }}
        />
      )}
    </main>
  );
}

function Facts({ session }: { session: Session }) {
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
  return (
    <dl className="session-facts">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
