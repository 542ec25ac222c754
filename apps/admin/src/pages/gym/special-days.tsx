import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Client } from "@uola/client";
import type { Business } from "@uola/contract";
import { RoundButton, SecondaryButton, TextButton } from "@uola/ui/buttons.tsx";
import { Field, FilterSelect } from "@uola/ui/field.tsx";
import { parseClockTime } from "@uola/ui/kit/date-time.ts";
import { ClockInput } from "@uola/ui/kit/date-time-field.tsx";
import type { Feedback } from "@uola/ui/kit/feedback.tsx";
import { ListSection } from "@uola/ui/kit/list.tsx";
import { firstInvalidDay } from "@uola/ui/kit/week-hours.ts";
import { say } from "@uola/words/admin";
import { dayLong, localDate } from "@uola/words/formats";
import { type FormEvent, useState } from "react";
import { type DayState, type OddDay, type Special, specialDays, stateOf, withDay } from "./days.ts";
import { type Decision, type OutsideSession, SettleDialog, useSettle } from "./outside-hours.tsx";

const states = ["usual", "closed", "short"] as const;
const firstShort = { open: "10:00", close: "16:00" };

/**
 * The public holidays of a year and the owner's own dates, each with the usual hours, closed, or
 * with special hours.
 */
export function SpecialDays({ business, feedback: { make } }: { business: Business; feedback: Feedback }) {
  const [year, setYear] = useState(Number(localDate(new Date()).slice(0, 4)));
  const reading = usePlatformQuery(["holidays", year], async ({ schedules }) => {
    return (await schedules.holidays({ year })).holidays;
  });
  const write = usePlatformAction("business", "outside-hours");
  const settle = useSettle();
  /**
   * A change of a day's hours that would leave sessions outside them; saved only after the owner
   * has decided about these sessions.
   */
  const [asking, setAsking] = useState<{ date: string; day: Special | undefined; sessions: OutsideSession[] }>();
  const ask = (date: string, day: Special | undefined) =>
    make(async () => {
      const specialHours = withDay(business.specialHours, date, day);
      const { sessions } = await write(({ schedules }) => schedules.outsideHours({ specialHours }));
      const thatDay = sessions.filter(({ session }) => localDate(session.startDate) === date);
      if (thatDay.length > 0) setAsking({ date, day, sessions: thatDay });
      else await set(date, day);
    });
  const save = ({ date, day, sessions }: NonNullable<typeof asking>, decision: Decision, notify: boolean) => {
    setAsking(undefined);
    if (decision === "LATER") return set(date, day);
    return make(async () => {
      await write((client) => putDay(client, date, day));
      await settle(sessions, decision, notify);
    }, say("gym.outside.settled"));
  };
  const set = (date: string, day: Special | undefined) => {
    const before = business.specialHours.find((other) => other.date === date);
    const put = (to: Special | undefined) => write((client) => putDay(client, date, to));
    return make(
      () => put(day),
      say("gym.done.day", { day: dayLong(date) }),
      () => put(before),
    );
  };
  return (
    <ListSection
      title={say("gym.days", { year })}
      empty={say("gym.days.none")}
      lead={say("gym.days.lead")}
      items={reading.data && specialDays(year, reading.data, business.specialHours)}
      reading={reading}
      row={(day) => <Day key={day.date} day={day} onSet={(special) => void ask(day.date, special)} />}
    >
      <nav className="flex flex-wrap items-center gap-4 py-3" aria-label={say("gym.years")}>
        <RoundButton icon="left" label={String(year - 1)} onClick={() => setYear(year - 1)} />
        <b>{year}</b>
        <RoundButton icon="right" label={String(year + 1)} onClick={() => setYear(year + 1)} />
      </nav>
      <NewDay onAdd={(date, name) => ask(date, { date, name, closed: true })} />
      {asking && (
        <SettleDialog
          sessions={asking.sessions}
          onClose={() => setAsking(undefined)}
          onSure={(decision, notify) => void save(asking, decision, notify)}
        />
      )}
    </ListSection>
  );
}

async function putDay(client: Client, date: string, to: Special | undefined) {
  const { business } = await client.business.get({});
  const specialHours = withDay(business.specialHours, date, to);
  return client.business.update({ business: { specialHours, revision: business.revision ?? "" } });
}

function Day({ day, onSet }: { day: OddDay; onSet: (special: Special | undefined) => void }) {
  const { date, name, special, isHoliday } = day;
  const state = stateOf(special);
  const named = dayLong(date);
  const choose = (to: DayState) => {
    if (to === "usual") onSet(undefined);
    else onSet({ date, name, closed: to === "closed", ...(to === "short" && firstShort) });
  };
  return (
    <>
      <div className="min-w-0 flex-[1_1_280px]">
        <b>{named}</b> {name && <span className="text-muted">{name}</span>}
      </div>
      {state === "short" && special && (
        <Times key={`${special.open}${special.close}`} day={named} special={special} onSet={onSet} />
      )}
      <FilterSelect
        label={say("gym.day.usual")}
        aria-label={say("gym.day.state", { day: named })}
        value={state === "usual" ? "" : state}
        onChange={({ target }) => choose((target.value || "usual") as DayState)}
        options={states.filter((each) => each !== "usual").map((value) => ({ value, label: say(`gym.day.${value}`) }))}
      />
      {!isHoliday && (
        <TextButton onClick={() => onSet(undefined)}>
          {say("delete")}
          <span className="visually-hidden">: {named}</span>
        </TextButton>
      )}
    </>
  );
}

type TimesProps = { day: string; special: Special; onSet: (special: Special) => void };

/**
 * Opening and closing time of a day with special hours; saved when a field loses the focus and the
 * times are valid.
 */
function Times({ day, special, onSet }: TimesProps) {
  const [open, setOpen] = useState(special.open ?? firstShort.open);
  const [close, setClose] = useState(special.close ?? firstShort.close);
  const keep = () => {
    const [from, to] = [parseClockTime(open), parseClockTime(close)];
    const fits = !firstInvalidDay([{ weekday: 1, start: from, end: to }]);
    if (fits && (from !== special.open || to !== special.close)) onSet({ ...special, open: from, close: to });
  };
  return (
    <span className="stretch">
      <ClockInput label={say("gym.day.open", { day })} value={open} onChange={setOpen} onLeave={keep} />
      –
      <ClockInput label={say("gym.day.close", { day })} value={close} onChange={setClose} onLeave={keep} />
    </span>
  );
}

export function NewDay({ onAdd }: { onAdd: (date: string, name: string) => Promise<boolean> }) {
  const [date, setDate] = useState("");
  const [name, setName] = useState("");
  const [isMissing, setMissing] = useState(false);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    setMissing(!date);
    if (!date) document.getElementById("new-day")?.focus();
    else if (await onAdd(date, name.trim())) {
      setDate("");
      setName("");
    }
  };
  return (
    <form noValidate className="flex flex-wrap items-start gap-4" onSubmit={add}>
      <Field
        id="new-day"
        type="date"
        label={say("gym.day.new")}
        required
        {...(isMissing && { error: say("gym.wrong.day") })}
        value={date}
        onChange={({ target }) => setDate(target.value)}
      />
      <Field
        id="new-day-name"
        label={say("gym.day.name")}
        maxLength={200}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <span className="md:pt-[30px]">
        <SecondaryButton type="submit">{say("gym.day.add")}</SecondaryButton>
      </span>
    </form>
  );
}
