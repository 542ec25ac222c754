import { isEmail } from "@uola/browser/gym/email-address.ts";
import { platform } from "@uola/browser/platform.ts";
import { go } from "@uola/page-loader/browser/go.ts";
import { linkTo } from "@uola/page-loader/locale.ts";
import { useApp } from "@uola/page-loader/tree.tsx";
import { PrimaryButton } from "@uola/ui/buttons.tsx";
import { Field } from "@uola/ui/field.tsx";
import { addDays, localDate } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { type FormEvent, useEffect, useState } from "react";
import { addToCart } from "../../features/cart.ts";
import { cartRefusalText } from "../../features/cart-words.ts";
import { type Delivery, type Gift, voucherOf } from "./gift-rules.ts";
import { keep, kept } from "./keep.ts";

/** Delivery of a voucher can be scheduled up to its expiry, in days. */
const daysAhead = 365;

/** The recipient and delivery date of a voucher, and the button that adds it to the cart. */
export function GiftDelivery({ gift, now }: { gift: Gift; now: Date }) {
  const app = useApp();
  const [{ address, day }, setDelivery] = useState<Delivery>({ address: "", day: "" });
  useEffect(() => {
    const { address = "", day = "" } = kept();
    setDelivery({ address, day });
  }, []);
  const set = (part: Partial<Delivery>) => {
    setDelivery((before) => ({ ...before, ...part }));
    keep(part);
  };
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState("");
  const today = localDate(now);
  const isWrong = address.trim() !== "" && !isEmail(address.trim());
  const voucher = voucherOf(gift, { address, day }, now);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    setTried(isWrong);
    if (isWrong) return document.getElementById("recipient-email")?.focus();
    if (!voucher) return document.getElementById("sum")?.focus();
    setBusy(true);
    setFailure("");
    try {
      await addToCart(await platform(app), { voucher });
      keep(null);
      go(linkTo("/order/"));
    } catch (error) {
      setFailure(say("order.cart.failed", { why: cartRefusalText(error) }));
      setBusy(false);
    }
  };
  return (
    <form className="grid gap-6" noValidate method="post" aria-busy={busy} onSubmit={add} data-acts>
      <div className="grid gap-6 md:grid-cols-2">
        <Field
          id="recipient-email"
          label={say("gift.delivery.email")}
          hint={say("gift.delivery.email.hint")}
          optional={say("field.optional")}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={320}
          value={address}
          onChange={({ target }) => set({ address: target.value })}
          {...(tried && isWrong && { error: say("field.emailWrong") })}
        />
        {address.trim() !== "" && (
          <Field
            id="send-day"
            label={say("gift.delivery.day")}
            hint={say("gift.delivery.day.hint")}
            optional={say("field.optional")}
            type="date"
            min={today}
            max={addDays(today, daysAhead)}
            value={day}
            onChange={({ target }) => set({ day: target.value })}
          />
        )}
      </div>
      {failure && (
        <p className="error" role="alert">
          {failure}
        </p>
      )}
      <PrimaryButton type="submit" icon="right" className="justify-self-start" disabled={busy}>
        {say(busy ? "order.cart.adding" : "order.cart.to")}
      </PrimaryButton>
    </form>
  );
}
