import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { BankEntry } from "@uola/contract";
import { Field } from "@uola/ui/field.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";

type Draft = { orderNumber: string };
type Props = { entry: BankEntry; amount: string; onClose: (done?: string) => void };

/** Assigns a bank statement entry to an order if the entry does not name one. */
export function StatementNoteDialog({ entry: { id: entryId, payerName, order }, amount, onClose }: Props) {
  const write = usePlatformAction("orders", "bank", "documents");
  const form = useEntityForm<Draft>({
    label: () => say("orders.statement.orderNumber"),
    kept: { draft: { orderNumber: order?.number ?? "" }, revision: undefined },
    isNew: true,
    prefix: "statement-",
    check: ({ orderNumber }) =>
      /^u[o0]la[\s-]?[a-z0-9]{6}$/i.test(orderNumber.trim())
        ? {}
        : { orderNumber: say("orders.statement.orderNumber.wrong") },
    save: async ({ draft }) => {
      const orderNumber = draft.orderNumber.trim();
      const { order } = await write(({ payments }) => payments.noteBankEntry({ entryId, orderNumber }));
      onClose(say("orders.statement.noted", { number: order.number }));
    },
  });
  return (
    <FormDialog
      title={say("orders.statement.noteTo")}
      sure={say("orders.statement.note")}
      giveUp={say("form.cancel")}
      form={form}
      disabled={form.busy}
      onClose={() => onClose()}
    >
      <p>
        {say("orders.statement.noteTo.lead", { amount, payer: payerName || say("orders.statement.noteTo.nobody") })}
      </p>
      <Field {...form.text("orderNumber")} maxLength={20} autoComplete="off" />
    </FormDialog>
  );
}
