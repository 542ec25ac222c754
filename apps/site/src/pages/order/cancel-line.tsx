import { showPhone, telOf } from "@uola/browser/gym/tel.ts";
import type { Order, OrderLine } from "@uola/contract";
import { PrimaryButton, SecondaryButton, TextButton, TextLink } from "@uola/ui/buttons.tsx";
import { Check } from "@uola/ui/field.tsx";
import { Notice } from "@uola/ui/notice.tsx";
import { Overlay } from "@uola/ui/overlay.tsx";
import { Skeleton } from "@uola/ui/skeleton.tsx";
import { capitalized, money } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { useState } from "react";
import type { Contact } from "../../features/contact.data.ts";
import { RefundSummary, refundForParticipants } from "../../features/refund-summary.tsx";
import { useRead } from "../../features/use-read.ts";
import { AccountField, accountIn } from "./account-field.tsx";
import { isTransferred, nameOf, peopleOf, whenOfLine } from "./order-words.ts";
import type { OrderState } from "./use-order.ts";

type Props = { order: Order; line: OrderLine; state: OrderState; contact: Contact; orderKey: string };

/** Cancels a paid booking using the order link; the refund is shown before confirmation. */
export function CancelLine(props: Props) {
  const { line } = props;
  const [asks, setAsks] = useState(false);
  return (
    <>
      <TextButton about={`${nameOf(line)}, ${whenOfLine(line)}`} onClick={() => setAsks(true)}>
        {say("action.cancelBooking")}
      </TextButton>
      {asks && <Ask {...props} onClose={() => setAsks(false)} />}
    </>
  );
}

function Ask({ order, line, state, contact, orderKey, onClose }: Props & { onClose(): void }) {
  const { data: quotes, failed } = useRead(orderKey, async ({ orders }) => orders.quoteRefundByKey({ key: orderKey }));
  const quote = quotes?.lines.find(({ lineId }) => lineId === line.id);
  const [typed, setTyped] = useState("");
  const [tried, setTried] = useState(false);
  const [chosen, setWay] = useState<"PROVIDER" | "CREDIT">("PROVIDER");
  const people = peopleOf(line);
  const [leaving, setLeaving] = useState<readonly number[]>(people.map((_, place) => place));
  // If all participants pay the same and canceling is free, individual participants can be
  // canceled.
  const choosable = people.length > 1 && line.unitPrice != null && quote?.fee === 0 && quote.amount > 0;
  const some = choosable && leaving.length < people.length;
  const shown = quote && (some ? refundForParticipants(quote, people, leaving) : quote);
  const amount = shown?.amount ?? 0;
  const way = some ? "PROVIDER" : chosen;
  // The bonus applies to refunds of money only, not of voucher payments. The voucher is sent by
  // e-mail, so the buyer needs an address.
  const isSent = Boolean(order.buyer.email);
  const grows =
    quote !== undefined && !some && isSent && amount > 0 && quote.credit > amount && order.voucherPays === 0;
  const asksAccount = isTransferred(order) && shown?.back.some((part) => part.way === "TRANSFER") && way === "PROVIDER";
  const confirm = async () => {
    setTried(true);
    const { iban, isWrong } = accountIn(asksAccount ? typed : "");
    if (isWrong) return;
    const asked = {
      lineIds: [line.id],
      expectedAmount: amount,
      way,
      ...(iban && { iban }),
      ...(some && { participants: [...leaving] }),
    };
    if (await state.refund(asked)) onClose();
  };
  return (
    <Overlay title={say("account.cancel.ask")} close={say("action.close")} onClose={onClose}>
      <div className="grid gap-5">
        <p>
          <strong>{nameOf(line)}</strong>
          <br />
          {capitalized(whenOfLine(line))} · {say("participants", { count: line.quantity })}
        </p>
        {choosable && (
          <fieldset className="grid gap-2">
            <legend className="label font-bold">{say("order.back.who")}</legend>
            {people.map((name, place) => (
              <Check
                // biome-ignore lint/suspicious/noArrayIndexKey: who comes is known by their place alone
                key={place}
                id={`leaving-${place}`}
                checked={leaving.includes(place)}
                onChange={() =>
                  setLeaving(leaving.includes(place) ? leaving.filter((each) => each !== place) : [...leaving, place])
                }
              >
                {name}
              </Check>
            ))}
          </fieldset>
        )}
        {shown ? (
          (!some || leaving.length > 0) && (
            <RefundSummary quote={shown} people={some ? [] : people} asksAccount={asksAccount ?? false} />
          )
        ) : failed || quotes ? (
          <Notice urgent>{say("order.placed.failed")}</Notice>
        ) : (
          <Skeleton lines={3} label={say("state.loading")} />
        )}
        {grows && (
          <fieldset className="grid gap-2">
            <legend className="label font-bold">{say("order.back.how")}</legend>
            {(["PROVIDER", "CREDIT"] as const).map((each) => (
              <label key={each} className="check">
                <input type="radio" name="back" checked={way === each} onChange={() => setWay(each)} />
                <span>{say(`order.back.${each}`, { sum: money(each === "CREDIT" ? quote.credit : amount) })}</span>
              </label>
            ))}
          </fieldset>
        )}
        {asksAccount && (
          <AccountField id="back-iban" typed={typed} onType={setTyped} isWrong={tried && accountIn(typed).isWrong} />
        )}
        {quote?.amount === 0 && (
          <p>
            {say("order.back.call")}{" "}
            <TextLink href={telOf(contact.phone)}>{say("order.call", { phone: showPhone(contact.phone) })}</TextLink>
          </p>
        )}
        {state.refused && <Notice urgent>{say(`order.refused.${state.refused}`)}</Notice>}
        <div className="flex flex-wrap gap-4">
          {amount > 0 && (
            <PrimaryButton disabled={state.busy} onClick={() => void confirm()}>
              {say(some ? "order.back.some" : "action.cancelBooking")}
            </PrimaryButton>
          )}
          <SecondaryButton className="min-h-[56px]" onClick={onClose}>
            {say("account.cancel.keep")}
          </SecondaryButton>
        </div>
      </div>
    </Overlay>
  );
}
