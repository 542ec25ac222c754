/** One calendar entry, as web calendars accept it in a link. */
type LinkedEntry = { title: string; start: Date; end: Date; place: string; details: string };
export type WebCalendarLinks = { google: string; outlook: string };

const basicFormat = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d+/g, "");
const withoutMilliseconds = (instant: Date) => instant.toISOString().replace(/\.\d+/, "");

/** Encodes spaces as %20: Outlook shows a plus sign literally. */
const query = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString().replaceAll("+", "%20");

/** Links that add one entry to Google or Microsoft calendars. */
export const addToCalendarLinks = ({ title, start, end, place, details }: LinkedEntry): WebCalendarLinks => ({
  google: `https://calendar.google.com/calendar/render?${query({
    action: "TEMPLATE",
    text: title,
    dates: `${basicFormat(start)}/${basicFormat(end)}`,
    ctz: "Europe/Vilnius",
    location: place,
    details,
  })}`,
  outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${query({
    path: "/calendar/action/compose",
    rru: "addevent",
    subject: title,
    startdt: withoutMilliseconds(start),
    enddt: withoutMilliseconds(end),
    location: place,
    body: details,
  })}`,
});

/** Links that subscribe Google or Microsoft calendars to a feed. */
export const subscribeLinks = (url: string, name: string): WebCalendarLinks => ({
  google: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(url.replace(/^https?:/, "webcal:"))}`,
  outlook: `https://outlook.live.com/calendar/0/addfromweb?${query({ url, name })}`,
});
