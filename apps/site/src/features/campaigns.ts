import { dayMs, hourMs, minuteMs, secondMs } from "@uola/contract/durations";

/** A time in which people register for groups, such as the start of a season. Moments are ISO 8601. */
export type Campaign = {
  /** Names it in the address: the day on which it opens, YYMMDD. */
  code: string;
  name: string;
  lead: string;
  opens: string;
  closes: string;
  /** The addresses of its services; none are all groups for children and trainings. */
  services: string[];
};

export type CampaignState = "before" | "open" | "over";

/** At the moment it opens it is open, at the moment it closes it is over. */
export function stateOf({ opens, closes }: Pick<Campaign, "opens" | "closes">, now: Date): CampaignState {
  if (now.getTime() >= Date.parse(closes)) return "over";
  return now.getTime() >= Date.parse(opens) ? "open" : "before";
}

export type Left = { days: number; hours: number; minutes: number; seconds: number };

/** How long it is until a moment, in whole parts; nothing is left once it has come. A day is 24 hours, also when clocks change. */
export function leftUntil(moment: string, now: Date): Left {
  const left = Math.max(0, Date.parse(moment) - now.getTime());
  return {
    days: Math.floor(left / dayMs),
    hours: Math.floor((left % dayMs) / hourMs),
    minutes: Math.floor((left % hourMs) / minuteMs),
    seconds: Math.floor((left % minuteMs) / secondMs),
  };
}

/** The parts that matter: days until the last one, then hours and minutes, and seconds in the last hour. */
export const partsShown = ({ days, hours }: Left): (keyof Left)[] => {
  if (days > 0) return ["days", "hours", "minutes"];
  return hours > 0 ? ["hours", "minutes"] : ["minutes", "seconds"];
};

/** How many days ahead a campaign is told of on other pages. */
const nearDays = 30;

/** The one that is open, or else the next that opens soon. */
export function nearest(campaigns: readonly Campaign[], now: Date): Campaign | undefined {
  const inOrder = campaigns.toSorted((a, b) => Date.parse(a.opens) - Date.parse(b.opens));
  return (
    inOrder.find((each) => stateOf(each, now) === "open") ??
    inOrder.find(
      (each) => stateOf(each, now) === "before" && Date.parse(each.opens) - now.getTime() <= nearDays * dayMs,
    )
  );
}

/** Where those go who come to one that is over: what is open, or else what opens next. */
export const nextAfter = (campaigns: readonly Campaign[], { code }: Campaign, now: Date): Campaign | undefined =>
  campaigns
    .filter((each) => each.code !== code && stateOf(each, now) !== "over")
    .toSorted((a, b) => Date.parse(a.opens) - Date.parse(b.opens))[0];
