import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Session, TimeOff } from "@uola/contract";
import { linkTo } from "@uola/page-loader/locale.ts";
import { TextButton, TextLink } from "@uola/ui/buttons.tsx";
import { Field, Select } from "@uola/ui/field.tsx";
import { momentAt } from "@uola/ui/kit/date-time.ts";
import { DateTimeField } from "@uola/ui/kit/date-time-field.tsx";
import type { Feedback } from "@uola/ui/kit/feedback.tsx";
import { FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { ListSection, Row } from "@uola/ui/kit/list.tsx";
import { useResources, useStaff } from "@uola/ui/kit/lookups.ts";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import { addDays, dateLong, dayAccusative, instantOf, localDate, time } from "@uola/words/formats";
import { useState } from "react";

const yearDays = 365;
const affectedShown = 20;

type Draft = { resourceId: string; from: string; fromTime: string; until: string; untilTime: string; reason: string };

/** Absences and closures, and the sessions that fall into them. */
export function TimesOff({ feedback: { make, done } }: { feedback: Feedback }) {
  const today = localDate(new Date());
  const reading = usePlatformQuery(["time-off", today], async ({ resources }) => {
    const range = { from: instantOf(today), to: instantOf(addDays(today, yearDays)) };
    return (await resources.listTimeOff(range)).timeOff;
  });
  const { data: staff = [] } = useStaff();
  const { data: resources = [] } = useResources();
  const names = new Map([...staff, ...resources].map(({ id, name }) => [id, name]));
  const write = usePlatformAction("time-off", "calendar");
  const [isAdding, setAdding] = useState(false);
  const [affected, setAffected] = useState<{ name: string; sessions: Session[]; count: number }>();

  const remove = ({ id: timeOffId, ...timeOff }: TimeOff) =>
    make(
      () => write(({ resources }) => resources.removeTimeOff({ timeOffId })),
      say("timeOff.done.removed", { name: names.get(timeOff.resourceId) ?? "" }),
      () => write(({ resources }) => resources.addTimeOff({ timeOff })),
    );
  return (
    <ListSection
      title={say("timeOff.heading")}
      add={{ label: say("timeOff.add"), onClick: () => setAdding(true) }}
      empty={say("timeOff.none")}
      items={reading.data?.toSorted((a, b) => a.startDate.getTime() - b.startDate.getTime())}
      reading={reading}
      row={(timeOff) => (
        <Row
          name={names.get(timeOff.resourceId) ?? say("timeOff.gone")}
          about={
            <>
              {dateLong(timeOff.startDate)}, {time(timeOff.startDate)} – {dateLong(timeOff.endDate)},{" "}
              {time(timeOff.endDate)}
              {timeOff.reason && ` · ${timeOff.reason}`}
            </>
          }
          others={[{ label: say("timeOff.remove"), apart: true, onClick: () => void remove(timeOff) }]}
        />
      )}
    >
      {affected && (
        <section className="notice" role="status">
          <div>
            <p>
              <b>{say("timeOff.affected", { name: affected.name, count: affected.count })}</b>
            </p>
            <ul>
              {affected.sessions.map((session) => (
                <li key={session.id}>
                  <TextLink alone href={linkTo(`/admin/?day=${localDate(session.startDate)}`)}>
                    {dayAccusative(session.startDate)}, {time(session.startDate)} – {session.title}
                  </TextLink>
                </li>
              ))}
            </ul>
            <TextButton onClick={() => setAffected(undefined)}>{say("timeOff.seen")}</TextButton>
          </div>
        </section>
      )}
      {isAdding && (
        <TimeOffForm
          today={today}
          names={names}
          onClose={() => setAdding(false)}
          onSave={async (timeOff) => {
            const { ids, sessions } = await write(async ({ resources, schedules }) => {
              const { affectedSessionIds: ids } = await resources.addTimeOff({ timeOff });
              const read = ids
                .slice(0, affectedShown)
                .map((sessionId) => schedules.getSession({ sessionId }).then(({ session }) => session));
              return { ids, sessions: await Promise.all(read) };
            });
            const name = names.get(timeOff.resourceId) ?? "";
            setAffected(ids.length > 0 ? { name, sessions, count: ids.length } : undefined);
          }}
          onDone={(id) => {
            setAdding(false);
            done(say("timeOff.done.added", { name: names.get(id) ?? "" }));
          }}
        />
      )}
    </ListSection>
  );
}

const label = (field: keyof Draft) => say(`timeOff.field.${field}`);

/** Returns the start and the end if both are valid and in order. */
function endsOf({ from, fromTime, until, untilTime }: Draft): { startDate: Date; endDate: Date } | undefined {
  const [startDate, endDate] = [momentAt(from, fromTime), momentAt(until, untilTime)];
  return startDate && endDate && startDate < endDate ? { startDate, endDate } : undefined;
}

type TimeOffFormProps = {
  today: string;
  names: ReadonlyMap<string, string>;
  onClose: () => void;
  onSave: (timeOff: Omit<TimeOff, "id">) => Promise<void>;
  onDone: (resourceId: string) => void;
};

function TimeOffForm({ today, names, onClose, onSave, onDone }: TimeOffFormProps) {
  const first = [...names.keys()][0] ?? "";
  const draft = { resourceId: first, from: today, fromTime: "00:00", until: today, untilTime: "23:59", reason: "" };
  const form = useEntityForm<Draft>({
    label,
    kept: { draft, revision: undefined },
    isNew: true,
    save: async ({ draft }) => {
      const ends = endsOf(draft);
      if (ends) await onSave({ resourceId: draft.resourceId, ...ends, reason: draft.reason });
    },
    check: (draft) => (endsOf(draft) ? {} : { until: say("timeOff.wrong") }),
    onSaved: ({ draft }) => onDone(draft.resourceId),
  });
  return (
    <FormSheet title={say("timeOff.add")} form={form} onClose={onClose}>
      <Select {...form.text("resourceId")} options={[...names].map(([value, label]) => ({ value, label }))} />
      <div className="flex flex-wrap gap-x-8 gap-y-4">
        {(["from", "until"] as const).map((end) => (
          <DateTimeField
            key={end}
            {...form.text(end)}
            labels={{ day: label(end), time: label(`${end}Time`) }}
            day={form.draft[end]}
            time={form.draft[`${end}Time`]}
            onChange={(day, time) => form.set({ [end]: day, [`${end}Time`]: time })}
          />
        ))}
      </div>
      <Field {...form.text("reason")} />
    </FormSheet>
  );
}
