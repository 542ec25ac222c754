import { say } from "@uola/words/site";
import type { Activity } from "./activities.ts";
import { agePriceOf } from "./show.ts";

/** Who pays less by their age, and what the desk asks to see. */
export const AgePrices = ({ activity: { agePrices } }: { activity: Pick<Activity, "agePrices"> }) =>
  agePrices.length > 0 && (
    <div className="hint">
      <ul>
        {agePrices.map((each) => (
          <li key={each.group} className="first-letter:uppercase">
            {agePriceOf(each)}
          </li>
        ))}
      </ul>
      <p>{say("booking.age.proof")}</p>
    </div>
  );
