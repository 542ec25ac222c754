import { showPhone, telOf } from "@uola/browser/gym/tel.ts";
import { useAuth } from "@uola/browser/session/session.tsx";
import { usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Session } from "@uola/contract";
import { go } from "@uola/page-loader/browser/go.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { PrimaryButton } from "@uola/ui/buttons.tsx";
import { Check } from "@uola/ui/field.tsx";
import { Facts } from "@uola/ui/kit/facts.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { List } from "@uola/ui/kit/list.tsx";
import { AdminPage, PeriodSwitcher } from "@uola/ui/kit/page.tsx";
import { Loaded } from "@uola/ui/kit/results.tsx";
import { adminErrorMessage } from "@uola/ui/kit/sentences.ts";
import { useClock } from "@uola/ui/kit/use-clock.ts";
import { Notice } from "@uola/ui/notice.tsx";
import { say } from "@uola/words/admin";
import { addDays, capitalized, type Day, dayLong, instantOf, localDate, time, timeRange } from "@uola/words/formats";
import { useEffect, useId, useState } from "react";
import { AdminFrame } from "../../frame/admin-frame.tsx";
import { useCatalogue } from "../calendar/use-calendar.ts";
import { rowName } from "../today/row-name.ts";
import { type Care, type Mark, nearness, nextOf, type Party, type Row, rowsOf, ticked, wholly } from "./marks.ts";
import { type Sending, useMarks } from "./use-marks.ts";

export { Waiting } from "../../frame/admin-frame.tsx";

export const head = (): Head => ({ title: say("attendance.heading"), hidden: true });

export default function AttendancePage({ search }: PageProps) {
  const session = search.get("session");
  return (
    <AdminFrame here="/admin/attendance/">
      {session ? <Ticks sessionId={session} /> : <Sessions day={search.get("day") ?? localDate(new Date())} />}
    </AdminFrame>
  );
}

/** The sessions of a day; a trainer's own sessions come first. */
function Sessions({ day }: { day: Day }) {
  const now = useClock();
  const { user: person } = useAuth();
  const house = useCatalogue().data;
  const [isAll, setAll] = useState(false);
  const reading = usePlatformQuery(["attendance-day", day], async ({ availability }) => {
    const { sessions } = await availability.sessions({ from: instantOf(day), to: instantOf(addDays(day, 1)) });
    return sessions.filter(({ status }) => status === "CONFIRMED");
  });
  const self = house?.staff.find(({ accountId }) => accountId && accountId === person?.id)?.id;
  const own = reading.data?.filter(({ staff }) => !self || isAll || staff.some(({ id }) => id === self));
  const today = localDate(now);
  const turn = (to: Day) => go(linkTo(to === today ? "/admin/attendance/" : `/admin/attendance/?day=${to}`));
  return (
    <AdminPage
      title={say("attendance.heading")}
      beside={
        <>
          <PeriodSwitcher
            title={capitalized(dayLong(day))}
            earlier={{ label: say("today.earlier"), onClick: () => turn(addDays(day, -1)) }}
            later={{ label: say("today.later"), onClick: () => turn(addDays(day, 1)) }}
          />
          {self && (
            <Check checked={isAll} onChange={({ target }) => setAll(target.checked)}>
              {say("attendance.everybody")}
            </Check>
          )}
        </>
      }
    >
      <List
        items={own}
        reading={reading}
        failed={say("failed.load")}
        lines={5}
        empty={<NextSession now={now} staffId={isAll ? undefined : self} />}
      >
        {(session) => (
          <a
            className={`-my-[10px] grid min-h-[64px] flex-1 grid-cols-[78px_1fr_auto] items-center gap-2 py-[6px] text-[18px] hover:underline ${
              session.endDate <= now ? "text-muted" : ""
            }`}
            href={hrefOf(session)}
          >
            <span className="time text-[28px]">{time(session.startDate)}</span>
            <span>
              <b>{session.title}</b>
              {session.startDate <= now && now < session.endDate && (
                <span className="state-word ml-[10px]">{say("session.now")}</span>
              )}
              <small className="block text-muted">
                {timeRange(session.startDate, session.endDate)}
                {session.staff.length > 0 && ` · ${session.staff.map(({ name }) => name).join(", ")}`}
              </small>
            </span>
            <span>{session.totalSpots - session.openSpots}</span>
          </a>
        )}
      </List>
    </AdminPage>
  );
}

/** Shown on a day without sessions: the next session of the trainer, or of anyone. */
function NextSession({ now, staffId }: { now: Date; staffId: string | undefined }) {
  const today = localDate(now);
  const { data } = usePlatformQuery(["attendance-day", "next", today], async ({ availability }) => {
    const [from, to] = [instantOf(today), instantOf(addDays(today, nextWithinDays))];
    return (await availability.sessions({ from, to })).sessions.filter(({ status }) => status === "CONFIRMED");
  });
  const leads = ({ staff }: Session) => !staffId || staff.some(({ id }) => id === staffId);
  const next = data && nextOf(data, { now, leads });
  const day = next && localDate(next.startDate);
  return (
    <p className="py-4">
      {say("attendance.none")}{" "}
      {next && day && (
        <a className="font-bold underline" href={hrefOf(next)}>
          {say(staffId ? "attendance.next.own" : "attendance.next", {
            near: nearness(day, today),
            day: dayLong(day),
            time: time(next.startDate),
          })}
        </a>
      )}
    </p>
  );
}
/** The platform reads sessions of at most 62 days at once. */
const nextWithinDays = 60;

const hrefOf = ({ id }: Session) => linkTo(`/admin/attendance/?session=${id}`);

/** Attendance of one session: a large tick for each person, and a button for everybody. */
function Ticks({ sessionId }: { sessionId: string }) {
  const { data: session } = usePlatformQuery(
    ["session", sessionId],
    async ({ schedules }) => (await schedules.getSession({ sessionId })).session,
  );
  const { reading, sending, put } = useMarks(sessionId);
  const parties = reading.data;
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
    <AdminPage
      isOne
      className="max-w-[760px] max-lg:max-w-none"
      title={session?.title ?? say("attendance.heading")}
      back={{
        href: linkTo(session ? `/admin/attendance/?day=${localDate(session.startDate)}` : "/admin/attendance/"),
        label: say("attendance.back"),
      }}
      about={session && `${capitalized(dayLong(session.startDate))}, ${timeRange(session.startDate, session.endDate)}`}
    >
      <Notice urgent>{sending.refused ? adminErrorMessage(sending.refused) : undefined}</Notice>
      <Loaded reading={reading} failed={say("failed.load")} lines={6}>
        {() => (
          <>
            <div className="sticky top-0 z-3 flex min-h-[64px] flex-wrap items-center justify-between gap-x-5 gap-y-2 border-text border-b-[3px] bg-ground">
              <p className="grid">
                <b>{say("attendance.count", { came, all: rows.length })}</b>
                <SendingState sending={sending} />
              </p>
              {absent.length > 1 && (
                <PrimaryButton small icon="check" onClick={all}>
                  {say("attendance.all")}
                </PrimaryButton>
              )}
            </div>
            <List items={rows} idOf={({ key }) => key} empty={say("session.none")}>
              {(row) => (
                <Tick
                  row={row}
                  year={session?.startDate.getFullYear()}
                  isAgeUnchecked={
                    parties?.find(({ booking }) => booking.id === row.bookingId)?.booking.ageNotChecked === true
                  }
                  onTick={(came) => mark(row, came)}
                />
              )}
            </List>
          </>
        )}
      </Loaded>
      {shown}
    </AdminPage>
  );
}

type TickProps = { row: Row; year: number | undefined; isAgeUnchecked: boolean; onTick: (came: boolean) => void };

/** A row as tall as a thumb, which expands to the details that the trainer needs. */
function Tick({ row, year, isAgeUnchecked, onTick }: TickProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { care } = row;
  return (
    <div className="-my-[10px] min-w-0 flex-1">
      <div className="flex flex-wrap items-center justify-end has-checked:bg-raised">
        <label className="grid min-h-[64px] min-w-0 flex-[1_1_15rem] select-none grid-cols-[56px_minmax(0,1fr)] items-center gap-x-2 py-[6px] text-[18px] has-checked:font-bold md:grid-cols-[56px_minmax(0,1fr)_auto]">
          <span className="check p-2">
            <input type="checkbox" checked={row.came} onChange={({ target }) => onTick(target.checked)} />
          </span>
          <span className="flex flex-wrap items-center gap-x-[10px]">
            <span className="wrap-anywhere min-w-0">{rowName(row)}</span>
            {care?.firstTime && <span className="state-word">{say("attendance.care.firstTime")}</span>}
            {isAgeUnchecked && (
              <small className="basis-full font-[400] text-muted">{say("booking.ageNotChecked")}</small>
            )}
          </span>
          {/*
           * On a phone this is shown below the name, which takes the whole width. The space is reserved even
           * while the text is hidden, so that rows do not move while the user taps them.
           */}
          <small className={`pr-3 font-[400] text-muted max-md:col-start-2 ${row.came ? "" : "invisible"}`}>
            {say("attendance.here")}
          </small>
        </label>
        {care && (
          <button
            type="button"
            className="quick min-h-[44px] px-3"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {say(isOpen ? "attendance.care.less" : "attendance.care.more")}
            <span className="visually-hidden"> {rowName(row)}</span>
          </button>
        )}
      </div>
      {care && (
        <div id={id} hidden={!isOpen} className="pb-3 pl-[64px]">
          <Known care={care} year={year} />
        </div>
      )}
    </div>
  );
}

const Known = ({
  care: { birthYear, phone, email, contact, answers, firstTime },
  year,
}: {
  care: Care;
  year?: number | undefined;
}) => (
  <Facts
    facts={[
      [
        say("attendance.care.age"),
        birthYear !== undefined &&
          year !== undefined &&
          say("attendance.care.age.turns", { birthYear: String(birthYear), age: year - birthYear }),
      ],
      [
        say("attendance.care.call"),
        phone ? (
          <>
            <a className="underline" href={telOf(phone)}>
              {showPhone(phone)}
            </a>
            {contact && ` · ${contact}`}
          </>
        ) : (
          [contact, say("attendance.care.noPhone"), email].filter(Boolean).join(" · ")
        ),
      ],
      ...answers.map(({ label, value }): [string, string] => [label || say("attendance.care.note"), value]),
      [say("attendance.care.visits"), firstTime && say("attendance.care.firstTime.said")],
    ]}
  />
);

/** Shows whether the marks are saved; announces only that the network has failed and that it is back. */
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
      <span
        className={`min-h-[24px] justify-self-start ${state === "offline" ? "state-word outlined" : "text-muted"}`}
        aria-hidden="true"
        title={text}
      >
        {state === "offline" ? say("attendance.offline.short", { count: waiting }) : text}
      </span>
      <span role="status" className="visually-hidden">
        {state === "offline" || (wasOffline && state === "idle") ? text : ""}
      </span>
    </>
  );
}
