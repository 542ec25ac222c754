import type { contract, Output } from "@uola/contract";
import { TextButton } from "@uola/ui/buttons.tsx";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { Check, Field, Select } from "@uola/ui/field.tsx";
import { ClockField } from "@uola/ui/kit/date-time-field.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { type EntityForm, useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import { dateLong, dayLong, weekday } from "@uola/words/formats";
import { useEffect, useRef, useState } from "react";
import { CheckboxGroup } from "./chooser.tsx";
import { daysFrom } from "./layout.ts";
import type { Times } from "./moves.ts";
import {
  type DayOff,
  type Draft,
  draftErrors,
  draftOf,
  onDay,
  rulesOf,
  sessionInputOf,
  singleRuleOf,
  termOf,
  type Wrong,
} from "./term.ts";
import { type Catalogue, useDaysOff, type useMaking } from "./use-calendar.ts";

/** The days from Monday to Sunday of an arbitrary week. */
const week = daysFrom("2026-08-31", 7);

type Preview = Output<typeof contract.schedules.createRules>;
type Props = {
  times: Times;
  house: Catalogue;
  making: ReturnType<typeof useMaking>;
  onClose: () => void;
  /** Called with the id of a session created on its own, so that this can be undone. */
  onMade: (text: string, sessionId?: string) => void;
};

/**
 * The form for a new session or a term of sessions. A preview shows the term and the dates it skips
 * before it is created.
 */
export default function NewSession({ times, house, making, onClose, onMade }: Props) {
  const services = house.services.filter(({ type }) => type !== "APPOINTMENT");
  const serviceOf = ({ serviceId }: Draft) => services.find(({ id }) => id === serviceId);
  const { dayOff, closedDays } = useDaysOff(times);
  /** Preview of a term and the draft it was made for; loaded again after the draft changes. */
  const [seen, setSeen] = useState<{ of: Draft; preview: Preview }>();
  const form = useEntityForm<Draft>({
    kept: { draft: draftOf(times, ""), revision: undefined },
    isNew: true,
    prefix: "new-",
    check: (typed) =>
      Object.fromEntries(
        draftErrors({ ...typed, ...termOf(typed, dayOff) }, new Date()).map((wrong) => [
          fieldOf(wrong),
          say(`calendar.wrong.${wrong}`),
        ]),
      ),
    save: async ({ draft: typed }): Promise<void> => {
      const chosen = serviceOf(typed);
      if (!chosen) return;
      const isSeen = seen?.of === typed;
      if (!typed.isWeekly) {
        const input = sessionInputOf(typed, chosen.schedule.id);
        if (!input) return;
        if (!isSeen) {
          const told = await making.term(singleRuleOf(typed, chosen.schedule.id), true);
          if (outsideOf(told) > 0) return setSeen({ of: typed, preview: told });
        }
        const { session } = await making.one(input);
        return onMade(say("calendar.made", { title: chosen.name, when: dayLong(session.startDate) }), session.id);
      }
      const rules = rulesOf({ ...typed, ...termOf(typed, dayOff) }, chosen.schedule.id, closedDays);
      const told = await making.term(rules, !isSeen);
      if (isSeen) onMade(say("calendar.madeTerm", { title: chosen.name, count: told.dates.length }));
      else setSeen({ of: typed, preview: told });
    },
  });
  const { draft, set } = form;
  const preview = seen?.of === draft ? seen.preview : undefined;
  const service = serviceOf(draft);
  const choose = (serviceId: string) => {
    const { staffMemberIds: staffIds = [] } = services.find(({ id }) => id === serviceId) ?? {};
    set({ serviceId, staffIds });
  };
  const button = !draft.isWeekly
    ? say("calendar.create")
    : preview
      ? say("calendar.create.term", { count: preview.dates.length })
      : say("calendar.preview");

  return (
    <FormDialog
      title={say("calendar.new")}
      sure={button}
      giveUp={say("calendar.giveUp")}
      wrong={say("calendar.wrong")}
      disabled={draft.isWeekly && preview?.dates.length === 0}
      onClose={onClose}
      form={form}
    >
      <Select
        {...form.text("serviceId")}
        label={say("calendar.service")}
        onChange={({ target }) => choose(target.value)}
        options={[
          { value: "", label: say("calendar.service.choose") },
          ...services.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...(house.hasMore && { hint: say("calendar.service.more") })}
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
          {...form.text("day")}
          type="date"
          label={say(draft.isWeekly ? "calendar.from" : "calendar.date")}
          onChange={({ target }) => set(onDay(draft, target.value))}
        />
        <ClockField {...form.text("time")} label={say("calendar.time")} onChange={(time) => set({ time })} />
        <Field {...form.text("minutes")} inputMode="numeric" label={say("calendar.minutes")} />
        <Field
          {...form.text("capacity")}
          inputMode="numeric"
          label={say("calendar.capacity")}
          placeholder={service && String(service.defaultCapacity)}
        />
      </div>
      {draft.isWeekly && <Term form={form} dayOff={dayOff} />}
      <CheckboxGroup
        legend={say("calendar.staff")}
        options={house.staff}
        chosen={draft.staffIds}
        onChange={(staffIds) => set({ staffIds })}
      />
      <CheckboxGroup
        legend={say("calendar.resources")}
        options={house.resources}
        chosen={draft.resourceIds}
        onChange={(resourceIds) => set({ resourceIds })}
      />
      {(draft.outsideHours || (preview && outsideOf(preview) > 0)) && (
        <div role="status">
          {preview && outsideOf(preview) > 0 && (
            <p className="font-bold">{say("calendar.outsideHours", { count: outsideOf(preview) })}</p>
          )}
          <Check {...form.check("outsideHours")}>{say("calendar.outsideHours.keep")}</Check>
        </div>
      )}
      {draft.isWeekly && preview && <Dates preview={preview} />}
    </FormDialog>
  );
}

/** Returns the number of sessions outside the opening hours. */
const outsideOf = ({ conflicts }: Preview): number => conflicts.filter(({ outsideHours }) => outsideHours).length;

const fieldOf = (wrong: Wrong) => (wrong === "past" ? "day" : wrong === "service" ? "serviceId" : wrong);

/** Fields for the weekdays, the last day and the exceptions of a term. */
function Term({ form, dayOff }: { form: EntityForm<Draft>; dayOff: DayOff }) {
  const { draft, set, wrong } = form;
  const { until, times } = termOf(draft, dayOff);
  const { weekdays, pauses } = draft;
  const change = (at: number, part: Partial<Draft["pauses"][number]>) =>
    set({ pauses: pauses.map((pause, index) => (index === at ? { ...pause, ...part } : pause)) });
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
        {wrong.weekdays && <p className="error">{wrong.weekdays}</p>}
      </fieldset>
      <div className="field-row">
        <Field
          {...form.text("until")}
          type="date"
          label={say("calendar.until")}
          value={until}
          onChange={({ target }) => set({ until: target.value, fixed: "until" })}
        />
        <Field
          {...form.text("times")}
          inputMode="numeric"
          label={say("calendar.times")}
          aria-describedby="times-hint"
          value={times}
          onChange={({ target }) => set({ times: target.value.trim(), fixed: "times" })}
        />
        {/* Placed below both fields: inside one of them, the hint would push their inputs apart. */}
        <p className="col-span-full text-muted" id="times-hint">
          {say("calendar.times.hint")}
        </p>
      </div>
      <Check {...form.check("skipHolidays")}>{say("calendar.skipHolidays")}</Check>
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
              {...(index === pauses.length - 1 && wrong.pauses && { error: wrong.pauses })}
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

/** The dates that a term would create, and every date it skips with the reason. */
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
