import type { Order } from "@uola/contract";
import { say } from "@uola/words/admin";
import { FormDialog } from "../../admin/kit/form-dialog.tsx";
import { useEntityForm } from "../../admin/kit/use-entity-form.ts";
import { Field } from "../../ui/field.tsx";
import { usePlatformAction } from "../../use-platform.ts";

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
