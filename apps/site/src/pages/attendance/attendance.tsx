import type { Session } from "@uola/contract";
import { say } from "@uola/words/admin";
import { addDays, type Day, dayLong, instantOf, localDate, time, timeRange } from "@uola/words/formats";
import { useEffect, useState } from "react";
import { useFeedback } from "../../admin/kit/feedback.tsx";
import { sentenceOf } from "../../admin/kit/sentences.ts";
import { useClock } from "../../admin/kit/use-clock.ts";
import { go } from "../../loader/browser/go.ts";
import { linkTo } from "../../loader/locale.ts";
import type { Head, PageProps } from "../../loader/page.ts";
import { useSession } from "../../session.tsx";
import { PrimaryButton, RoundButton, TextButton, TextLink } from "../../ui/buttons.tsx";
import { Check } from "../../ui/field.tsx";
import { Headline } from "../../ui/headline.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { usePlatformQuery } from "../../use-platform.ts";
import { AdminFrame } from "../admin/admin-frame.tsx";
import { rowName } from "../admin/row-name.ts";
import { useHouse } from "../calendar/use-calendar.ts";
import { type Mark, type Party, type Row, rowsOf, ticked, wholly } from "./marks.ts";
import { type Sending, useMarks } from "./use-marks.ts";

export { Waiting } from "../admin/admin-frame.tsx";

export const head = (): Head => ({ title: `${say("attendance.heading")} – Uola`, hidden: true });

export default function AttendancePage({ search }: PageProps) {
  const session = search.get("session");
  return (
    <AdminFrame here="/admin/attendance/">
      {session ? <Ticks sessionId={session} /> : <Sessions day={search.get("day") ?? localDate(new Date())} />}
    </AdminFrame>
  );
}

/** A day's sessions: a trainer's own first, when the account is a trainer's. */
function Sessions({ day }: { day: Day }) {
  const now = useClock();
  const { person } = useSession();
  const house = useHouse().data;
  const [isAll, setAll] = useState(false);
  const { data, isPending, isError, refetch } = usePlatformQuery(["attendance-day", day], async ({ availability }) => {
    const { sessions } = await availability.sessions({ from: instantOf(day), to: instantOf(addDays(day, 1)) });
    return sessions.filter(({ status }) => status === "CONFIRMED");
  });
  const self = house?.staff.find(({ accountId }) => accountId && accountId === person?.id)?.id;
  const own = data?.filter(({ staff }) => !self || isAll || staff.some(({ id }) => id === self)) ?? [];
  const today = localDate(now);
  const turn = (to: Day) => go(linkTo(to === today ? "/admin/attendance/" : `/admin/attendance/?day=${to}`));
  return (
    <main id="content">
      <header className="admin-head">
        <Headline level={1}>{say("attendance.heading")}</Headline>
        <div>
          <p className="title">{upperFirst(dayLong(day))}</p>
          <div className="turn">
            <RoundButton bare icon="left" label={say("today.earlier")} onClick={() => turn(addDays(day, -1))} />
            <RoundButton bare icon="right" label={say("today.later")} onClick={() => turn(addDays(day, 1))} />
          </div>
        </div>
        {self && (
          <Check checked={isAll} onChange={({ target }) => setAll(target.checked)}>
            {say("attendance.everybody")}
          </Check>
        )}
      </header>
      <Notice urgent>{isError && !data ? say("failed.load") : undefined}</Notice>
      {isError && !data && <TextButton onClick={() => void refetch()}>{say("retry")}</TextButton>}
      {isPending && <Skeleton lines={5} label={say("loading")} />}
      {data && own.length === 0 && <p>{say("attendance.none")}</p>}
      <ul className="tick-list">
        {own.map((session) => (
          <li key={session.id}>
            <a className={`tick-session ${session.endDate <= now ? "past" : ""}`} href={hrefOf(session)}>
              <span className="time">{time(session.startDate)}</span>
              <span>
                <b>{session.title}</b>
                {session.startDate <= now && now < session.endDate && (
                  <span className="state-word">{say("session.now")}</span>
                )}
                <small>
                  {timeRange(session.startDate, session.endDate)}
                  {session.staff.length > 0 && ` · ${session.staff.map(({ name }) => name).join(", ")}`}
                </small>
              </span>
              <span>{session.totalSpots - session.openSpots}</span>
            </a>
          </li>
        ))}
      </ul>
    </main>
  );
}

const hrefOf = ({ id }: Session) => linkTo(`/admin/attendance/?session=${id}`);

/** One session's people, each a large tick; everybody at once by one button. */
function Ticks({ sessionId }: { sessionId: string }) {
  const { data: session } = usePlatformQuery(
    ["session", sessionId],
    async ({ schedules }) => (await schedules.getSession({ sessionId })).session,
  );
  const { parties, isError, isPending, refetch, sending, put } = useMarks(sessionId);
  const { done, shown } = useFeedback();
  const rows = rowsOf(parties ?? []);
  const came = rows.filter((row) => row.came).length;
  const absent = rows.filter((row) => !row.came);

  const markOf = ({ attendance }: Party): Mark => attendance;
  const mark = (row: Row, to: boolean) => {
    const party = parties?.find(({ booking }) => booking.id === row.bookingId);
    if (!party) return;
    put([ticked(party, row, to)]);
    done(say(to ? "done.came" : "done.notCame", { name: rowName(row) }), async () => put([markOf(party)]));
  };
  const all = () => {
    const open = (parties ?? []).filter(({ booking }) => absent.some(({ bookingId }) => bookingId === booking.id));
    put(open.map((party) => wholly(party, true)));
    done(say("attendance.allCame", { count: rows.length }), async () => put(open.map(markOf)));
  };

  return (
    <main id="content" className="ticks">
      <TextLink
        alone
        href={linkTo(session ? `/admin/attendance/?day=${localDate(session.startDate)}` : "/admin/attendance/")}
      >
        {say("attendance.back")}
      </TextLink>
      <Headline level={1} size="h2">
        {session?.title ?? say("attendance.heading")}
      </Headline>
      {session && (
        <p className="title">
          {upperFirst(dayLong(session.startDate))}, {timeRange(session.startDate, session.endDate)}
        </p>
      )}
      <Notice urgent>
        {isError && !parties ? say("failed.load") : sending.refused ? sentenceOf(sending.refused) : undefined}
      </Notice>
      {isError && !parties && <TextButton onClick={() => void refetch()}>{say("retry")}</TextButton>}
      {isPending && <Skeleton lines={6} label={say("loading")} />}
      {parties && (
        <>
          <div className="tick-top">
            <p>
              <b>{say("attendance.count", { came, all: rows.length })}</b>
              <SendingState sending={sending} />
            </p>
            {absent.length > 1 && (
              <PrimaryButton small icon="check" onClick={all}>
                {say("attendance.all")}
              </PrimaryButton>
            )}
          </div>
          {rows.length === 0 && <p>{say("session.none")}</p>}
          <ul className="tick-list">
            {rows.map((row) => (
              <li key={row.key}>
                <label className="tick">
                  <span className="check">
                    <input type="checkbox" checked={row.came} onChange={({ target }) => mark(row, target.checked)} />
                  </span>
                  <span>{rowName(row)}</span>
                  <small>{row.came ? say("attendance.here") : ""}</small>
                </label>
              </li>
            ))}
          </ul>
        </>
      )}
      {shown}
    </main>
  );
}

/** Whether what was ticked is kept yet; said aloud only when the network fails and when it is back. */
function SendingState({ sending: { state, waiting } }: { sending: Sending }) {
  const [wasOffline, setOffline] = useState(false);
  useEffect(() => {
    if (state === "offline") setOffline(true);
  }, [state]);
  const text =
    state === "offline"
      ? say("attendance.offline", { count: waiting })
      : state === "sending"
        ? say("attendance.sending")
        : say("attendance.kept");
  return (
    <>
      <span className={state === "offline" ? "state-word outlined" : "text-muted"} aria-hidden="true" title={text}>
        {state === "offline" ? say("attendance.offline.short", { count: waiting }) : text}
      </span>
      <span role="status" className="visually-hidden">
        {state === "offline" || (wasOffline && state === "idle") ? text : ""}
      </span>
    </>
  );
}

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
