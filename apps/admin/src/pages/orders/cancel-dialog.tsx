import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { Order } from "@uola/contract";
import { Field } from "@uola/ui/field.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";

type Draft = { reason: string };
type Props = { order: Order; onClose: (done?: string) => void };

/** Cancels an unpaid order, which frees its places. */
export function CancelDialog({ order: { id: orderId, number, revision }, onClose }: Props) {
  const write = usePlatformAction("orders");
  const form = useEntityForm<Draft>({
    label: () => say("orders.reason"),
    kept: { draft: { reason: "" }, revision },
    isNew: true,
    prefix: "cancel-",
    check: ({ reason }) => ({ ...(reason.trim().length < 3 && { reason: say("orders.wrong.reason") }) }),
    save: async ({ draft: { reason } }) => {
      await write(({ orders }) => orders.cancel({ orderId, revision, reason: reason.trim() }));
      onClose(say("orders.cancel.done", { number }));
    },
  });
  return (
    <FormDialog
      title={say("orders.cancel")}
      sure={say("orders.cancel.do")}
      giveUp={say("orders.cancel.not")}
      form={form}
      disabled={form.busy}
      onClose={() => onClose()}
    >
      <p>{say("orders.cancel.lead", { number })}</p>
      <Field {...form.text("reason")} maxLength={500} />
    </FormDialog>
  );
}
