import { Stepper } from "@uola/ui/stepper.tsx";
import { price } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { useState } from "react";

type PartySumProps = { least: number; most: number; cents: number };

/** Calculates the price of a party for a chosen number of children. */
export function PartySum({ least, most, cents }: PartySumProps) {
  const [count, setCount] = useState(Math.min(Math.max(least, 8), most));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-y-3 border-text py-4">
      <Stepper
        label={say("kids.birthday.children")}
        value={count}
        min={least}
        max={most}
        onChange={setCount}
        words={{
          fewer: say("kids.birthday.fewer"),
          more: say("kids.birthday.more"),
          value: say("kids.birthday.value", { count }),
        }}
      />
      <p aria-live="polite" className="display text-[clamp(56px,6vw,84px)]/[1.1]">
        {price(cents * count)}
      </p>
    </div>
  );
}
