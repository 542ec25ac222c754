import { dayMs, hourMs, minuteMs, secondMs } from "@uola/contract/durations";

/** A registration period for groups, for example at the start of a season. Moments are ISO 8601. */
export type Campaign = {
  /** Identifies the campaign in its URL: its opening day as YYMMDD. */
  code: string;
  name: string;
  lead: string;
  opens: string;
  closes: string;
  /** Slugs of the campaign's services; an empty list means all groups for children and all trainings. */
  services: string[];
};

export type CampaignState = "before" | "open" | "over";

/**
 * Returns the state of a campaign. It is open starting exactly at `opens` and over starting exactly
 * at `closes`.
 */
export function stateOf({ opens, closes }: Pick<Campaign, "opens" | "closes">, now: Date): CampaignState {
  if (now.getTime() >= Date.parse(closes)) return "over";
  return now.getTime() >= Date.parse(opens) ? "open" : "before";
}

export type Left = { days: number; hours: number; minutes: number; seconds: number };

/**
 * Returns the time left until a moment, in whole units; zero after that moment. A day is 24 hours,
 * even when the clocks change.
 */
export function leftUntil(moment: string, now: Date): Left {
  const left = Math.max(0, Date.parse(moment) - now.getTime());
  return {
    days: Math.floor(left / dayMs),
    hours: Math.floor((left % dayMs) / hourMs),
    minutes: Math.floor((left % hourMs) / minuteMs),
    seconds: Math.floor((left % minuteMs) / secondMs),
  };
}

/**
 * Returns the units to show: days, hours and minutes; on the last day hours and minutes; in the
 * last hour minutes and seconds.
 */
export const partsShown = ({ days, hours }: Left): (keyof Left)[] => {
  if (days > 0) return ["days", "hours", "minutes"];
  return hours > 0 ? ["hours", "minutes"] : ["minutes", "seconds"];
};

/** The number of days before the opening of a campaign during which other pages announce it. */
const nearDays = 30;

/** Returns the open campaign, or else the next one that opens soon. */
export function openOrNextCampaign(campaigns: readonly Campaign[], now: Date): Campaign | undefined {
  const inOrder = campaigns.toSorted((a, b) => Date.parse(a.opens) - Date.parse(b.opens));
  return (
    inOrder.find((each) => stateOf(each, now) === "open") ??
    inOrder.find(
      (each) => stateOf(each, now) === "before" && Date.parse(each.opens) - now.getTime() <= nearDays * dayMs,
    )
  );
}

/**
 * Returns the campaign that the page of a finished campaign links to: an open one, or else the next
 * one to open.
 */
export const nextAfter = (campaigns: readonly Campaign[], { code }: Campaign, now: Date): Campaign | undefined =>
  campaigns
    .filter((each) => each.code !== code && stateOf(each, now) !== "over")
    .toSorted((a, b) => Date.parse(a.opens) - Date.parse(b.opens))[0];
