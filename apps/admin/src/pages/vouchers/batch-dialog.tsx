import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { VoucherBatch } from "@uola/contract";
import { Field } from "@uola/ui/field.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";

type Props = { batch: VoucherBatch; onClose: () => void; onDone: (text: string) => void };

/** Blocks or unblocks all vouchers of a company, with a reason. */
export function BatchDialog({ batch: { id: batchId, company, blocked }, onClose, onDone }: Props) {
  const write = usePlatformAction("vouchers");
  const step = blocked > 0 ? "unblock" : "block";
  const form = useEntityForm<{ reason: string }>({
    label: () => say("vouchers.step.field.reason"),
    kept: { draft: { reason: "" }, revision: "" },
    isNew: true,
    prefix: "batch-",
    check: ({ reason }) => (reason.trim().length < 3 ? { reason: say("vouchers.wrong.reason") } : {}),
    save: async ({ draft: { reason } }) => {
      const asked = { batchId, blocked: step === "block", reason };
      const { changed: count } = await write(({ vouchers }) => vouchers.setBatchBlocked(asked));
      onDone(say(`vouchers.done.batch.${step}`, { count }));
    },
  });
  return (
    <FormDialog
      title={say(`vouchers.batch.${step}`)}
      sure={say(`vouchers.step.${step}.do`)}
      giveUp={say(`vouchers.step.${step}.not`)}
      form={form}
      wrong={say("form.wrong")}
      disabled={form.busy}
      onClose={onClose}
    >
      <p>{say(`vouchers.batch.${step}.lead`, { company })}</p>
      <Field {...form.text("reason")} hint={say("vouchers.reason.hint")} maxLength={500} />
    </FormDialog>
  );
}
