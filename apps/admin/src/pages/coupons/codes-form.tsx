import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { Coupon } from "@uola/contract";
import { defineForm } from "@uola/ui/kit/define-form.ts";
import * as field from "@uola/ui/kit/fields.tsx";
import { FileButton } from "@uola/ui/kit/file-button.tsx";
import { FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { FormFields, useForm } from "@uola/ui/kit/use-form.tsx";
import { say } from "@uola/words/admin";
import { useState } from "react";

type Conflict = { line: number; code: string; reason: "INVALID" | "TWICE" | "TAKEN" };

const codesForm = defineForm({
  label: (name) => say(`coupons.codes.field.${name}`),
  fields: () => ({
    how: field.choice("make", ["make", "import"], (how) => say(`coupons.codes.how.${how}`)),
    prefix: field.orNull(field.text("", { maxLength: 20, optional: true, hint: say("coupons.codes.prefix.hint") })),
    count: field.wholeNumber(50, [1, 50_000], say("coupons.codes.wrong.count")),
    text: {
      ...field.longText("", {
        rows: 8,
        hint: say("coupons.codes.text.hint"),
        check: field.required(say("coupons.codes.wrong.text")),
      }),
      sent: (text: string) => text,
    },
  }),
  shown: {
    prefix: ({ how }) => how === "make",
    count: ({ how }) => how === "make",
    text: ({ how }) => how === "import",
  },
});

type Props = { coupon: Coupon; onClose: () => void; onDone: (said: string) => void };

/** Adds single-use codes, generated or imported from a file. */
export function CodesForm({ coupon: { id: couponId }, onClose, onDone }: Props) {
  const write = usePlatformAction("coupons");
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const form = useForm(codesForm, {
    save: async ({ values: { prefix, count, text } }) => {
      if (count !== null) {
        const { added } = await write(({ coupons }) => coupons.addCodes({ couponId, prefix, count }));
        return onDone(say("coupons.codes.added", { count: added }));
      }
      const { added, conflicts } = await write(({ coupons }) => coupons.importCodes({ couponId, text: text ?? "" }));
      if (conflicts.length === 0) return onDone(say("coupons.codes.added", { count: added }));
      setConflicts(conflicts);
    },
  });
  return (
    <FormSheet title={say("coupons.codes")} form={form} onClose={onClose}>
      <FormFields form={form} names={["how", "prefix", "count"]} />
      {form.draft.how === "import" && (
        <FileButton
          accept=".csv,.txt,text/csv,text/plain"
          onPick={([file]) => void file?.text().then((text) => form.set({ text }))}
        >
          {say("coupons.codes.choose")}
        </FileButton>
      )}
      <FormFields form={form} names={["text"]} />
      {conflicts.length > 0 && (
        <div role="status">
          <p>{say("coupons.codes.conflicts", { count: conflicts.length })}</p>
          <ul className="mt-2 grid gap-1">
            {conflicts.slice(0, 50).map(({ line, code, reason }) => (
              <li key={line}>{say(`coupons.codes.conflict.${reason}`, { line, code })}</li>
            ))}
          </ul>
        </div>
      )}
    </FormSheet>
  );
}
