import { isEmail } from "@uola/browser/gym/email-address.ts";
import { PrimaryButton } from "@uola/ui/buttons.tsx";
import { Field } from "@uola/ui/field.tsx";
import { addDays, localDate } from "@uola/words/formats";
import { say } from "@uola/words/site";
import type { Form } from "../../features/use-form.ts";
import { useToCart } from "../../features/use-to-cart.ts";
import { type GiftDraft, voucherOf } from "./gift-rules.ts";

/** Delivery of a voucher can be scheduled up to its expiry, in days. */
const daysAhead = 365;

type Props = { form: Form<GiftDraft>; now: Date; onAdded: () => void };

/** The recipient and delivery date of a voucher, and the button that adds it to the cart. */
export function GiftDelivery({ form, now, onAdded }: Props) {
  const { draft, busy, refusal, problems } = form;
  const today = localDate(now);
  const itemOf = (draft: GiftDraft) => {
    const address = draft.address.trim();
    if (address && !isEmail(address)) return { field: "recipient-email", text: say("field.emailWrong") };
    const voucher = voucherOf(draft, now);
    return voucher ? { voucher } : { field: "sum", text: say("gift.sum.wrong") };
  };
  const add = useToCart(form, itemOf, onAdded);
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
          value={draft.address}
          onChange={({ target }) => form.set({ address: target.value }, ["recipient-email"])}
          error={problems.find(({ field }) => field === "recipient-email")?.text}
        />
        {draft.address.trim() !== "" && (
          <Field
            id="send-day"
            label={say("gift.delivery.day")}
            hint={say("gift.delivery.day.hint")}
            optional={say("field.optional")}
            type="date"
            min={today}
            max={addDays(today, daysAhead)}
            value={draft.day}
            onChange={({ target }) => form.set({ day: target.value })}
          />
        )}
      </div>
      {refusal && (
        <p className="error" role="alert">
          {refusal.why}
        </p>
      )}
      <PrimaryButton type="submit" icon="right" className="justify-self-start" disabled={busy}>
        {say(busy ? "order.cart.adding" : "order.cart.to")}
      </PrimaryButton>
    </form>
  );
}
