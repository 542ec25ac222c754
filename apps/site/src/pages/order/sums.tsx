import { sumsOf } from "./order-words.ts";

/** The sums of a cart or an order. */
export const Sums = ({ of }: { of: Parameters<typeof sumsOf>[0] }) => (
  <dl className="grid gap-2">
    {sumsOf(of).map(({ name, amount }) => (
      <div key={name} className="flex justify-between gap-4">
        <dt>{name}</dt>
        <dd className="font-bold whitespace-nowrap">{amount}</dd>
      </div>
    ))}
  </dl>
);
