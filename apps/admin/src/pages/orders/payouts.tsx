import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import { byProvider } from "@uola/contract/payment-providers";
import { SecondaryButton } from "@uola/ui/buttons.tsx";
import type { Feedback } from "@uola/ui/kit/feedback.tsx";
import { List, Row, Section } from "@uola/ui/kit/list.tsx";
import { say } from "@uola/words/admin";
import { dayShort, money } from "@uola/words/formats";

const providerNames = byProvider(({ name }) => name);

/**
 * Refunds that a team member has to make by bank transfer or on the provider's website. Renders
 * nothing if there are none.
 */
export function Payouts({ make }: Pick<Feedback, "make">) {
  const write = usePlatformAction("orders");
  const { data, ...reading } = usePlatformQuery(
    ["orders", "payouts"],
    async ({ orders }) => (await orders.payouts({})).refunds,
  );
  if (data?.length === 0) return null;
  const markPaidOut = (refundId: string, number: string, otherAccount: boolean) =>
    make(
      () => write(({ orders }) => orders.markPaidOut({ refundId, ...(otherAccount && { otherAccount }) })),
      say("orders.payouts.done", { number }),
    );
  return (
    <Section title={say("orders.payouts")}>
      <List items={data} reading={reading}>
        {({
          id,
          orderNumber,
          amount,
          iban,
          payerIban,
          accountDiffers,
          provider,
          receiverName,
          failure,
          createdDate,
        }) => (
          <Row
            name={`${orderNumber} · ${money(amount)}`}
            about={[
              provider && say("orders.payouts.atProvider", { provider: providerNames[provider] }),
              receiverName,
              iban,
              dayShort(createdDate),
              failure,
              accountDiffers && say("orders.payouts.otherAccount", { iban: payerIban ?? "" }),
            ]
              .filter(Boolean)
              .join(" · ")}
          >
            <SecondaryButton onClick={() => void markPaidOut(id, orderNumber, accountDiffers)}>
              {say(
                accountDiffers
                  ? "orders.payouts.markOther"
                  : provider
                    ? "orders.payouts.markReturned"
                    : "orders.payouts.mark",
              )}
              <span className="visually-hidden"> {orderNumber}</span>
            </SecondaryButton>
          </Row>
        )}
      </List>
    </Section>
  );
}
