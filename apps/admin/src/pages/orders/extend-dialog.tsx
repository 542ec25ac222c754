import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { Order } from "@uola/contract";
import { Field } from "@uola/ui/field.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";

type Draft = { day: string; reason: string };
type Props = { order: Order; onClose: (done?: string) => void };

/** Postpones the next instalment of an order. */
export function ExtendDialog({ order: { id: orderId, number, revision, parts }, onClose }: Props) {
  const write = usePlatformAction("orders");
  const dueDay = parts.find(({ left }) => left > 0)?.dueDay ?? "";
  const form = useEntityForm<Draft>({
    label: (field) => say(field === "day" ? "orders.extend.day" : "orders.reason"),
    kept: { draft: { day: dueDay, reason: "" }, revision },
    isNew: true,
    prefix: "extend-",
    check: ({ day, reason }) => ({
      ...(!/^\d{4}-\d\d-\d\d$/.test(day) && { day: say("orders.extend.wrong") }),
      ...(reason.trim().length < 3 && { reason: say("orders.wrong.reason") }),
    }),
    save: async ({ draft: { day, reason } }) => {
      const asked = { orderId, revision, dueDay, newDueDay: day, reason: reason.trim() };
      await write(({ orders }) => orders.extendPart(asked));
      onClose(say("orders.extend.done", { number }));
    },
  });
  return (
    <FormDialog
      title={say("orders.extend")}
      sure={say("orders.extend.do")}
      giveUp={say("orders.extend.not")}
      form={form}
      disabled={form.busy}
      onClose={() => onClose()}
    >
      <p>{say("orders.extend.lead", { number })}</p>
      <Field {...form.text("day")} type="date" />
      <Field {...form.text("reason")} maxLength={500} />
    </FormDialog>
  );
}
