import { useIsOwner } from "@uola/browser/session/session.tsx";
import type { Session } from "@uola/contract";
import { chunk } from "@uola/page-loader/browser/chunk.ts";
import { go } from "@uola/page-loader/browser/go.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { PrimaryButton, TextLink } from "@uola/ui/buttons.tsx";
import { dayAndTimes } from "@uola/ui/kit/date-time.ts";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { AdminPage, PeriodSwitcher } from "@uola/ui/kit/page.tsx";
import { Loaded } from "@uola/ui/kit/results.tsx";
import { useClock } from "@uola/ui/kit/use-clock.ts";
import { say } from "@uola/words/admin";
import { addDays, capitalized, type Day, dayLong, localDate, mondayOf, weekRange } from "@uola/words/formats";
import { type KeyboardEvent, lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { AdminFrame } from "../../frame/admin-frame.tsx";
import { CalendarFilter } from "./chooser.tsx";
import { blockId, CalendarGrid } from "./grid.tsx";
import { arrange, daysFrom, focusTarget, type Step } from "./layout.ts";
import { isFar, isSame, movedTo, moveObstacle, questionsOf, type Scope, type Times, timesAfterKey } from "./moves.ts";
import { ScopeDialog } from "./scope-dialog.tsx";
import { useCancelSession, useCatalogue, useHolidays, useMaking, useMove, useVisibleSessions } from "./use-calendar.ts";
import { useNarrow } from "./use-narrow.ts";
import { usePointer } from "./use-pointer.ts";

const NewSession = lazy(() => chunk(() => import("./new-session.tsx")));

export { Waiting } from "../../frame/admin-frame.tsx";

export const head = (): Head => ({ title: say("calendar.heading"), hidden: true });

export default function CalendarPage({ search }: PageProps) {
  const narrow = useNarrow();
  const day = search.get("day") ?? localDate(new Date());
  return (
    <AdminFrame here="/admin/calendar/">
      <Calendar day={day} isDay={narrow || search.get("view") === "day"} narrow={narrow} />
    </AdminFrame>
  );
}

type Proposal = { session: Session; to: Times };
const steps: Record<string, Step> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  Home: "first",
  End: "last",
};

function Calendar({ day, isDay, narrow }: { day: Day; isDay: boolean; narrow: boolean }) {
  const isOwner = useIsOwner();
  const now = useClock();
  const count = isDay ? 1 : 7;
  const first = isDay ? day : mondayOf(day);
  const days = useMemo(() => daysFrom(first, count), [first, count]);
  const house = useCatalogue().data;
  const reading = useVisibleSessions(first, count);
  const shown = reading.data;
  const holidays = useHolidays(days);
  const moveTo = useMove(first, count);
  const making = useMaking();
  const callOff = useCancelSession();
  const { make, done, fail, shown: feedback } = useFeedback({ invalid: "calendar.failed.invalid" });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [focused, setFocused] = useState<string>();
  const [moving, setMoving] = useState<Proposal>();
  const [asking, setAsking] = useState<Proposal>();
  const [creating, setCreating] = useState<Times>();
  const [spoken, setSpoken] = useState("");

  const move = ({ session, to }: Proposal, how: { scope: Scope; notify: boolean }) => {
    const back = { session: { ...session, ...to }, to: { startDate: session.startDate, endDate: session.endDate } };
    void make(
      () => moveTo({ session, to, ...how }),
      ({ conflicts }) => {
        const moved = say("calendar.moved", { title: session.title, when: dayAndTimes(to) });
        const isOutside = conflicts.some(({ outsideHours }) => outsideHours);
        return isOutside ? `${moved}. ${say("calendar.outsideHours.moved")}` : moved;
      },
      {
        work: () => moveTo({ ...back, ...how }),
        text: say("calendar.movedBack", { title: session.title, when: dayAndTimes(session) }),
      },
    );
  };
  const propose = (proposal: Proposal) => {
    const hindrance = moveObstacle(proposal.to, days, now);
    if (hindrance) return fail(say(`calendar.hindrance.${hindrance}`));
    const asks = questionsOf(proposal.session);
    if (asks.scope || asks.notify) setAsking(proposal);
    else move(proposal, { scope: "THIS", notify: false });
  };
  const pointer = usePointer({ onMoved: (session, to) => propose({ session, to }), onDrawn: setCreating });

  const underway = moving ?? pointer.moving ?? asking;
  const sessions = useMemo(() => {
    const among = (shown?.sessions ?? []).filter(
      ({ staff, resources }) => chosen.length === 0 || [...staff, ...resources].some(({ id }) => chosen.includes(id)),
    );
    return arrange(
      among.map((each) => (each.id === underway?.session.id ? { ...each, ...underway.to } : each)),
      days,
    );
  }, [shown, chosen, days, underway]);
  const away = useMemo(() => {
    const names = new Map([...(house?.staff ?? []), ...(house?.resources ?? [])].map(({ id, name }) => [id, name]));
    const times = (shown?.timeOff ?? []).filter(({ resourceId }) => chosen.length === 0 || chosen.includes(resourceId));
    const told = times.map((time) => ({
      ...time,
      text: [names.get(time.resourceId), time.reason].filter(Boolean).join(": "),
    }));
    return arrange(told, days);
  }, [shown, house, chosen, days]);
  const categories = useMemo(
    () =>
      new Map(
        shown?.services.map(({ id, category }) => [id, { name: category?.name ?? "", kind: category?.kind }] as const),
      ),
    [shown],
  );
  const all = [...sessions.values()].flat();
  const reached = all.some(({ item }) => item.id === focused) ? focused : all[0]?.item.id;

  // When a session moves to another day, its element is remounted there and would lose the focus.
  const grabbed = useRef<string>(undefined);
  useEffect(() => {
    if (moving) grabbed.current = moving.session.id;
    const isLost = document.activeElement === document.body;
    if (grabbed.current && !asking && (moving || isLost)) document.getElementById(blockId(grabbed.current))?.focus();
  });

  const onMoveKey = (event: KeyboardEvent, { session, to }: Proposal) => {
    if (event.key === "Escape") {
      setMoving(undefined);
      setSpoken(say("calendar.move.left", { title: session.title, when: dayAndTimes(session) }));
    } else if (event.key === "Enter") {
      setMoving(undefined);
      setSpoken("");
      if (!isSame(session, to)) propose({ session, to });
    } else {
      const next = timesAfterKey(to, event.key, event.shiftKey);
      if (!next) return;
      const hindrance = moveObstacle(next, days, now);
      setSpoken(hindrance ? say(`calendar.hindrance.${hindrance}`) : dayAndTimes(next));
      if (!hindrance) setMoving({ session, to: next });
    }
    event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (moving) return onMoveKey(event, moving);
    const step = steps[event.key];
    if (step && reached) {
      event.preventDefault();
      const next = focusTarget(sessions, reached, step);
      if (next) document.getElementById(blockId(next))?.focus();
    } else if (event.key.toLowerCase() === "m" && isOwner) {
      const session = shown?.sessions.find(({ id }) => id === reached);
      if (!session) return;
      event.preventDefault();
      if (session.status === "CANCELLED" || session.startDate <= now) {
        return setSpoken(say("calendar.move.cannot", { title: session.title }));
      }
      setMoving({ session, to: { startDate: session.startDate, endDate: session.endDate } });
      setSpoken(say("calendar.move.begun", { title: session.title, when: dayAndTimes(session) }));
    }
  };
  const href = (to: Day, view = isDay ? "day" : "week") =>
    linkTo(`/admin/calendar/?${new URLSearchParams({ day: to, ...(view === "day" && !narrow && { view }) })}`);
  const asks = asking && questionsOf(asking.session);

  return (
    <AdminPage
      title={say("calendar.heading")}
      beside={
        <>
          <PeriodSwitcher
            title={isDay ? capitalized(dayLong(day)) : weekRange(first)}
            earlier={{
              label: say(isDay ? "calendar.day.earlier" : "calendar.week.earlier"),
              onClick: () => go(href(addDays(day, -count))),
            }}
            later={{
              label: say(isDay ? "calendar.day.later" : "calendar.week.later"),
              onClick: () => go(href(addDays(day, count))),
            }}
          >
            {!days.includes(localDate(now)) && <TextLink href={href(localDate(now))}>{say("calendar.today")}</TextLink>}
            {!narrow && (
              <TextLink href={href(day, isDay ? "week" : "day")}>
                {say(isDay ? "calendar.asWeek" : "calendar.asDay")}
              </TextLink>
            )}
          </PeriodSwitcher>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3 md:ml-auto">
            {house && <CalendarFilter house={house} chosen={chosen} onChange={setChosen} />}
            {isOwner && (
              <PrimaryButton small icon="plus" onClick={() => setCreating(nextHour(now, days))}>
                {say("calendar.new")}
              </PrimaryButton>
            )}
          </div>
        </>
      }
    >
      {feedback}
      <p id="calendar-help" className="hint calendar-hint">
        {say(isOwner ? "calendar.help" : "calendar.help.trainer")}
      </p>
      <div role="status" className={moving ? "calendar-moving" : "visually-hidden"}>
        {spoken}
        {moving && <span className="text-muted"> {say("calendar.move.keys")}</span>}
      </div>
      <Loaded reading={reading} failed={say("calendar.failed.load")} lines={10}>
        {() => (
          <CalendarGrid
            days={days}
            sessions={sessions}
            away={away}
            holidays={holidays}
            categories={categories}
            now={now}
            focused={reached}
            moving={underway?.session.id}
            draft={pointer.draft}
            onKeyDown={onKeyDown}
            onFocus={setFocused}
            onOpen={({ id }, isKey) =>
              (isKey || !pointer.wasDragged()) && !moving && go(linkTo(`/admin/session/?id=${id}`))
            }
            onGrab={(event, session, edge) => isOwner && session.startDate > now && pointer.grab(event, session, edge)}
            onDraw={(event, at) => isOwner && pointer.draw(event, at)}
          />
        )}
      </Loaded>
      {shown && all.length === 0 && <p className="my-4">{say("calendar.empty")}</p>}
      {asking && asks && (
        <ScopeDialog
          title={say("calendar.move.title")}
          about={say("calendar.move.about", {
            title: asking.session.title,
            from: dayAndTimes(asking.session),
            to: dayAndTimes(asking.to),
          })}
          sure={say("calendar.move")}
          asks={{ ...asks, scope: asks.scope && !isFar(asking.session, asking.to) }}
          onClose={() => setAsking(undefined)}
          onSure={(how) => {
            setAsking(undefined);
            move(asking, how);
          }}
        />
      )}
      {creating && house && (
        <Suspense>
          <NewSession
            times={creating}
            house={house}
            making={making}
            onClose={() => setCreating(undefined)}
            onMade={(text, sessionId) => {
              setCreating(undefined);
              done(text, sessionId ? () => callOff(sessionId) : undefined);
            }}
          />
        </Suspense>
      )}
    </AdminPage>
  );
}

/** Returns the next full hour, or noon of the first day shown if today is not shown. */
function nextHour(now: Date, days: readonly Day[]): Times {
  const startDate = new Date(Math.ceil((+now + 60_000) / 3_600_000) * 3_600_000);
  const hour = { startDate, endDate: new Date(+startDate + 3_600_000) };
  const [first] = days;
  return !first || days.includes(localDate(startDate)) ? hour : movedTo(hour, first, 12 * 60);
}
