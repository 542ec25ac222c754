import { say } from "@uola/words/admin";
import { dayShort, money } from "@uola/words/formats";
import type { Feedback } from "../../admin/kit/feedback.tsx";
import { List, Row, Section } from "../../admin/kit/list.tsx";
import { SecondaryButton } from "../../ui/buttons.tsx";
import { usePlatformAction, usePlatformQuery } from "../../use-platform.ts";

/** Refunds that the gym transfers by hand, the oldest first. Nothing is shown while there are none. */
export function Payouts({ make }: Pick<Feedback, "make">) {
  const write = usePlatformAction("orders");
  const { data, ...reading } = usePlatformQuery(
    ["orders", "payouts"],
    async ({ orders }) => (await orders.payouts({})).refunds,
  );
  if (data?.length === 0) return null;
  const markPaidOut = (refundId: string, number: string) =>
    make(() => write(({ orders }) => orders.markPaidOut({ refundId })), say("orders.payouts.done", { number }));
  return (
    <Section title={say("orders.payouts")}>
      <List items={data} reading={reading}>
        {({ id, orderNumber, amount, iban, receiverName, createdDate }) => (
          <Row
            name={`${orderNumber} · ${money(amount)}`}
            about={[receiverName, iban, dayShort(createdDate)].filter(Boolean).join(" · ")}
          >
            <SecondaryButton onClick={() => void markPaidOut(id, orderNumber)}>
              {say("orders.payouts.mark")}
              <span className="visually-hidden"> {orderNumber}</span>
            </SecondaryButton>
          </Row>
        )}
      </List>
    </Section>
  );
}
