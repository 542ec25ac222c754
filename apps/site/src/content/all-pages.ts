import { collectionWord, fieldWord } from "@uola/browser/gym/collection-words.ts";
import { defaultLocale, locales } from "@uola/words/language";
import { words } from "@uola/words/site";
import { page as belayTest } from "../pages/belay-test/belay-test.content.ts";
import { page as booking } from "../pages/booking/booking.content.ts";
import { page as contact } from "../pages/contact/contact.content.ts";
import { page as courses } from "../pages/courses/courses.content.ts";
import { page as donate } from "../pages/donate/donate.content.ts";
import { page as faq } from "../pages/faq/faq.content.ts";
import { page as firstTime } from "../pages/first-time/first-time.content.ts";
import { page as gift } from "../pages/gift/gift.content.ts";
import { page as home } from "../pages/home/home.content.ts";
import { page as kids } from "../pages/kids/kids.content.ts";
import { page as news } from "../pages/news/news.content.ts";
import { page as order } from "../pages/order/order.content.ts";
import { page as prices } from "../pages/prices/prices.content.ts";
import { page as privateLessons } from "../pages/private/private.content.ts";
import { page as projects } from "../pages/projects/projects.content.ts";
import { page as schedule } from "../pages/schedule/schedule.content.ts";
import { page as season } from "../pages/season/season.content.ts";
import { page as start } from "../pages/start/start.content.ts";
import { page as team } from "../pages/team/team.content.ts";
import { page as train } from "../pages/train/train.content.ts";
import { documentItems, formerDocumentTexts } from "./documents.ts";
import type { PageContent } from "./page-content.ts";

/** Every page with texts that the owner can edit, in the order of the editor's list. */
export const contentPages: readonly PageContent[] = [
  home,
  schedule,
  booking,
  prices,
  courses,
  kids,
  train,
  season,
  gift,
  privateLessons,
  belayTest,
  projects,
  donate,
  firstTime,
  start,
  team,
  contact,
  faq,
  news,
  order,
];

/** Returns the initial items of lists: the documents, which the owner completes. */
export const listItems = () => ({ Documents: documentItems() });

/** Texts of earlier releases that are no longer correct; see `documents.ts`. */
export const formerTexts: ReadonlySet<string> = formerDocumentTexts;

/** Returns the collections of the pages. The platform creates them if they are missing. */
export const pageCollections = () =>
  contentPages.map(({ collection: id, texts }) => {
    const say = words(defaultLocale);
    return {
      id,
      displayName: collectionWord(say, id) ?? id,
      texts: Object.entries(texts).map(([key, word]) => ({
        key,
        displayName: fieldWord(say, id, key) ?? key,
        text: say(word),
        translations: Object.fromEntries(
          locales.filter((locale) => locale !== defaultLocale).map((locale) => [locale, words(locale)(word)]),
        ),
      })),
    };
  });
