import type { contract, Output } from "@uola/contract";
import { say } from "@uola/words/admin";
import { dateLong, dayLong, weekday } from "@uola/words/formats";
import { useEffect, useRef, useState } from "react";
import { sentenceOf } from "../../admin/kit/sentences.ts";
import { PrimaryButton, TextButton } from "../../ui/buttons.tsx";
import { RadioGroup } from "../../ui/choices.tsx";
import { Check, Field, Select } from "../../ui/field.tsx";
import { ErrorSummary } from "../../ui/notice.tsx";
import { Overlay } from "../../ui/overlay.tsx";
import { Group } from "./chooser.tsx";
import { daysFrom } from "./layout.ts";
import type { Times } from "./moves.ts";
import { type Draft, draftOf, onDay, rulesOf, type Wrong, wishOf, wrongsOf } from "./term.ts";
import type { House, useMaking } from "./use-calendar.ts";

/** Monday to Sunday, of any week. */
const week = daysFrom("2026-08-31", 7);

type Preview = Output<typeof contract.schedules.createRules>;
type Props = {
  times: Times;
  house: House;
  making: ReturnType<typeof useMaking>;
  onClose: () => void;
  /** With the id of a session made alone, which can be taken back. */
  onMade: (text: string, sessionId?: string) => void;
};

/** A new session, or a term of them: the term is shown with what it leaves out before it is made. */
export default function NewSession({ times, house, making, onClose, onMade }: Props) {
  const services = house.services.filter(({ type }) => type !== "APPOINTMENT");
  const [draft, setDraft] = useState(() => draftOf(times, ""));
  const [wrongs, setWrongs] = useState<readonly Wrong[]>([]);
  const [preview, setPreview] = useState<Preview>();
  const [failure, setFailure] = useState<string>();
  const set = (change: Partial<Draft>) => {
    setPreview(undefined);
    setDraft((before) => ({ ...before, ...change }));
  };
  const [isBusy, setBusy] = useState(false);
  const service = services.find(({ id }) => id === draft.serviceId);
  const errorOf = (...fields: Wrong[]) => {
    const wrong = fields.find((field) => wrongs.includes(field));
    return wrong ? { error: say(`calendar.wrong.${wrong}`) } : {};
  };

  const choose = (serviceId: string) => {
    const { staffMemberIds: staffIds = [] } = services.find(({ id }) => id === serviceId) ?? {};
    set({ serviceId, staffIds });
  };
  const send = async () => {
    const found = wrongsOf(draft, new Date());
    setWrongs(found);
    setFailure(undefined);
    if (found.length > 0 || !service || isBusy) return;
    setBusy(true);
    try {
      if (!draft.isWeekly) {
        const { session } = await making.one(wishOf(draft, service.schedule.id));
        return onMade(say("calendar.made", { title: service.name, when: dayLong(session.startDate) }), session.id);
      }
      const rules = rulesOf(draft, service.schedule.id);
      const told = await making.term(rules, !preview);
      if (preview) onMade(say("calendar.madeTerm", { title: service.name, count: told.dates.length }));
      else setPreview(told);
    } catch (error) {
      setFailure(sentenceOf(error, "calendar.failed.invalid"));
    } finally {
      setBusy(false);
    }
  };
  const button = !draft.isWeekly
    ? say("calendar.create")
    : preview
      ? say("calendar.create.term", { count: preview.dates.length })
      : say("calendar.preview");

  return (
    <Overlay title={say("calendar.new")} close={say("calendar.close")} onClose={onClose}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {wrongs.length > 0 && (
          <ErrorSummary
            key={wrongs.join()}
            title={say("calendar.wrong")}
            errors={wrongs.map((wrong) => ({ field: `new-${fieldOf(wrong)}`, text: say(`calendar.wrong.${wrong}`) }))}
          />
        )}
        <Select
          id="new-service"
          label={say("calendar.service")}
          value={draft.serviceId}
          onChange={({ target }) => choose(target.value)}
          options={[
            { value: "", label: say("calendar.service.choose") },
            ...services.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...(house.hasMore && { hint: say("calendar.service.more") })}
          {...errorOf("service")}
        />
        <RadioGroup
          legend={say("calendar.howOften")}
          name="often"
          value={draft.isWeekly ? "weekly" : "once"}
          onChange={(value) => set({ isWeekly: value === "weekly" })}
          choices={(["once", "weekly"] as const).map((value) => ({ value, label: say(`calendar.howOften.${value}`) }))}
        />
        <div className="field-row">
          <Field
            id="new-day"
            type="date"
            label={say(draft.isWeekly ? "calendar.from" : "calendar.date")}
            value={draft.day}
            onChange={({ target }) => set(onDay(draft, target.value))}
            {...errorOf("day", "past")}
          />
          <Field
            id="new-time"
            type="time"
            step={900}
            label={say("calendar.time")}
            value={draft.time}
            onChange={({ target }) => set({ time: target.value })}
            {...errorOf("time")}
          />
          <Field
            id="new-minutes"
            inputMode="numeric"
            label={say("calendar.minutes")}
            value={draft.minutes}
            onChange={({ target }) => set({ minutes: target.value })}
            {...errorOf("minutes")}
          />
          <Field
            id="new-capacity"
            inputMode="numeric"
            label={say("calendar.capacity")}
            placeholder={service && String(service.defaultCapacity)}
            value={draft.capacity}
            onChange={({ target }) => set({ capacity: target.value })}
            {...errorOf("capacity")}
          />
        </div>
        {draft.isWeekly && <Term draft={draft} set={set} errorOf={errorOf} />}
        <Group
          legend={say("calendar.staff")}
          options={house.staff}
          chosen={draft.staffIds}
          onChange={(staffIds) => set({ staffIds })}
        />
        <Group
          legend={say("calendar.resources")}
          options={house.resources}
          chosen={draft.resourceIds}
          onChange={(resourceIds) => set({ resourceIds })}
        />
        {preview && <Dates preview={preview} />}
        {failure && (
          <p className="error" role="alert">
            {failure}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-6">
          <PrimaryButton type="submit" aria-disabled={isBusy} disabled={preview?.dates.length === 0}>
            {button}
          </PrimaryButton>
          <TextButton onClick={onClose}>{say("calendar.giveUp")}</TextButton>
        </div>
      </form>
    </Overlay>
  );
}

const fieldOf = (wrong: Wrong) => (wrong === "past" ? "day" : wrong);

type TermProps = {
  draft: Draft;
  set: (change: Partial<Draft>) => void;
  errorOf: (...fields: Wrong[]) => { error?: string };
};

/** On which weekdays, until when, and what is left out. */
function Term({ draft, set, errorOf }: TermProps) {
  const { weekdays, pauses } = draft;
  const change = (at: number, part: Partial<Draft["pauses"][number]>) =>
    set({ pauses: pauses.map((pause, index) => (index === at ? { ...pause, ...part } : pause)) });
  const { error } = errorOf("weekdays");
  return (
    <>
      <fieldset id="new-weekdays" tabIndex={-1}>
        <legend className="font-bold">{say("calendar.weekdays")}</legend>
        <div className="check-columns">
          {week.map((day, index) => (
            <Check
              key={day}
              checked={weekdays.includes(index + 1)}
              onChange={({ target }) =>
                set({
                  weekdays: target.checked ? [...weekdays, index + 1] : weekdays.filter((other) => other !== index + 1),
                })
              }
            >
              {weekday(day)}
            </Check>
          ))}
        </div>
        {error && <p className="error">{error}</p>}
      </fieldset>
      <Field
        id="new-until"
        type="date"
        label={say("calendar.until")}
        value={draft.until}
        onChange={({ target }) => set({ until: target.value })}
        {...errorOf("until")}
      />
      <Check checked={draft.skipHolidays} onChange={({ target }) => set({ skipHolidays: target.checked })}>
        {say("calendar.skipHolidays")}
      </Check>
      <fieldset id="new-pauses" tabIndex={-1} className="grid gap-3">
        <legend className="font-bold">{say("calendar.pauses")}</legend>
        {pauses.map((pause, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pauses have no other name while they are typed
          <div className="field-row" key={index}>
            <Field
              id={`pause-name-${index}`}
              label={say("calendar.pause.name")}
              value={pause.name}
              onChange={({ target }) => change(index, { name: target.value })}
            />
            <Field
              id={`pause-from-${index}`}
              type="date"
              label={say("calendar.pause.from")}
              value={pause.from}
              onChange={({ target }) => change(index, { from: target.value })}
            />
            <Field
              id={`pause-until-${index}`}
              type="date"
              label={say("calendar.pause.until")}
              value={pause.until}
              onChange={({ target }) => change(index, { until: target.value })}
              {...(index === pauses.length - 1 ? errorOf("pauses") : {})}
            />
            <TextButton onClick={() => set({ pauses: pauses.filter((_, other) => other !== index) })}>
              {say("calendar.pause.remove")}
            </TextButton>
          </div>
        ))}
        <TextButton onClick={() => set({ pauses: [...pauses, { name: "", from: draft.day, until: draft.day }] })}>
          {say("calendar.pause.add")}
        </TextButton>
      </fieldset>
    </>
  );
}

/** What a term would make, and every date it leaves out with the reason. */
function Dates({ preview: { dates, skipped } }: { preview: Preview }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const [first, last] = [dates[0], dates.at(-1)];
  return (
    <section ref={box} className="term-preview" role="status">
      <h3 className="font-bold">{say("calendar.preview.count", { count: dates.length })}</h3>
      {first && last && (
        <p>{say("calendar.preview.range", { from: dateLong(first.startDate), to: dateLong(last.startDate) })}</p>
      )}
      <h4 className="font-bold">{say("calendar.preview.skipped", { count: skipped.length })}</h4>
      <ul>
        {skipped.map(({ date, reason }) => (
          <li key={`${date} ${reason}`}>
            <b>{dayLong(date)}</b> {reason || say("calendar.pause")}
          </li>
        ))}
      </ul>
    </section>
  );
}
