import { useHasPower } from "@uola/browser/session/session.tsx";
import { usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Order, OrderLine } from "@uola/contract";
import { PrimaryButton, SecondaryButton } from "@uola/ui/buttons.tsx";
import { Facts } from "@uola/ui/kit/facts.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { actionText } from "@uola/ui/kit/history-words.ts";
import { List, Row, Section } from "@uola/ui/kit/list.tsx";
import { Results } from "@uola/ui/kit/results.tsx";
import { Sheet } from "@uola/ui/kit/sheet.tsx";
import { say } from "@uola/words/admin";
import { dayShort, instantOf, money, time } from "@uola/words/formats";
import { useState } from "react";
import { CancelDialog } from "./cancel-dialog.tsx";
import { ExtendDialog } from "./extend-dialog.tsx";
import { PayLinkDialog } from "./pay-link-dialog.tsx";
import { providerFailure } from "./provider-failure.ts";
import { ReceiveDialog } from "./receive-dialog.tsx";
import { RefundDialog } from "./refund-dialog.tsx";

type Props = { orderId: string; onClose: () => void };
type Asks = "receive" | "payLink" | "extend" | "cancel" | "refund";

const when = (instant: Date) => `${dayShort(instant)}, ${time(instant)}`;

/** An order with its payments, history and available actions. */
export function OrderSheet({ orderId, onClose }: Props) {
  const [asks, setAsks] = useState<Asks>();
  const { done, shown } = useFeedback();
  const { data, ...reading } = usePlatformQuery(["orders", "one", orderId], ({ orders }) => orders.get({ orderId }));
  const order = data?.order;
  const close = (text?: string) => {
    setAsks(undefined);
    if (text) done(text);
  };
  return (
    <Sheet wide title={order?.number ?? say("orders.one")} onClose={onClose}>
      {shown}
      <Results reading={reading} items={data && [data]} failed={say("orders.failed")}>
        {([one]) =>
          one && (
            <>
              <p className="text-[44px] leading-none font-bold">{money(one.order.total)}</p>
              <p className="mb-5 text-muted">
                {say(`orders.state.${one.order.state}`)} · {say(`orders.way.${one.order.way}`)}
              </p>
              <Facts facts={factsOf(one.order)} />
              <Acts order={one.order} onAsk={setAsks} />
              <Lines lines={one.order.lines} />
              <Parts parts={one.order.parts} />
              <Money order={one.order} />
              <Section title={say("orders.steps")} level={3}>
                <List items={one.steps.map((step, index) => ({ ...step, id: String(index) }))}>
                  {({ action, reason, date, actor }) => (
                    <Row
                      name={actionText({ action })}
                      about={[actor.name, reason, when(date)].filter(Boolean).join(" · ")}
                    />
                  )}
                </List>
              </Section>
            </>
          )
        }
      </Results>
      {order && asks === "receive" && <ReceiveDialog order={order} onClose={close} />}
      {order && asks === "payLink" && <PayLinkDialog order={order} onClose={close} />}
      {order && asks === "extend" && <ExtendDialog order={order} onClose={close} />}
      {order && asks === "cancel" && <CancelDialog order={order} onClose={close} />}
      {order && asks === "refund" && <RefundDialog order={order} onClose={close} />}
    </Sheet>
  );
}

function Acts({ order: { state, paid, lines }, onAsk }: { order: Order; onAsk: (asks: Asks) => void }) {
  const isGiven = state === "PART_PAID";
  const isOpen = state === "AWAITING_PAYMENT" || isGiven;
  // Also possible if the provider has already refunded everything, because the purchase itself can
  // still be cancelled.
  const canRefund = paid > 0 && lines.some((line) => line.state === "DONE");
  const [manages, keepsBooks] = [useHasPower("managesBookings"), useHasPower("keepsBooks")];
  if (!(manages ? isOpen || canRefund : keepsBooks && isOpen)) return null;
  return (
    <div className="my-6 flex flex-wrap items-center gap-5">
      {isOpen && (
        <PrimaryButton small onClick={() => onAsk("receive")}>
          {say("orders.receive")}
        </PrimaryButton>
      )}
      {isOpen && manages && (
        <>
          <SecondaryButton onClick={() => onAsk("payLink")}>{say("orders.payLink")}</SecondaryButton>
          {isGiven ? (
            <SecondaryButton onClick={() => onAsk("extend")}>{say("orders.extend")}</SecondaryButton>
          ) : (
            <SecondaryButton onClick={() => onAsk("cancel")}>{say("orders.cancel")}</SecondaryButton>
          )}
        </>
      )}
      {canRefund && manages && (
        <SecondaryButton onClick={() => onAsk("refund")}>{say("orders.refund")}</SecondaryButton>
      )}
    </div>
  );
}

const factsOf = (order: Order): [string, string | null | undefined | false][] => [
  [say("orders.fact.buyer"), `${order.buyer.firstName} ${order.buyer.lastName}`.trim()],
  [say("orders.fact.email"), order.buyer.email],
  [say("orders.fact.phone"), order.buyer.phone],
  [
    say("orders.fact.company"),
    order.company && [order.company.name, order.company.code, order.company.vatCode].filter(Boolean).join(", "),
  ],
  [say("orders.fact.placed"), when(order.createdDate)],
  [say("orders.fact.paid"), order.paidDate && when(order.paidDate)],
  [say("orders.fact.due"), order.state === "AWAITING_PAYMENT" && order.dueDate && when(order.dueDate)],
  [say("orders.fact.reference"), order.transfer?.reference],
  [say("orders.fact.documents"), order.documents.map(({ number }) => number).join(", ")],
];

const Lines = ({ lines }: { lines: readonly OrderLine[] }) => (
  <Section title={say("orders.lines")} level={3}>
    <List items={lines}>
      {({ name, startDate, participants, quantity, total, refunded, state }) => (
        <Row
          name={name}
          about={[
            startDate && when(startDate),
            participants.map(({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(" ")).join(", "),
            quantity > 1 && say("orders.line.quantity", { count: quantity }),
            say(`orders.line.${state}`),
            refunded > 0 && say("orders.line.refunded", { amount: money(refunded) }),
          ]
            .filter(Boolean)
            .join(" · ")}
        >
          <b className="whitespace-nowrap">{money(total)}</b>
        </Row>
      )}
    </List>
  </Section>
);

/** The instalments with their due dates. */
const Parts = ({ parts }: Pick<Order, "parts">) =>
  parts.length > 0 && (
    <Section title={say("orders.parts")} level={3}>
      <List items={parts.map((part, index) => ({ ...part, id: String(index) }))}>
        {({ dueDay, amount, left }) => (
          <Row
            name={say("orders.part.until", { day: dayShort(instantOf(dueDay)) })}
            about={left === 0 ? say("orders.part.paid") : say("orders.part.left", { amount: money(left) })}
          >
            <b className="whitespace-nowrap">{money(amount)}</b>
          </Row>
        )}
      </List>
    </Section>
  );

/** Lists payments and refunds. */
function Money({ order: { payments, refunds, voucherPays } }: { order: Order }) {
  if (payments.length + refunds.length === 0 && voucherPays === 0) return null;
  const rows = [
    ...(voucherPays > 0 ? [{ id: "voucher", name: say("orders.money.voucher"), about: "", amount: voucherPays }] : []),
    ...payments.map(({ id, kind, amount, receiptNumber, receivedDate }) => ({
      id,
      amount,
      name: say(`orders.kind.${kind}`),
      about: [when(receivedDate), receiptNumber && say("orders.money.receipt", { number: receiptNumber })]
        .filter(Boolean)
        .join(" · "),
    })),
    ...refunds.map(({ id, way, state, amount, failure, createdDate }) => ({
      id,
      amount: -amount,
      name: say(`orders.refund.way.${way}`),
      about: [say(`orders.refund.state.${state}`), when(createdDate), failure && providerFailure(failure)]
        .filter(Boolean)
        .join(" · "),
    })),
  ];
  return (
    <Section title={say("orders.money")} level={3}>
      <List items={rows}>
        {({ name, about, amount }) => (
          <Row name={name} about={about}>
            <b className="whitespace-nowrap">{money(amount)}</b>
          </Row>
        )}
      </List>
    </Section>
  );
}
