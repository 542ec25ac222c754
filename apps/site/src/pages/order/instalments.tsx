import type { Instalment } from "@uola/contract";
import { dayShort, instantOf, money } from "@uola/words/formats";
import { say } from "@uola/words/site";

/** The instalments with their due dates and whether each is paid. */
export const Parts = ({ parts }: { parts: readonly (Instalment & { left?: number })[] }) => (
  <ol className="rule" aria-label={say("order.parts")}>
    {parts.map(({ dueDay, amount, left = amount }, index) => (
      <li key={`${dueDay} ${amount}`} className="flex justify-between gap-6 border-b border-rule py-3">
        <span>
          {left === 0
            ? say("order.part.paid")
            : say("order.part.until", { day: dayShort(instantOf(dueDay)), number: index + 1 })}
        </span>
        <strong className="whitespace-nowrap">{money(left === 0 ? amount : left)}</strong>
      </li>
    ))}
  </ol>
);
