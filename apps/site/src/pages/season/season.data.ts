import { servicesBy } from "@uola/browser/gym/services.ts";
import { campaignCovers } from "@uola/contract/registration";
import { everywhere } from "@uola/page-loader/locale.ts";
import { type DataInput, type EntriesFunction, NotFound } from "@uola/page-loader/page.ts";
import {
  campaignsOf,
  itemsOf,
  type Question,
  questionsOn,
  readContent,
  readLists,
  silentReading,
  type Texts,
  textOf,
  textsOf,
} from "../../content/read.ts";
import { searchFactsOf } from "../../content/search-facts.ts";
import { type Campaign, nextAfter, stateOf } from "../../features/campaigns.ts";
import { type Group, groupsOf } from "../../features/groups.ts";
import { campaignPath } from "../../features/season-banner.tsx";
import { page } from "./season.content.ts";

export type SeasonData = {
  texts: Texts<typeof page>;
  questions: Question[];
  campaign: Campaign;
  /** The next open or upcoming campaign, for visitors who missed the current one. */
  next: Campaign | null;
  groups: Group[];
  /** The gym's telephone number, for visitors who find no suitable group. */
  phone: string;
};

export async function data(input: DataInput): Promise<SeasonData> {
  const { client, now, params, expires } = input;
  const [content, { business }] = await Promise.all([
    readContent(input, page, "Campaigns", "Questions"),
    client.business.get({}),
  ]);
  const campaigns = campaignsOf(content);
  const campaign = campaigns.find(({ code }) => code === params.campaign);
  if (!campaign) throw new NotFound();
  // The page and its groups change when registration opens and closes.
  for (const moment of [campaign.opens, campaign.closes]) if (Date.parse(moment) > now.getTime()) expires(moment);
  const isOver = stateOf(campaign, now) === "over";
  const services = isOver
    ? []
    : (await servicesBy(client, { hidden: false, type: { $in: ["CLASS", "COURSE"] } })).items;
  return {
    texts: textsOf(page, content),
    questions: questionsOn(page, content),
    campaign,
    next: nextAfter(campaigns, campaign, now) ?? null,
    groups: await groupsOf(
      client,
      services.filter((service) => campaignCovers(campaign, service)),
      now,
    ),
    phone: business.phone,
  };
}

/** A campaign that has ended is left out. */
export const entries: EntriesFunction = async ({ client, now }) => {
  const content = await readLists(silentReading(client), "Campaigns");
  return campaignsOf(content)
    .filter((campaign) => stateOf(campaign, now) !== "over")
    .map((campaign) => ({
      paths: everywhere(campaignPath(campaign)),
      ...searchFactsOf(itemsOf("Campaigns", content).filter(({ code }) => textOf(code) === campaign.code)),
    }));
};
