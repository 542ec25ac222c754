import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { DeskClosing } from "@uola/contract";
import { TextArea } from "@uola/ui/field.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { formatCents, parseCents } from "@uola/ui/kit/money.ts";
import { MoneyField } from "@uola/ui/kit/money-field.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import { money } from "@uola/words/formats";
import { useState } from "react";

type Draft = { counted: string; takenAway: string; note: string };
const label = (field: keyof Draft) => say(`deskClose.field.${field}`);
const noteMin = 3;

type Props = { close: DeskClosing; onClose: () => void; onDone: (close: DeskClosing) => void };

/** Corrects a day close with the actual count. The original close stays unchanged. */
export function CorrectDialog({ close, onClose, onDone }: Props) {
  const write = usePlatformAction("desk-close");
  // Makes the call idempotent: a retry does not make a second correction.
  const [requestId] = useState(() => crypto.randomUUID());
  const form = useEntityForm<Draft>({
    label,
    kept: {
      draft: { counted: formatCents(close.counted), takenAway: formatCents(close.takenAway), note: "" },
      revision: undefined,
    },
    isNew: true,
    prefix: "correct-",
    check: ({ counted, takenAway, note }) => {
      const [there, out] = [parseCents(counted), parseCents(takenAway)];
      return {
        ...(there === undefined && { counted: say("deskClose.wrong.counted") }),
        ...(out === undefined && { takenAway: say("deskClose.wrong.amount") }),
        ...(there !== undefined && out !== undefined && out > there && { takenAway: say("deskClose.wrong.takenAway") }),
        ...(note.trim().length < noteMin && { note: say("deskClose.wrong.note") }),
      };
    },
    save: async ({ draft: { counted, takenAway, note } }) => {
      const { close: corrected } = await write(({ desk }) =>
        desk.correct({
          closeId: close.id,
          requestId,
          counted: parseCents(counted) ?? 0,
          takenAway: parseCents(takenAway) ?? 0,
          note: note.trim(),
        }),
      );
      onDone(corrected);
    },
  });
  return (
    <FormDialog
      title={say("deskClose.correct.title", { number: close.number })}
      sure={say("deskClose.correct.do")}
      giveUp={say("form.cancel")}
      form={form}
      disabled={form.busy}
      onClose={onClose}
    >
      <p>{say("deskClose.correct.lead", { expected: money(close.expected) })}</p>
      <MoneyField {...form.text("counted")} onChange={(counted) => form.set({ counted })} />
      <MoneyField {...form.text("takenAway")} onChange={(takenAway) => form.set({ takenAway })} />
      <TextArea {...form.text("note")} hint={say("deskClose.correct.note")} maxLength={1000} />
    </FormDialog>
  );
}
