import { price } from "@uola/words/formats";
import { say } from "@uola/words/site";
import type { Activity } from "./activities.ts";
import { agePriceOf } from "./show.ts";

type Props = { activity: Pick<Activity, "agePrices" | "memberPrice"> };

/** Who pays less: by their age, or with a pass; and what the desk asks to see. */
export function PersonPrices({ activity: { agePrices, memberPrice } }: Props) {
  if (agePrices.length === 0 && memberPrice === null) return null;
  return (
    <div className="hint">
      <ul>
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
      </ul>
      {agePrices.length > 0 && <p>{say("booking.age.proof")}</p>}
      {memberPrice !== null && <p>{say("booking.member.proof")}</p>}
    </div>
  );
}
