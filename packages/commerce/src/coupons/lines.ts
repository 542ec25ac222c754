import { dateOf } from "@uola/booking";
import type { Line } from "./rules.ts";

type Bought = { serviceId: string; price: number; startDate?: Date | null | undefined };

/** A line with its session as the gym's clock shows it. */
export function lineOf({ serviceId, price, startDate }: Bought, timeZone: string): Line {
  if (!startDate) return { serviceId, price };
  const day = dateOf(startDate, timeZone);
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  const time = startDate.toLocaleTimeString("lt-LT", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return { serviceId, price, session: { day, weekday, time } };
}
