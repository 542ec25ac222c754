import type { Order } from "@uola/contract";
import { money } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { backTo, isWithoutDiscount, nameOf, totalOf, whenOfLine } from "./order-words.ts";
import { Sums } from "./sums.tsx";

/** The lines of an order with their status, and the totals. */
export function OrderLines({ order }: { order: Order }) {
  const total = totalOf(order);
  return (
    <section className="on-ink contoured p-[clamp(22px,6vw,32px)]" aria-labelledby="bought">
      <h2 id="bought" className="title">
        {say("order.placed.lines")}
      </h2>
      <p className="text-muted">
        {say("order.placed.number")} <strong className="text-text">{order.number}</strong>
      </p>
      <hr className="perforation my-5" />
      <ul className="grid gap-4">
        {order.lines.map((line) => (
          <li key={line.id} className="grid gap-1">
            <p className="flex justify-between gap-4 font-bold">
              <span className="min-w-0">{nameOf(line)}</span>
              <span className={`whitespace-nowrap ${line.state === "CALLED_OFF" ? "line-through" : ""}`}>
                {money(line.gross)}
              </span>
            </p>
            {line.startDate && <p className="small text-muted first-letter:uppercase">{whenOfLine(line)}</p>}
            {line.quantity > 1 && line.kind === "GOODS" && line.unitPrice && (
              <p className="small text-muted">
                {say("order.line.each", { count: line.quantity, price: money(line.unitPrice) })}
              </p>
            )}
            {line.passEntries > 0 && line.state !== "CANCELED" && (
              <p className="small">{say("order.placed.byPass", { count: line.passEntries })}</p>
            )}
            {isWithoutDiscount(line, order) && <p className="small text-muted">{say("order.line.noDiscount")}</p>}
            {line.state === "CALLED_OFF" && <p className="small">{say("order.placed.calledOff")}</p>}
            {line.state === "CANCELED" && line.refunded === 0 && (
              <p className="small">{say("order.placed.canceled")}</p>
            )}
            {line.state === "NOT_DONE" && <p className="error">{say("order.placed.notDone")}</p>}
            {line.refunded > 0 && line.state !== "NOT_DONE" && (
              <p className="small">{say("order.placed.gaveBack", { sum: money(line.refunded) })}</p>
            )}
          </li>
        ))}
      </ul>
      <hr className="perforation my-5" />
      <Sums of={order} />
      <hr className="perforation my-5" />
      <p className="total">
        <strong>{say(total.name)}</strong>
        <b>{money(total.amount)}</b>
      </p>
      {order.refunds.length > 0 && (
        <>
          <hr className="perforation my-5" />
          <h3 className="label">{say("order.placed.back")}</h3>
          <ul className="mt-2 grid gap-1">
            {order.refunds.map((refund) => (
              <li key={refund.id}>{backTo(refund)}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
