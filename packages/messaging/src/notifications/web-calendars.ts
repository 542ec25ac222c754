/** One calendar entry, as web calendars accept it in a link. */
type PageEntry = { title: string; start: Date; end: Date; place: string; details: string };
export type CalendarPages = { google: string; outlook: string };

const basic = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d+/g, "");
const whole = (instant: Date) => instant.toISOString().replace(/\.\d+/, "");

/** Encodes spaces as %20: Outlook shows a plus sign literally. */
const query = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString().replaceAll("+", "%20");

/** Links that add one entry to Google or Microsoft calendars. */
export const addToCalendarLinks = ({ title, start, end, place, details }: PageEntry): CalendarPages => ({
  google: `https://calendar.google.com/calendar/render?${query({
    action: "TEMPLATE",
    text: title,
    dates: `${basic(start)}/${basic(end)}`,
    ctz: "Europe/Vilnius",
    location: place,
    details,
  })}`,
  outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${query({
    path: "/calendar/action/compose",
    rru: "addevent",
    subject: title,
    startdt: whole(start),
    enddt: whole(end),
    location: place,
    body: details,
  })}`,
});

/** Links that subscribe Google or Microsoft calendars to a feed. */
export const feedPages = (url: string, name: string): CalendarPages => ({
  google: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(url.replace(/^https?:/, "webcal:"))}`,
  outlook: `https://outlook.live.com/calendar/0/addfromweb?${query({ url, name })}`,
});
