import type { WorkingHours } from "@uola/contract";
import type { FieldError } from "@uola/kernel";
import type { z } from "zod";

export type Hours = z.output<typeof WorkingHours>;

/** Returns the errors of working hours: intervals that end before they start, or that overlap. */
export function workingHoursErrors(hours: readonly Hours[], field: string): FieldError[] {
  return hours.flatMap(({ weekday, start, end }, index) => {
    const path = `${field}.${index}`;
    if (end <= start) return [{ field: `${path}.end`, description: "must be after the start" }];
    const overlaps = hours.slice(0, index).some((other) => {
      return other.weekday === weekday && other.start < end && start < other.end;
    });
    return overlaps ? [{ field: path, description: "overlaps with another stretch of its day" }] : [];
  });
}
