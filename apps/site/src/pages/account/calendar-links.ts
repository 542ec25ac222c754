/** Encodes spaces as %20, because Outlook displays a plus literally. */
const query = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString().replaceAll("+", "%20");
const whole = (instant: Date) => instant.toISOString().replace(/\.\d+/, "");

type Entry = { title: string; start: Date; end: Date; place: string };

/** Returns links to Google's and Microsoft's calendars that offer to add one entry, as in the emails. */
export const calendarLinks = ({ title, start, end, place }: Entry): { google: string; outlook: string } => ({
  google: `https://calendar.google.com/calendar/render?${query({
    action: "TEMPLATE",
    text: title,
    dates: [start, end].map((at) => whole(at).replace(/[-:]/g, "")).join("/"),
    ctz: "Europe/Vilnius",
    location: place,
  })}`,
  outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${query({
    path: "/calendar/action/compose",
    rru: "addevent",
    subject: title,
    startdt: whole(start),
    enddt: whole(end),
    location: place,
  })}`,
});
