import type { ExtendedBooking } from "@uola/contract";
import { words } from "@uola/words/admin";
import { time } from "@uola/words/formats";
import { Fragment } from "react";
import { categoryOf } from "../../features/category.ts";
import { CategoryBadge } from "../../ui/badge.tsx";
import { type Acts, Participants } from "./participants.tsx";
import type { DaySession } from "./today.ts";

const say = words("lt");
const countable = 14;

type Props = {
  sessions: readonly DaySession[];
  now: Date;
  /** Sessions whose participants are shown. */
  opened: readonly string[];
  onOpen: (sessionId: string) => void;
  matching: (one: ExtendedBooking) => boolean;
} & Acts;

/** The day's sessions, a line each; a line opens to the people in it. */
export function DayTable({ sessions, now, opened, onOpen, ...list }: Props) {
  return (
    <table className="day-table">
      <caption className="visually-hidden">{say("today.sessions")}</caption>
      <thead>
        <tr>
          <th scope="col">{say("column.time")}</th>
          <th scope="col" className="kind">
            {say("column.category")}
          </th>
          <th scope="col">{say("column.session")}</th>
          <th scope="col" className="trainer">
            {say("column.trainer")}
          </th>
          <th scope="col">{say("column.places")}</th>
          <th scope="col">{say("column.came")}</th>
        </tr>
      </thead>
      <tbody>
        {sessions.map((one) => {
          const isOpen = opened.includes(one.session.id);
          return (
            <Fragment key={one.session.id}>
              <Line of={one} now={now} isOpen={isOpen} onOpen={onOpen} />
              {isOpen && (
                <tr className="inside">
                  <td colSpan={6}>
                    <Participants of={one} {...list} />
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

function Line({
  of,
  now,
  isOpen,
  onOpen,
}: {
  of: DaySession;
  now: Date;
  isOpen: boolean;
  onOpen: (id: string) => void;
}) {
  const { session, category, kind, expected, came } = of;
  const running = session.startDate <= now && now < session.endDate;
  const canceled = session.status === "CANCELLED";
  const start = time(session.startDate);
  return (
    <tr className={`row ${session.endDate <= now ? "past" : ""} ${isOpen ? "opened" : ""}`}>
      <td className="when">
        <span className="time">{start}</span>
        {time(session.endDate)}
      </td>
      <td className="kind">
        <CategoryBadge category={categoryOf(kind)}>{category}</CategoryBadge>
      </td>
      <td className="what">
        <button type="button" className="title-button" aria-expanded={isOpen} onClick={() => onOpen(session.id)}>
          <span className="visually-hidden">{say("session.open", { title: session.title, time: start })}</span>
          <span aria-hidden="true">{session.title}</span>
          {running && !canceled && <span className="state-word">{say("session.now")}</span>}
          {canceled && <span className="state-word outlined">{say("session.canceled")}</span>}
        </button>
      </td>
      <td className="trainer">{session.staff.map(({ name }) => name).join(", ") || say("session.noTrainer")}</td>
      <td className="places-cell whitespace-nowrap">
        <Fill taken={session.totalSpots - session.openSpots} total={session.totalSpots} />
        {session.totalSpots - session.openSpots}&nbsp;/&nbsp;{session.totalSpots}
      </td>
      <td className="came-cell whitespace-nowrap">
        {came}&nbsp;/&nbsp;{expected}
      </td>
    </tr>
  );
}

/** Taken and free places side by side; the numbers beside it say the same. */
function Fill({ taken, total }: { taken: number; total: number }) {
  if (total > countable) return null;
  return (
    <span className="fill" aria-hidden="true">
      {Array.from({ length: total }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places are alike
        <i key={index} className={index < taken ? "taken" : undefined} />
      ))}
    </span>
  );
}
