import type { Client } from "@uola/client";
import { inLanguage } from "@uola/words/language";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect, test } from "vitest";
import { newsFeed } from "./news-feed.ts";

const evil = "Siena & <b>kibiai</b> ]]> „ąčę“ \u0000\u000b\ud800";
const News = [
  {
    _id: "n1",
    title: evil,
    date: "2026-11-16",
    text: "<p>Dvidešimt trasų &amp; dvi naujos.</p>",
    _updatedDate: { $date: "2026-11-17T09:00:00.000Z" },
    _translations: { en: { title: "A new wall", text: "<p>Twenty routes.</p>" } },
  },
  { _id: "n2", title: "Rytoj", date: "2026-11-24", text: "<p>Dar ne</p>" },
];
const client = {
  content: { read: async () => ({ collections: { News } }) },
  business: { get: async () => ({ business: { name: "Uola & Co", email: "labas@uola.example" } }) },
} as unknown as Client;

const read = async (locale: "lt" | "en") => {
  const input = {
    client,
    now: new Date("2026-11-23T08:00:00Z"),
    search: new URLSearchParams(),
    siteUrl: "https://uola.example",
  };
  const xml = await inLanguage(locale, () => newsFeed.text(input));
  expect(XMLValidator.validate(xml)).toBe(true);
  return new XMLParser({ ignoreAttributes: false }).parse(xml).rss;
};

test("lists published news in the feed and escapes special characters in titles", async () => {
  const { channel, "@_version": version } = await read("lt");
  expect(version).toBe("2.0");
  expect(channel).toMatchObject({
    link: "https://uola.example/news/",
    language: "lt",
    lastBuildDate: "Tue, 17 Nov 2026 09:00:00 GMT",
    "atom:link": { "@_rel": "self", "@_href": "https://uola.example/news.xml" },
  });
  expect(channel.item).toMatchObject({
    title: "Siena & <b>kibiai</b> ]]> „ąčę“",
    link: "https://uola.example/news/siena-b-kibiai-b-ace/",
    guid: { "#text": "uola:news:n1", "@_isPermaLink": "false" },
    pubDate: "Sun, 15 Nov 2026 22:00:00 GMT",
    description: "Dvidešimt trasų &amp; dvi naujos.",
  });
});

test("serves an English feed with English texts and the same item guids", async () => {
  const { channel } = await read("en");
  expect(channel.language).toBe("en");
  expect(channel.item).toMatchObject({
    title: "A new wall",
    link: "https://uola.example/en/news/a-new-wall/",
    guid: { "#text": "uola:news:n1" },
  });
});
