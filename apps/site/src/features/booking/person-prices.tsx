import { price } from "@uola/words/formats";
import { say } from "@uola/words/site";
import type { Activity } from "./activities.ts";
import { agePriceOf } from "./booking-words.ts";

type Lower = Pick<Activity, "agePrices" | "memberPrice" | "lateJoinShare">;

/** Shows reduced prices: by age, with a pass, or for joining late. */
export const ReducedPrices = ({ activity: { agePrices, memberPrice, lateJoinShare } }: { activity: Lower }) =>
  (agePrices.length > 0 || memberPrice !== null || lateJoinShare) && (
    <ul className="small text-muted">
      {agePrices.map((each) => (
        <li key={each.group} className="first-letter:uppercase">
          {agePriceOf(each)}
        </li>
      ))}
      {memberPrice !== null && (
        <li className="first-letter:uppercase">
          {say("booking.member.price", { group: say("booking.age.MEMBER"), price: price(memberPrice) })}
        </li>
      )}
      {lateJoinShare && <li>{say("booking.lateJoinShare")}</li>}
    </ul>
  );

/**
 * Explains what proof the front desk may require for reduced prices, and how the price for members
 * is applied.
 */
export const ReducedPriceProof = ({ activities }: { activities: readonly Lower[] }) => (
  <>
    {activities.some(({ agePrices }) => agePrices.length > 0) && (
      <p className="small text-muted">{say("booking.age.proof")}</p>
    )}
    {activities.some(({ memberPrice }) => memberPrice !== null) && (
      <p className="small text-muted">{say("booking.member.proof")}</p>
    )}
  </>
);
