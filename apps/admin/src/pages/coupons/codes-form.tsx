import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { Coupon } from "@uola/contract";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { Field, TextArea } from "@uola/ui/field.tsx";
import { FileButton } from "@uola/ui/file-button.tsx";
import { FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import { useState } from "react";

type Draft = { how: "make" | "import"; prefix: string; count: string; text: string };
type Conflict = { line: number; code: string; reason: "INVALID" | "TWICE" | "TAKEN" };
const label = (field: keyof Draft) => say(`coupons.codes.field.${field}`);

type Props = { coupon: Coupon; onClose: () => void; onDone: (said: string) => void };

/** Adds single-use codes, generated or imported from a file. */
export function CodesForm({ coupon: { id: couponId }, onClose, onDone }: Props) {
  const write = usePlatformAction("coupons");
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const form = useEntityForm<Draft>({
    label,
    kept: { draft: { how: "make", prefix: "", count: "50", text: "" }, revision: undefined },
    isNew: true,
    check: ({ how, count, text }) => ({
      ...(how === "make" &&
        !(/^\d+$/.test(count) && Number(count) >= 1 && Number(count) <= 50_000) && {
          count: say("coupons.codes.wrong.count"),
        }),
      ...(how === "import" && !text.trim() && { text: say("coupons.codes.wrong.text") }),
    }),
    fieldOf: (path) => (path === "prefix" ? "prefix" : undefined),
    save: async ({ draft: { how, prefix, count, text } }) => {
      if (how === "make") {
        const wish = { couponId, prefix: prefix.trim() || null, count: Number(count) };
        const { added } = await write(({ coupons }) => coupons.addCodes(wish));
        return onDone(say("coupons.codes.added", { count: added }));
      }
      const { added, conflicts } = await write(({ coupons }) => coupons.importCodes({ couponId, text }));
      if (conflicts.length === 0) return onDone(say("coupons.codes.added", { count: added }));
      setConflicts(conflicts);
    },
  });
  const { draft, set } = form;
  return (
    <FormSheet title={say("coupons.codes")} form={form} onClose={onClose}>
      <RadioGroup
        legend={label("how")}
        name="how"
        value={draft.how}
        onChange={(how) => set({ how: how as Draft["how"] })}
        choices={(["make", "import"] as const).map((value) => ({ value, label: say(`coupons.codes.how.${value}`) }))}
      />
      {draft.how === "make" ? (
        <>
          <Field
            {...form.text("prefix")}
            maxLength={20}
            optional={say("optional")}
            hint={say("coupons.codes.prefix.hint")}
          />
          <Field {...form.text("count")} inputMode="numeric" />
        </>
      ) : (
        <>
          <FileButton
            accept=".csv,.txt,text/csv,text/plain"
            onPick={([file]) => void file?.text().then((text) => set({ text }))}
          >
            {say("coupons.codes.choose")}
          </FileButton>
          <TextArea {...form.text("text")} rows={8} hint={say("coupons.codes.text.hint")} />
        </>
      )}
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
