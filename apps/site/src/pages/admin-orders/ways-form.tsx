import type { PaymentSettings } from "@uola/contract";
import { say } from "@uola/words/admin";
import { useState } from "react";
import { FormSheet, Part } from "../../admin/kit/form-sheet.tsx";
import { useEntityForm } from "../../admin/kit/use-entity-form.ts";
import { TextButton } from "../../ui/buttons.tsx";
import { RadioGroup } from "../../ui/choices.tsx";
import { Check, Field } from "../../ui/field.tsx";
import { usePlatformAction } from "../../use-platform.ts";

type Draft = {
  transfer: boolean;
  atDesk: boolean;
  montonio: boolean;
  sandbox: boolean;
  accessKey: string;
  secretKey: string;
  bonus: string;
  voucherVatType: PaymentSettings["voucherVatType"];
};
const label = (field: keyof Draft) => say(`orders.ways.${field}`);

const draftOf = (settings: PaymentSettings): Draft => ({
  ...{ transfer: settings.transfer, atDesk: settings.atDesk, montonio: settings.montonio.enabled },
  ...{ sandbox: settings.montonio.sandbox, accessKey: settings.montonio.accessKey, secretKey: "" },
  ...{ bonus: String(settings.creditBonusPercent), voucherVatType: settings.voucherVatType },
});

type Props = { settings: PaymentSettings; onClose: () => void; onDone: () => void };

/** How people may pay. A secret key that is kept is never shown; an empty field leaves it. */
export function WaysForm({ settings, onClose, onDone }: Props) {
  const write = usePlatformAction("orders");
  const [tested, setTested] = useState("");
  const { hasSecretKey } = settings.montonio;
  const form = useEntityForm<Draft>({
    label,
    kept: { draft: draftOf(settings), revision: settings.revision },
    check: ({ montonio, accessKey, secretKey, bonus }) => ({
      ...(montonio && !accessKey.trim() && { accessKey: say("orders.ways.wrong.key") }),
      ...(montonio && !hasSecretKey && secretKey.trim().length < 10 && { secretKey: say("orders.ways.wrong.key") }),
      ...(!/^\d{1,2}$/.test(bonus.trim()) || Number(bonus) > 50 ? { bonus: say("orders.ways.wrong.bonus") } : {}),
    }),
    save: async ({ draft, before }) => {
      await write(({ payments }) =>
        payments.updateSettings({
          settings: {
            ...{ transfer: draft.transfer, atDesk: draft.atDesk, voucherVatType: draft.voucherVatType },
            creditBonusPercent: Number(draft.bonus),
            montonio: {
              ...{ enabled: draft.montonio, sandbox: draft.sandbox, accessKey: draft.accessKey.trim() },
              ...(draft.secretKey.trim() && { secretKey: draft.secretKey.trim() }),
            },
          },
          revision: before.revision ?? settings.revision,
        }),
      );
      onDone();
    },
    reread: async () => {
      const { settings: now } = await write(({ payments }) => payments.settings({}));
      return { draft: draftOf(now), revision: now.revision };
    },
  });
  const test = async () => {
    try {
      const { works, banks, failure } = await write(({ payments }) => payments.testConnection({}));
      setTested(works ? say("orders.ways.works", { banks }) : say("orders.ways.fails", { failure: failure ?? "" }));
    } catch {
      setTested(say("orders.ways.fails", { failure: "" }));
    }
  };
  return (
    <FormSheet title={say("orders.ways")} form={form} onClose={onClose}>
      <Check {...form.check("transfer")} />
      <Check {...form.check("atDesk")} />
      <Part title="Montonio">
        <Check {...form.check("montonio")} />
        {form.draft.montonio && (
          <>
            <Check {...form.check("sandbox")} />
            <Field {...form.text("accessKey")} maxLength={100} autoComplete="off" />
            <Field
              {...form.text("secretKey")}
              type="password"
              maxLength={200}
              autoComplete="off"
              {...(hasSecretKey && { hint: say("orders.ways.secretKey.kept") })}
            />
            {settings.montonio.enabled && (
              <p>
                <TextButton onClick={() => void test()}>{say("orders.ways.test")}</TextButton>
              </p>
            )}
            <p role="status">{tested}</p>
          </>
        )}
      </Part>
      <Part title={say("orders.ways.part.vouchers")}>
        <Field {...form.text("bonus")} inputMode="numeric" hint={say("orders.ways.bonus.hint")} />
        <RadioGroup
          shown
          legend={label("voucherVatType")}
          name="voucherVatType"
          value={form.draft.voucherVatType}
          onChange={(voucherVatType) => form.set({ voucherVatType: voucherVatType as Draft["voucherVatType"] })}
          choices={(["MULTI", "SINGLE"] as const).map((value) => ({ value, label: say(`orders.ways.vat.${value}`) }))}
        />
      </Part>
    </FormSheet>
  );
}
