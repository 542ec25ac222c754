/** Spaces as %20: Outlook shows a plus as a plus. */
const query = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString().replaceAll("+", "%20");
const whole = (instant: Date) => instant.toISOString().replace(/\.\d+/, "");

type Entry = { title: string; start: Date; end: Date; place: string };

/** Pages of Google's and Microsoft's calendars that offer to add one entry, as the mails link to them. */
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
