import type { RefundQuoteLine } from "@uola/contract";
import { money } from "@uola/words/formats";
import { say } from "@uola/words/site";

type Props = {
  quote: Pick<RefundQuoteLine, "price" | "fee" | "amount" | "back">;
  /**
   * The participants whose places are cancelled; each has an equal share of the refund. Not used
   * for items without participants.
   */
  people?: readonly string[];
  /** Whether the bank account for a transfer is entered on the same page. */
  asksAccount?: boolean;
};

/** Shows the refund for a cancellation by participant and refund target, before the user confirms. */
export function RefundSummary({ quote: { price, fee, amount, back }, people = [], asksAccount = false }: Props) {
  const rows = [{ name: say("back.price"), sum: price }, ...(fee > 0 ? [{ name: say("back.fee"), sum: -fee }] : [])];
  return (
    <div className="grid gap-4">
      <dl className="rule grid gap-1 pt-3">
        {rows.map(({ name, sum }) => (
          <div key={name} className="flex justify-between gap-4">
            <dt>{name}</dt>
            <dd className="whitespace-nowrap">{money(sum)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 font-bold">
          <dt>{say("back.amount")}</dt>
          <dd className="whitespace-nowrap">{money(amount)}</dd>
        </div>
      </dl>
      {amount === 0 ? (
        <p>{say("back.none")}</p>
      ) : (
        <>
          {people.length > 1 && (
            <ul className="small text-muted">
              {sharesOf(amount, people).map(({ id, name, sum }) => (
                <li key={id}>{say("back.each", { name, sum: money(sum) })}</li>
              ))}
            </ul>
          )}
          <ul className="grid gap-1">
            {back.map(({ way, amount }) => (
              <li key={way}>{say(`back.to.${wayOf(way, asksAccount)}`, { sum: money(amount) })}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

const wayOf = (way: Props["quote"]["back"][number]["way"], asksAccount: boolean) => {
  if (way === "PROVIDER" || way === "VOUCHER") return way;
  return asksAccount ? "TRANSFER" : "TRANSFER.ask";
};

/**
 * Splits an amount into equal shares. If it cannot be divided evenly, the first shares are one cent
 * larger.
 */
export function sharesOf(amount: number, people: readonly string[]): { id: number; name: string; sum: number }[] {
  const even = Math.floor(amount / people.length);
  return people.map((name, id) => ({ id, name, sum: even + (id < amount - even * people.length ? 1 : 0) }));
}

type Quote = Props["quote"];
/**
 * Returns the refund if only some participants leave: the sum of their shares, taken from the
 * refund targets in order.
 */
export function refundForParticipants(quote: Quote, people: readonly string[], leaving: readonly number[]): Quote {
  const sum = sharesOf(quote.amount, people)
    .filter(({ id }) => leaving.includes(id))
    .reduce((all, part) => all + part.sum, 0);
  let left = sum;
  const back = quote.back.map(({ way, amount }) => {
    const part = Math.min(left, amount);
    left -= part;
    return { way, amount: part };
  });
  return { price: sum, fee: 0, amount: sum, back: back.filter(({ amount }) => amount > 0) };
}
