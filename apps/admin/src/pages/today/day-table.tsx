import { categoryOf } from "@uola/browser/gym/category.ts";
import type { ExtendedBooking } from "@uola/contract";
import { CategoryBadge } from "@uola/ui/badge.tsx";
import { type Column, DataTable } from "@uola/ui/kit/data-table.tsx";
import { say } from "@uola/words/admin";
import { time } from "@uola/words/formats";
import { type Acts, Participants } from "./participants.tsx";
import type { DaySession } from "./today.ts";

const countable = 14;

type Props = {
  sessions: readonly DaySession[];
  now: Date;
  /** Ids of the sessions whose participants are shown. */
  opened: readonly string[];
  onOpen: (sessionId: string) => void;
  matching: (one: ExtendedBooking) => boolean;
} & Acts;

/** The day's sessions, one row each; a row expands to its participants. */
export function DayTable({ sessions, now, opened, onOpen, ...list }: Props) {
  return (
    <DataTable
      caption={say("today.sessions")}
      columns={columnsOf(now, opened, onOpen)}
      items={sessions}
      idOf={({ session }) => session.id}
      classOf={({ session }) => (session.endDate <= now ? "text-muted" : "")}
      opened={(one) => opened.includes(one.session.id) && <Participants of={one} {...list} />}
    />
  );
}

const columnsOf = (now: Date, opened: Props["opened"], onOpen: Props["onOpen"]): Column<DaySession>[] => [
  {
    id: "time",
    heading: say("column.time"),
    phone: "above",
    className: "whitespace-nowrap",
    cell: ({ session }) => (
      <>
        <span className="time mr-2 text-[26px]">{time(session.startDate)}</span>
        {time(session.endDate)}
      </>
    ),
  },
  {
    id: "category",
    heading: say("column.category"),
    phone: "hidden",
    isExtra: true,
    cell: ({ category, kind }) => <CategoryBadge category={categoryOf(kind)}>{category}</CategoryBadge>,
  },
  {
    id: "session",
    heading: say("column.session"),
    isName: true,
    cell: ({ session }) => {
      const start = time(session.startDate);
      const canceled = session.status === "CANCELLED";
      const running = session.startDate <= now && now < session.endDate;
      return (
        <button
          type="button"
          className="title-button"
          aria-expanded={opened.includes(session.id)}
          onClick={() => onOpen(session.id)}
        >
          <span className="visually-hidden">{say("session.open", { title: session.title, time: start })}</span>
          <span aria-hidden="true">{session.title}</span>
          {running && !canceled && <span className="state-word">{say("session.now")}</span>}
          {canceled && <span className="state-word outlined">{say("session.canceled")}</span>}
        </button>
      );
    },
  },
  {
    id: "trainer",
    heading: say("column.trainer"),
    phone: "hidden",
    isExtra: true,
    cell: ({ session }) => session.staff.map(({ name }) => name).join(", ") || say("session.noTrainer"),
  },
  {
    id: "places",
    heading: say("column.places"),
    phone: "corner",
    className: "whitespace-nowrap",
    cell: ({ session: { totalSpots, openSpots } }) => (
      <>
        <Fill taken={totalSpots - openSpots} total={totalSpots} />
        {totalSpots - openSpots}&nbsp;/&nbsp;{totalSpots}
      </>
    ),
  },
  {
    id: "came",
    heading: say("column.came"),
    phone: "beside",
    className: "whitespace-nowrap narrow:text-right",
    cell: ({ came, expected }) => (
      <>
        {came}&nbsp;/&nbsp;{expected}
      </>
    ),
  },
];

/**
 * A diagram of taken and free places, hidden from assistive technology because the numbers next to
 * it give the same information.
 */
function Fill({ taken, total }: { taken: number; total: number }) {
  if (total > countable) return null;
  return (
    <span className="fill @max-[863px]:hidden" aria-hidden="true">
      {Array.from({ length: total }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places are alike
        <i key={index} className={index < taken ? "taken" : undefined} />
      ))}
    </span>
  );
}
