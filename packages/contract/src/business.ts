import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Money, maybe } from "./wire.ts";

const wallTime = z.string().regex(/^([01]\d|2[0-4]):[0-5]\d$/, "must be HH:MM");

/** Weekdays count from 1, Monday, to 7, Sunday. A day that is not listed is closed. */
export const OpeningHours = z.object({ weekday: z.int().min(1).max(7), open: wallTime, close: wallTime });
/** A date that differs from its weekday: a holiday, a short day, a competition. */
export const SpecialHours = z.object({
  date: z.iso.date(),
  name: z.string(),
  closed: z.boolean(),
  open: maybe(wallTime),
  close: maybe(wallTime),
});

export const Business = z
  .object({
    name: z.string(),
    address: z.string(),
    phone: z.string(),
    email: z.string(),
    timeZone: z.string(),
    currency: z.string(),
    openingHours: z.array(OpeningHours),
    specialHours: z.array(SpecialHours),
    /** The price list as a visitor reads it; `from` marks the lowest of several prices. */
    prices: z.array(z.object({ name: z.string(), price: Money, from: z.boolean(), note: z.string() })),
    demo: z.boolean(),
  })
  .meta({ id: "Business" });
export type Business = z.infer<typeof Business>;

export const business = {
  get: endpoint({
    method: "GET",
    path: "/v1/business",
    access: "visitor",
    input: z.object({}),
    output: z.object({ business: Business }),
    errors: [],
    summary: "Read the gym's address, opening hours and price list.",
  }),
};
