import { createHash, randomBytes } from "node:crypto";
import type { CalendarFeed, contract, Service } from "@uola/contract";
import { required } from "@uola/contract/required";
import { type Database, newId } from "@uola/database";
import {
  type Caller,
  type Context,
  dayMs,
  type Handlers,
  type PageHandlers,
  Refusal,
  recordChange,
  transact,
} from "@uola/kernel";
import { type CalendarEntry, calendarText, feedMinutes } from "@uola/words/calendar";
import { type MailWords, words as mailWords } from "@uola/words/mail";
import { locationLine, readGym } from "./booking-facts.ts";
import { readSite } from "./booking-store.ts";
import { entryId, sequenceOf } from "./calendar.ts";
import * as store from "./feed-store.ts";
import { localeOf, siteIn } from "./mail-view.ts";
import { subscribeLinks } from "./web-calendars.ts";

const feedsMax = 20;
const keyBytes = 32;
/** Number of days in the past and in the future that a feed covers. */
const [daysBack, daysAhead] = [90, 365];

type Subject = Pick<store.Feed, "kind" | "subjectId">;

/**
 * Returns the feed's name, or undefined if the feed's owner may no longer read it or the trainer or
 * group it is about no longer exists.
 */
async function nameOf(
  { db, siteId }: Pick<Context, "db" | "siteId">,
  { kind, subjectId }: Subject,
  { id, role }: Pick<store.FeedOwner, "id" | "role">,
  words: MailWords,
  gym: string,
): Promise<string | undefined> {
  if (kind === "PERSON") return words("feed.person", { gym });
  if (!subjectId) return undefined;
  if (kind === "GROUP") {
    const group = await store.group(db, siteId, subjectId);
    return group && words("feed.group", { service: group.name, gym });
  }
  const trainer = await store.trainer(db, siteId, subjectId);
  return trainer && (role === "owner" || trainer.accountId === id)
    ? words("feed.trainer", { name: trainer.name, gym })
    : undefined;
}

type Feeds = Handlers<Pick<typeof contract.notifications, "feeds" | "createFeed" | "removeFeed">>;

/**
 * Handlers for secret feed URLs for calendar programs. Only the hash of the key is stored, so a URL
 * is shown once, when it is created.
 */
export function feedHandlers(context: Context): Feeds {
  const { db, siteId, urls, now } = context;

  const record = (
    tx: Database,
    action: "create" | "remove",
    { id, kind, subjectId }: store.Feed,
    accountId: string,
  ) => {
    const values = { kind, ...(subjectId && { subjectId }) };
    const audit = { actor: { kind: "member", id: accountId } as Caller, action: `calendar_feed.${action}` };
    const change = action === "create" ? { ...audit, after: values } : { ...audit, before: values };
    return recordChange(tx, { siteId, at: now(), entity: "calendar_feed", entityId: id, audit: change });
  };

  return {
    async feeds(_, { caller }) {
      const accountId = memberOf(caller);
      const [account, feeds, gym] = await Promise.all([
        store.feedOwner(db, siteId, accountId),
        store.feedsOf(db, siteId, accountId),
        readGym(db, siteId),
      ]);
      const words = mailWords(localeOf(account?.language));
      const named = feeds.map(async (feed) =>
        toFeed(feed, (account && (await nameOf(context, feed, account, words, gym.name))) ?? ""),
      );
      return { feeds: await Promise.all(named) };
    },

    async createFeed({ kind, subjectId }, { caller }) {
      const accountId = memberOf(caller);
      const gym = await readGym(db, siteId);
      const key = randomBytes(keyBytes).toString("base64url");
      const { feed, name } = await transact(context, async (tx) => {
        const account = await store.feedOwner(tx, siteId, accountId, true);
        if (!account) throw new Refusal("PERMISSION_DENIED", "The account is not active.", 403);
        const subject = { kind, subjectId: kind === "PERSON" ? null : (subjectId ?? null) };
        const words = mailWords(localeOf(account.language));
        const name = await nameOf({ db: tx, siteId }, subject, account, words, gym.name);
        if (name === undefined) throw kind === "TRAINER" ? noTrainer() : noSchedule();
        const existing = await store.feedsOf(tx, siteId, accountId);
        if (existing.length >= feedsMax) throw new Refusal("TOO_MANY_FEEDS", `A person has at most ${feedsMax}.`);
        const feed = { siteId, id: newId(), accountId, ...subject, keyHash: hashOf(key), createdDate: now() };
        await store.insertFeed(tx, feed);
        await record(tx, "create", feed, accountId);
        return { feed, name };
      });
      const url = `${urls.platform}/v1/calendars/${key}.ics`;
      const { google, outlook } = subscribeLinks(url, name);
      return { feed: toFeed(feed, name), url, googleUrl: google, outlookUrl: outlook };
    },

    removeFeed: ({ feedId }, { caller }) =>
      transact(context, async (tx) => {
        const accountId = memberOf(caller);
        const feed = await store.removeFeed(tx, siteId, accountId, feedId);
        if (!feed) throw noFeed();
        await record(tx, "remove", feed, accountId);
        return {};
      }),
  };
}

/**
 * Serves the feeds. The URL is the only credential. It stops working when the feed, the account or
 * the access right ends.
 */
export function feedPages(context: Context): PageHandlers {
  const { db, siteId, now } = context;
  return {
    "GET /v1/calendars/{file}": async (request) => {
      const file = new URL(request.url).pathname.split("/")[3] ?? "";
      const key = /^([\w-]{43})\.ics$/.exec(file)?.[1];
      const feed = key ? await store.feedByHash(db, siteId, hashOf(key)) : undefined;
      const person = feed && (await store.feedOwner(db, siteId, feed.accountId));
      if (!feed || !person) throw noFeed();
      const gym = await readGym(db, siteId);
      const locale = localeOf(person.language);
      const words = mailWords(locale);
      const name = await nameOf(context, feed, person, words, gym.name);
      if (name === undefined) throw noFeed();
      const at = now().getTime();
      const range = { from: new Date(at - daysBack * dayMs), until: new Date(at + daysAhead * dayMs) };
      const entries = await entriesOf(context, feed, person, range, words, gym.name);
      const text = calendarText({ method: "PUBLISH", gym, entries, name, locale });
      const etag = `"${createHash("sha256").update(text).digest("base64url")}"`;
      const headers = { etag, "cache-control": `private, max-age=${feedMinutes * 60}` };
      if (matchesEtag(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
      return new Response(text, { headers: { ...headers, "content-type": "text/calendar; charset=utf-8" } });
    },
  };
}

async function entriesOf(
  { db, siteId, urls }: Context,
  { kind, subjectId }: store.Feed,
  person: store.FeedOwner,
  range: { from: Date; until: Date },
  words: MailWords,
  gym: string,
): Promise<CalendarEntry[]> {
  const { business } = await readSite(db, siteId);
  const site = siteIn(localeOf(person.language), urls);
  const at = ({ locations, name }: { locations: Service["locations"]; name: string }) => ({
    summary: words("calendar.summary", { service: name, gym }),
    location: locationLine({ locations, business }),
  });
  if (kind === "PERSON") {
    const times = await store.personTimes(db, siteId, person, range);
    return times.map(({ bookingId, sessionId, changed, status, start, end, updatedDate, ...booking }) => {
      const url = `${site}/account/?booking=${bookingId}`;
      return {
        ...at(booking),
        id: entryId(bookingId, sessionId),
        sequence: sequenceOf(booking, changed),
        start,
        end,
        description: url,
        url,
        status: status === "CONFIRMED" ? ("CONFIRMED" as const) : ("TENTATIVE" as const),
        changed: changed && changed > updatedDate ? changed : updatedDate,
      };
    });
  }
  const subject = required(subjectId, "subject id");
  const sessions =
    kind === "TRAINER"
      ? (await store.trainerTimes(db, siteId, subject, range)).map(({ participants, ...session }) => ({
          session,
          url: `${site}/admin/`,
          description: words("calendar.participants", { count: participants }),
        }))
      : (await store.groupTimes(db, siteId, subject, range)).map((session) => {
          const url = `${site}/schedule/`;
          return { session, url, description: url };
        });
  return sessions.map(({ session, url, description }) => ({
    ...at(session),
    id: `${session.id}@uola`,
    sequence: sequenceOf({ calendarSequence: 0, createdDate: session.createdDate }, session.changed),
    start: session.start,
    end: session.end,
    description,
    url,
    status: "CONFIRMED" as const,
    changed: session.changed,
  }));
}

const toFeed = ({ id, kind, subjectId, createdDate }: store.Feed, name: string): CalendarFeed => ({
  id,
  kind,
  subjectId,
  name,
  createdDate,
});

const hashOf = (key: string) => createHash("sha256").update(key).digest();
const matchesEtag = (header: string | null, etag: string) =>
  (header ?? "").split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag || tag.trim() === "*");

function memberOf({ memberId }: Caller): string {
  if (!memberId) throw new Refusal("PERMISSION_DENIED", "Only for members.", 403);
  return memberId;
}
const noFeed = () => new Refusal("FEED_NOT_FOUND", "There is no such calendar, or it is not yours.", 404);
const noTrainer = () => new Refusal("STAFF_NOT_FOUND", "There is no such trainer, or it is not you.", 404);
const noSchedule = () =>
  new Refusal("SCHEDULE_NOT_FOUND", "No class or course that is open to see has this schedule.", 404);
