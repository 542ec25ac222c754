import { required } from "@uola/contract/required";
import { addDays, type Day } from "@uola/words/formats";

export type ViewsOfDay = { day: Day; views: number };

/** Returns every day of the period; the platform returns only days with views. */
export function everyDay(from: Day, to: Day, counted: readonly { day: string; views: number }[]): ViewsOfDay[] {
  const views = new Map(counted.map((each) => [each.day, each.views]));
  const days: ViewsOfDay[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push({ day, views: views.get(day) ?? 0 });
  return days;
}

/**
 * Returns the bars of a chart: one per day, or one per week, labelled with its first day, if daily
 * bars would be too thin.
 */
export function barsOf(days: readonly ViewsOfDay[]): ViewsOfDay[] {
  const size = days.length > 100 ? 7 : 1;
  return Array.from({ length: Math.ceil(days.length / size) }, (_, bar) => {
    const some = days.slice(bar * size, (bar + 1) * size);
    return { day: required(some[0]?.day, "day"), views: some.reduce((sum, { views }) => sum + views, 0) };
  });
}
