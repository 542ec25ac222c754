import { isEmail } from "@uola/browser/gym/email-address.ts";
import { useHasPower } from "@uola/browser/session/session.tsx";
import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { Order } from "@uola/contract";
import { Field } from "@uola/ui/field.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import { dateLong, money, time } from "@uola/words/formats";

type Props = { order: Order; onClose: (done?: string) => void };

/** Emails the payment link of an order to the buyer or to another payer. */
export function PayLinkDialog({ order, onClose }: Props) {
  const { id: orderId, number, revision, buyer, toPay, paid, dueDate } = order;
  const write = usePlatformAction("orders");
  const maySendElsewhere = useHasPower("managesBookings");
  const form = useEntityForm<{ email: string }>({
    label: () => say("orders.payLink.email"),
    kept: { draft: { email: buyer.email ?? "" }, revision },
    isNew: true,
    prefix: "pay-link-",
    check: ({ email }) => ({ ...(!isEmail(email.trim()) && { email: say("orders.payLink.wrong") }) }),
    save: async ({ draft }) => {
      const email = draft.email.trim();
      await write(({ orders }) => orders.sendPayLink({ orderId, revision, email }));
      onClose(say("orders.payLink.done", { email }));
    },
  });
  const left = { number, amount: money(toPay - paid) };
  return (
    <FormDialog
      title={say("orders.payLink")}
      sure={say("orders.payLink.do")}
      giveUp={say("orders.payLink.not")}
      form={form}
      disabled={form.busy}
      onClose={() => onClose()}
    >
      <p>
        {dueDate
          ? say("orders.payLink.lead", { ...left, until: `${dateLong(dueDate)}, ${time(dueDate)}` })
          : say("orders.payLink.open", left)}
      </p>
      <Field
        {...form.text("email")}
        type="email"
        autoComplete="off"
        maxLength={254}
        {...(maySendElsewhere ? { hint: say("orders.payLink.hint") } : { readOnly: true })}
      />
    </FormDialog>
  );
}
