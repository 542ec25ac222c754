import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { guid } from "./wire.ts";

export const notifications = {
  calendarLink: endpoint({
    method: "GET",
    path: "/v1/bookings/{bookingId}/calendar-link",
    access: "visitor",
    input: z.object({ bookingId: guid }),
    output: z.object({ url: z.string() }),
    errors: ["BOOKING_NOT_FOUND"],
    summary: "Read the address of a booking's calendar file. The address opens without a token, as calendars need it.",
  }),
};
