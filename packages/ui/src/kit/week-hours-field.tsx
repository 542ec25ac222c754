import { say } from "@uola/words/admin";
import { addDays, weekday as nameOf, weekdayShort } from "@uola/words/formats";
import { useState } from "react";
import { RoundButton, TextButton } from "../buttons.tsx";
import { ClockInput } from "./date-time-field.tsx";
import { byDays, type HoursInterval, mergedHours, ofDay, weekdays, withDayCopied, withInterval } from "./week-hours.ts";

// A Monday, used to get weekday names from dates.
const monday = "2024-01-01";
const dayOf = (weekday: number) => addDays(monday, weekday - 1);
export const dayName = (weekday: number) => nameOf(dayOf(weekday));

/** "Pr–Pn 9:00–21:00, Št 10:00–18:00" */
export const hoursText = (hours: readonly HoursInterval[]): string =>
  byDays(hours)
    .filter(({ text }) => text)
    .map(({ from, to, text }) => {
      const days = from === to ? [from] : [from, to];
      return `${days.map((day) => weekdayShort(dayOf(day))).join("–")} ${text}`;
    })
    .join("; ");

type WeekHoursProps = {
  id: string;
  legend: string;
  hours: readonly HoursInterval[];
  /** The text for a day without hours. */
  none: string;
  error?: string | undefined;
  onChange: (hours: HoursInterval[]) => void;
};

/** An editor for weekly hours with several intervals per day; two buttons copy a day to other days. */
export function WeekHours({ id, legend, hours, none, error, onChange }: WeekHoursProps) {
  const [copied, setCopied] = useState<number>();
  const change = (old: HoursInterval, part: Partial<HoursInterval>) =>
    onChange(hours.map((stretch) => (stretch === old ? { ...stretch, ...part } : stretch)));
  return (
    <fieldset id={id} className="week-hours" tabIndex={-1}>
      <legend className="title">{legend}</legend>
      {error && <p className="error">{error}</p>}
      <ul>
        {weekdays.map((weekday) => {
          const day = dayName(weekday);
          const stretches = ofDay(hours, weekday);
          return (
            <li key={weekday}>
              <b>{day}</b>
              <div className="stretches">
                {stretches.length === 0 && <span className="text-muted">{none}</span>}
                {stretches.map((stretch, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a stretch has no other name than its place
                  <span key={index} className="stretch">
                    <ClockInput
                      label={say("hours.from", { day, number: index + 1 })}
                      value={stretch.start}
                      onChange={(start) => change(stretch, { start })}
                    />
                    –
                    <ClockInput
                      label={say("hours.to", { day, number: index + 1 })}
                      value={stretch.end}
                      onChange={(end) => change(stretch, { end })}
                    />
                    <RoundButton
                      bare
                      icon="close"
                      label={say("hours.remove", { day, number: index + 1 })}
                      onClick={() => onChange(hours.filter((other) => other !== stretch))}
                    />
                  </span>
                ))}
              </div>
              <span className="acts">
                <TextButton
                  aria-label={say("hours.add.named", { day })}
                  onClick={() => onChange(withInterval(hours, weekday))}
                >
                  {say("hours.add")}
                </TextButton>
                {copied === undefined || copied === weekday ? (
                  <TextButton
                    aria-label={say("hours.copy.named", { day })}
                    aria-pressed={copied === weekday}
                    onClick={() => setCopied(copied === weekday ? undefined : weekday)}
                  >
                    {say(copied === weekday ? "hours.copied" : "hours.copy")}
                  </TextButton>
                ) : (
                  <TextButton
                    aria-label={say("hours.paste.named", { day })}
                    onClick={() => onChange(mergedHours(withDayCopied(hours, copied, [weekday])))}
                  >
                    {say("hours.paste")}
                  </TextButton>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {copied !== undefined && (
        <p>
          <TextButton
            onClick={() => {
              onChange(mergedHours(withDayCopied(hours, copied, weekdays)));
              setCopied(undefined);
            }}
          >
            {say("hours.pasteAll", { day: dayName(copied) })}
          </TextButton>
        </p>
      )}
    </fieldset>
  );
}
