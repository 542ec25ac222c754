import { useAuth } from "@uola/browser/session/session.tsx";
import type { ExtendedBooking } from "@uola/contract";
import { go } from "@uola/page-loader/browser/go.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { usePages } from "@uola/page-loader/tree.tsx";
import { TextLink } from "@uola/ui/buttons.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { AdminPage, Columns, PageSearch, PeriodSwitcher } from "@uola/ui/kit/page.tsx";
import { Loaded } from "@uola/ui/kit/results.tsx";
import { useClock } from "@uola/ui/kit/use-clock.ts";
import { say } from "@uola/words/admin";
import { addDays, capitalized, type Day, dayAccusative, dayLong, localDate, time } from "@uola/words/formats";
import { useEffect, useMemo, useState } from "react";
import { AdminFrame, Waiting } from "../../frame/admin-frame.tsx";
import { openPages } from "../../frame/open-pages.ts";
import { type Mark, type Row, ticked, wholly } from "../attendance/marks.ts";
import { Attention } from "./attention.tsx";
import { CancelOrDeclineDialog } from "./cancel-or-decline-dialog.tsx";
import { DayTable } from "./day-table.tsx";
import { HourChart } from "./hour-chart.tsx";
import type { Acts } from "./participants.tsx";
import { PayDialog } from "./pay-dialog.tsx";
import { rowName } from "./row-name.ts";
import { attention, byHour, hasUnpaid, matches, nameOf, partyOf, people, sum } from "./today.ts";
import { useChange, useDay } from "./use-day.ts";

export { Waiting };

export const head = (): Head => ({ title: say("admin.title"), hidden: true });

/** First page of team members who only record attendance. */
const attendancePath = "/admin/attendance/";

export default function Admin({ search }: PageProps) {
  const open = openPages(usePages(), useAuth().user?.role);
  const opens = (sought: string) => open.some(({ path }) => path === sought);
  const elsewhere = opens("/admin/") ? undefined : opens(attendancePath) ? attendancePath : open[0]?.path;
  // The shared path /admin/ redirects each team member to their own first page.
  useEffect(() => {
    if (elsewhere) go(linkTo(elsewhere), { replace: true });
  }, [elsewhere]);
  if (elsewhere) return <Waiting />;
  return (
    <AdminFrame here="/admin/">
      <Today day={search.get("day") ?? localDate(new Date())} />
    </AdminFrame>
  );
}

type Asking = { kind: "decline" | "cancel" | "pay"; one: ExtendedBooking };

function Today({ day }: { day: Day }) {
  const now = useClock();
  const today = localDate(now);
  const reading = useDay(day);
  const sessions = reading.data;
  const change = useChange(day);
  const [opened, setOpened] = useState<string>();
  const [asking, setAsking] = useState<Asking>();
  const { make, shown: feedback } = useFeedback({ byKey: true });
  const [sought, setSought] = useState("");

  const nameIn = (one: ExtendedBooking) => nameOf(one) || say("booking.unnamed");
  const mark = (marks: { one: ExtendedBooking; to: Mark }[], sessionId: string, text: string) => {
    const put = (of: (one: ExtendedBooking, to: Mark) => Mark) => async () => {
      for (const { one, to } of marks) await change({ kind: "attendance", one, sessionId, mark: of(one, to) });
    };
    void make(
      put((_, to) => to),
      text,
      put((one) => partyOf(one).attendance),
    );
  };
  const tick = (one: ExtendedBooking, row: Row, came: boolean, sessionId: string) =>
    mark(
      [{ one, to: ticked(partyOf(one), row, came) }],
      sessionId,
      say(came ? "done.came" : "done.notCame", { name: rowName(row) }),
    );
  const tickAll = (bookings: ExtendedBooking[], sessionId: string) =>
    mark(
      bookings.map((one) => ({ one, to: wholly(partyOf(one), true) })),
      sessionId,
      say("done.all", { count: bookings.length }),
    );
  const move: Acts["onMove"] = (kind, one) => {
    const name = nameIn(one);
    if (kind === "confirm") void make(() => change({ kind, one }), say("done.confirm", { name }));
    else if (kind === "unpay")
      void make(() => change({ kind: "payment", one, received: null }), say("unpay.done", { name }));
    else setAsking({ kind, one });
  };

  const ending = asking && asking.kind !== "pay" ? { ...asking, kind: asking.kind } : undefined;

  const shown = useMemo(() => sessions ?? [], [sessions]);
  const matching = (one: ExtendedBooking) => !sought.trim() || matches(one, sought);
  const found = sought.trim() ? shown.filter(({ bookings }) => bookings.some(matching)) : shown;
  const turn = (to: Day) => go(linkTo(to === today ? "/admin/" : `/admin/?day=${to}`));

  return (
    <AdminPage
      title={day === today ? say("today.heading") : say("today.day")}
      beside={
        <>
          <PeriodSwitcher
            title={capitalized(dayLong(day))}
            earlier={{ label: say("today.earlier"), onClick: () => turn(addDays(day, -1)) }}
            later={{ label: say("today.later"), onClick: () => turn(addDays(day, 1)) }}
          >
            {day === today ? (
              <span className="text-muted">{time(now)}</span>
            ) : (
              <TextLink href={linkTo("/admin/")}>{say("today.back")}</TextLink>
            )}
          </PeriodSwitcher>
          <PageSearch label={say("search")} text={sought} onSearch={setSought} />
        </>
      }
    >
      {feedback}
      <Loaded reading={reading} failed={say("failed.load")}>
        {() => (
          <>
            <Figures sessions={shown} />
            <Columns>
              <div>
                {shown.length === 0 && <p className="title">{say("empty.heading")}</p>}
                {shown.length > 0 && found.length === 0 && <p>{say("search.none")}</p>}
                {found.length > 0 && (
                  <DayTable
                    sessions={found}
                    now={now}
                    opened={sought.trim() ? found.map(({ session }) => session.id) : [opened ?? firstOpen(shown, now)]}
                    onOpen={(id) => setOpened((before) => ((before ?? firstOpen(shown, now)) === id ? "" : id))}
                    matching={matching}
                    onTick={tick}
                    onAll={tickAll}
                    onMove={move}
                  />
                )}
              </div>
              <aside>
                <Attention items={attention(shown, now)} onLook={setOpened} />
                <HourChart hours={byHour(shown)} now={day === today ? now : undefined} />
              </aside>
            </Columns>
          </>
        )}
      </Loaded>
      {asking?.kind === "pay" && (
        <PayDialog
          about={aboutOf(asking.one, nameIn(asking.one))}
          onClose={() => setAsking(undefined)}
          onPaid={(received) => {
            setAsking(undefined);
            void make(
              () => change({ kind: "payment", one: asking.one, received }),
              say("pay.done", { name: nameIn(asking.one) }),
            );
          }}
        />
      )}
      <CancelOrDeclineDialog
        asking={ending}
        about={ending ? aboutOf(ending.one, nameIn(ending.one)) : ""}
        bookingId={ending?.one.booking.id}
        onClose={() => setAsking(undefined)}
        onSure={({ notify, message }) => {
          if (!ending) return;
          const { kind, one } = ending;
          setAsking(undefined);
          void make(() => change({ kind, one, notify, message }), say(`done.${kind}`, { name: nameIn(one) }));
        }}
      />
    </AdminPage>
  );
}

/** Returns the session that is open by default: the current or the next one. */
const firstOpen = (sessions: NonNullable<ReturnType<typeof useDay>["data"]>, now: Date): string =>
  sessions.find(({ session }) => session.endDate > now && session.status === "CONFIRMED")?.session.id ?? "";

function Figures({ sessions }: { sessions: NonNullable<ReturnType<typeof useDay>["data"]> }) {
  const taking = sessions.filter(({ session }) => session.status === "CONFIRMED");
  const booked = sum(taking.map((one) => one.booked));
  const places = sum(taking.map(({ session }) => session.totalSpots));
  const came = sum(taking.map((one) => one.came));
  const all = taking.flatMap(({ bookings }) => bookings);
  const pending = all.filter(({ booking }) => booking.status === "PENDING").length;
  const unpaid = sum(taking.flatMap(({ isFree, bookings }) => (isFree ? [] : bookings.filter(hasUnpaid).map(people))));
  const expected = sum(taking.map((one) => one.expected));
  return (
    <dl className="mb-7 grid grid-cols-2 border-text border-t-[3px] border-b border-b-rule md:grid-cols-[repeat(auto-fit,minmax(132px,1fr))]">
      <Figure name={say("today.people")} value={booked} of={say("today.people.of", { places })} />
      <Figure name={say("today.filled")} value={`${places ? Math.round((booked / places) * 100) : 0}\u00a0%`} />
      <Figure name={say("today.came")} value={came} of={say("today.people.of", { places: expected })} />
      <Figure name={say("today.cash")} value={unpaid} />
      <Figure name={say("today.pending")} value={pending} />
    </dl>
  );
}

const Figure = ({ name, value, of }: { name: string; value: number | string; of?: string }) => (
  <div className="flex flex-col justify-between border-rule pt-[10px] pr-4 pb-[14px] md:not-first:border-l md:not-first:pl-4">
    <dt className="font-semibold">{name}</dt>
    <dd>
      <b className="time text-[38px]">{value}</b> {of && <span className="text-muted">{of}</span>}
    </dd>
  </div>
);

function aboutOf(one: ExtendedBooking, name: string): string {
  const start = one.booking.startDate;
  const when = start ? `${dayAccusative(start)}, ${time(start)}` : "";
  return say("dialog.about", { name, when, people: say("booking.people", { count: people(one) }) });
}
