import { type ClientOptions, createClient, createTokenStore, memoryStorage } from "@uola/client";
import type { LoaderOptions } from "@uola/page-loader/server/context.ts";
import { createLoader, type Loader } from "@uola/page-loader/server/loader.ts";
import { trail } from "@uola/site/features/structured-data.ts";
import { newsFeed } from "@uola/site/feeds/news-feed.ts";
import { timetableCalendar } from "@uola/site/feeds/timetable-calendar.ts";
import type { calendarText } from "@uola/words/calendar";
import { say } from "@uola/words/site";
import { breadcrumbsTo } from "./breadcrumbs.ts";
import { site } from "./pages.ts";
import { entriesOf } from "./search-entries.ts";

export type ServeOptions = Omit<
  LoaderOptions,
  "client" | "slow" | "copied" | "installed" | "ofEach" | "entries" | "feeds"
> & {
  platform: Pick<ClientOptions, "url" | "fetch">;
  /**
   * Formats iCalendar text. It is passed in from outside the bundle because it includes the time
   * zone database.
   */
  calendarText: typeof calendarText;
};

/** Creates the loader for the site's page table. The server bundle is built from this module. */
export const serve = ({ platform, calendarText, ...options }: ServeOptions): Loader => {
  const { clientId } = options.app;
  const tokens = createTokenStore({ ...platform, clientId, storage: memoryStorage() });
  const client = createClient({ ...platform, tokens });
  const ofEach = (page: { path: string; name: string }) => {
    const steps = breadcrumbsTo(site.pages, page);
    return steps.length > 0 ? [trail(steps)] : [];
  };
  return createLoader(site, {
    ...options,
    client,
    slow: () => say("state.slow"),
    copied: () => say("offline.copy", { time: "{time}" }),
    installed: () => ({
      description: say("install.description"),
      shortcuts: [
        { name: say("action.book"), path: "/booking/" },
        { name: say("page.schedule"), path: "/schedule/" },
        { name: say("page.account"), path: "/account/" },
      ],
      screens: [
        { page: "schedule", headline: say("page.schedule") },
        { page: "prices", headline: say("page.prices") },
      ],
    }),
    ofEach,
    feeds: [newsFeed, timetableCalendar(calendarText)],
    entries: (input) => entriesOf(site.pages, input),
  });
};
