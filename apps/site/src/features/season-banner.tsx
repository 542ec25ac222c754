import { linkTo } from "@uola/page-loader/locale.ts";
import { SecondaryLink } from "@uola/ui/buttons.tsx";
import { dayAccusative, time } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { type Campaign, stateOf } from "./campaigns.ts";
import { Countdown } from "./countdown.tsx";
import { useServerTime } from "./server-time.ts";
import { useUntil } from "./until.ts";

export const campaignPath = ({ code }: Pick<Campaign, "code">): string => `/booking/${code}/`;

/**
 * Announces an upcoming campaign on other pages, with a countdown to its opening. Renders nothing
 * once the campaign is over.
 */
export function SeasonBanner({ campaign, now: made }: { campaign: Campaign; now: Date }) {
  const now = useServerTime(made);
  const state = stateOf(campaign, now);
  const until = useUntil(state === "open" ? campaign.closes : undefined);
  if (state === "over") return null;
  const moment = new Date(state === "before" ? campaign.opens : campaign.closes);
  const when = say("booking.when", { day: dayAccusative(moment), time: time(moment) });
  return (
    <section className="on-hue yellow page py-8" aria-labelledby="season" {...until}>
      <div className="flex flex-wrap items-center justify-between gap-x-12 gap-y-5">
        <div className="grid gap-1">
          <h2 id="season" className="display text-[34px]/[1.1]">
            {campaign.name}
          </h2>
          <p>{say(state === "before" ? "season.banner.opens" : "season.banner.closes", { when })}</p>
        </div>
        {state === "before" && <Countdown until={campaign.opens} now={now} small />}
        <SecondaryLink href={linkTo(campaignPath(campaign))}>
          {say(state === "before" ? "season.prepare" : "season.choose")}
        </SecondaryLink>
      </div>
    </section>
  );
}
