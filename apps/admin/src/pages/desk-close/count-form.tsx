import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { DeskClosing } from "@uola/contract";
import { PrimaryButton } from "@uola/ui/buttons.tsx";
import { Check, Field, TextArea } from "@uola/ui/field.tsx";
import { Form } from "@uola/ui/kit/form.tsx";
import { MoneyField } from "@uola/ui/kit/money-field.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { Notice } from "@uola/ui/notice.tsx";
import { say } from "@uola/words/admin";
import { dateLong, money } from "@uola/words/formats";
import { useState } from "react";
import {
  closeErrors,
  closeInputOf,
  type Draft,
  differenceOf,
  differenceText,
  expectedOf,
  type Takings,
} from "./cash-count.ts";

const label = (field: keyof Draft) => say(`deskClose.field.${field}`);

type Props = { takings: Takings; onDone: (close: DeskClosing) => void };

/** Compares the counted cash with the expected amount and closes the day. */
export function CountForm({ takings, onDone }: Props) {
  const write = usePlatformAction("desk-close");
  // Makes the call idempotent: a retry does not close the day twice.
  const [requestId] = useState(() => crypto.randomUUID());
  const { last, today } = takings;
  const form = useEntityForm<Draft>({
    label,
    kept: {
      draft: { day: today, opening: "", counted: "", takenAway: "", note: "", again: false },
      revision: undefined,
    },
    isNew: true,
    prefix: "close-",
    check: (draft) => closeErrors(takings, draft),
    save: async ({ draft }) => {
      const { close } = await write(({ desk }) => desk.close({ requestId, ...closeInputOf(takings, draft) }));
      onDone(close);
    },
  });
  const { draft, set } = form;
  const difference = differenceOf(takings, draft);
  const isClosed = last?.day === draft.day;
  return (
    <div className="mt-5 max-w-[560px]">
      <Form form={form} wrong={say("deskClose.wrong")}>
        <p className="flex items-end justify-between gap-4">
          <b>{say("deskClose.expected")}</b>
          <span className="price text-[40px] leading-none">{money(expectedOf(takings, draft.opening))}</span>
        </p>
        {!last && (
          <MoneyField
            {...form.text("opening")}
            hint={say("deskClose.field.opening.hint")}
            onChange={(opening) => set({ opening })}
          />
        )}
        <MoneyField {...form.text("counted")} onChange={(counted) => set({ counted })} />
        <p role="status" className="flex items-end justify-between gap-4">
          {difference !== undefined && (
            <>
              <b>{say("deskClose.difference")}</b>
              <span className="title">{differenceText(difference)}</span>
            </>
          )}
        </p>
        <MoneyField
          {...form.text("takenAway")}
          optional={say("optional")}
          hint={say("deskClose.field.takenAway.hint")}
          onChange={(takenAway) => set({ takenAway })}
        />
        <TextArea
          {...form.text("note")}
          optional={say("optional")}
          hint={say("deskClose.field.note.hint")}
          maxLength={1000}
        />
        <Field {...form.text("day")} type="date" max={today} {...(last && { min: last.day })} />
        {isClosed && (
          <>
            <Notice hue="yellow">
              {say("deskClose.again.text", { number: last.number, day: dateLong(last.day) })}
            </Notice>
            <Check {...form.check("again")} />
          </>
        )}
        <div>
          <PrimaryButton type="submit" disabled={form.busy}>
            {say("deskClose.do")}
          </PrimaryButton>
        </div>
      </Form>
    </div>
  );
}
