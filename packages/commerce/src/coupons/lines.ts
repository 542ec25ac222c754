import { dateOf } from "@uola/booking";
import type { Line } from "./rules.ts";

type Bought = {
  serviceId: string;
  price: number;
  quantity?: number | null | undefined;
  each?: readonly number[] | undefined;
  startDate?: Date | null | undefined;
};

/** Builds a line with the session's date and time in the gym's time zone. */
export function lineOf({ serviceId, price, quantity, each, startDate }: Bought, timeZone: string): Line {
  const bought = { serviceId, price, quantity: quantity ?? 1, ...(each && { each }) };
  if (!startDate) return bought;
  const day = dateOf(startDate, timeZone);
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  const time = startDate.toLocaleTimeString("lt-LT", {
    timeZone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return { ...bought, session: { day, weekday, time } };
}
