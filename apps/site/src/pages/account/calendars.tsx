import { failureOf } from "@uola/browser/errors.ts";
import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import { SecondaryButton, TextButton, TextLink } from "@uola/ui/buttons.tsx";
import { Notice } from "@uola/ui/notice.tsx";
import { dateLong } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { useState } from "react";
import type { OwnBooking } from "./own-booking.ts";

type Made = { url: string; googleUrl: string; outlookUrl: string; name: string };

/** Secret feed URLs for calendar programs: the user's bookings and the courses they take part in. */
export function Calendars({ bookings }: { bookings: readonly OwnBooking[] }) {
  const { data: feeds = [] } = usePlatformQuery(
    ["feeds"],
    async ({ notifications }) => (await notifications.feeds({})).feeds,
    { refetch: true },
  );
  const change = usePlatformAction("feeds");
  const [made, setMade] = useState<Made>();
  const [told, setTold] = useState("");
  const [busy, setBusy] = useState(false);
  const groups = [...new Map(bookings.filter(({ course }) => course).map((mine) => [mine.scheduleId, mine])).values()];

  const act = async (work: () => Promise<string>) => {
    if (busy) return;
    setBusy(true);
    try {
      setTold(await work());
    } catch (error) {
      setTold(say(failureOf(error).code === "TOO_MANY_FEEDS" ? "account.feed.tooMany" : "account.feed.failed"));
    } finally {
      setBusy(false);
    }
  };
  const make = (kind: "PERSON" | "GROUP", subjectId?: string) =>
    act(async () => {
      const wish = { kind, ...(subjectId && { subjectId }) };
      const { feed, ...links } = await change(({ notifications }) => notifications.createFeed(wish));
      setMade({ ...links, name: feed.name });
      return say("account.feed.made");
    });
  const end = (feedId: string) =>
    act(async () => {
      await change(({ notifications }) => notifications.removeFeed({ feedId }));
      return say("account.feed.ended");
    });
  const copy = (url: string) => act(() => navigator.clipboard.writeText(url).then(() => say("account.feed.copied")));

  return (
    <section aria-labelledby="calendars" className="grid gap-4">
      <h2 id="calendars" className="day-heading">
        {say("account.feed")}
      </h2>
      <p>{say("account.feed.what")}</p>
      <div className="flex flex-wrap gap-3">
        <SecondaryButton about={say("account.feed.mine")} disabled={busy} onClick={() => make("PERSON")}>
          {say("account.feed.create")}
        </SecondaryButton>
        {groups.map(({ scheduleId, title }) => (
          <SecondaryButton key={scheduleId} disabled={busy} onClick={() => make("GROUP", scheduleId)}>
            {title}
          </SecondaryButton>
        ))}
      </div>
      <Notice hue="green">{told}</Notice>
      {made && (
        <div className="grid gap-2">
          <label className="label font-bold" htmlFor="feed">
            {made.name}
          </label>
          <p className="small">{say("account.feed.once")}</p>
          <input
            id="feed"
            className="input"
            readOnly
            value={made.url}
            onFocus={(event) => event.currentTarget.select()}
          />
          <p className="flex flex-wrap gap-x-6">
            <TextButton onClick={() => copy(made.url)}>{say("account.feed.copy")}</TextButton>
            <TextLink alone href={made.googleUrl} target="_blank" rel="noopener noreferrer">
              Google
            </TextLink>
            <TextLink alone href={made.outlookUrl} target="_blank" rel="noopener noreferrer">
              Outlook
            </TextLink>
          </p>
        </div>
      )}
      {feeds.length > 0 && (
        <ul aria-label={say("account.feed.list")} className="rule">
          {feeds.map(({ id, name, createdDate }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 border-b border-rule py-2">
              <span>
                {name} <small className="text-muted">{dateLong(createdDate)}</small>
              </span>
              <TextButton about={name} disabled={busy} onClick={() => end(id)}>
                {say("account.feed.end")}
              </TextButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
