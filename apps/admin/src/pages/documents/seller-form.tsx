import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { Seller } from "@uola/contract";
import { isIban, normalizeIban } from "@uola/contract/iban";
import { defineForm } from "@uola/ui/kit/define-form.ts";
import * as field from "@uola/ui/kit/fields.tsx";
import { FieldGroup, FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { FormFields, useForm } from "@uola/ui/kit/use-form.tsx";
import { say } from "@uola/words/admin";
import { vatCodePattern } from "./company.ts";

const plain = (typed: string) => typed.replace(/\s/g, "").toUpperCase();
const optional = { optional: true };

const sellerForm = defineForm({
  label: (field) => say(`documents.seller.field.${field}`),
  fields: (seller: Seller | undefined) => {
    const series = (initial: string) => ({
      ...field.text(initial, {
        maxLength: 10,
        autoCapitalize: "characters",
        check: (name) => !/^[A-Z][A-Z0-9]{0,9}$/.test(plain(name)) && say("documents.wrong.series"),
      }),
      sent: plain,
    });
    return {
      name: field.text(seller?.name, { maxLength: 200, check: field.required(say("documents.wrong.name")) }),
      code: {
        ...field.text(seller?.code, {
          maxLength: 20,
          inputMode: "numeric",
          check: (code) => !/^\d{7,11}$/.test(plain(code)) && say("documents.wrong.code"),
        }),
        sent: plain,
      },
      vatCode: {
        ...field.text(seller?.vatCode, {
          maxLength: 20,
          optional: true,
          hint: say("documents.seller.vatCode.hint"),
          check: (code) => plain(code) && !vatCodePattern.test(plain(code)) && say("documents.wrong.vatCode"),
        }),
        sent: (code: string) => plain(code) || null,
      },
      address: field.text(seller?.address, {
        maxLength: 300,
        check: (address) => address.trim().length < 3 && say("documents.wrong.address"),
      }),
      iban: {
        ...field.text(seller?.iban, {
          maxLength: 42,
          optional: true,
          check: (iban) => iban.trim() && !isIban(normalizeIban(iban)) && say("documents.wrong.iban"),
        }),
        sent: (iban: string) => normalizeIban(iban) || null,
      },
      bank: field.orNull(field.text(seller?.bank, { maxLength: 100, ...optional })),
      email: field.orNull(field.text(seller?.email, { type: "email", maxLength: 320, ...optional })),
      phone: field.orNull(field.text(seller?.phone, { type: "tel", maxLength: 40, ...optional })),
      invoiceSeries: series(seller?.series.INVOICE ?? "SF"),
      creditSeries: series(seller?.series.CREDIT ?? "KR"),
      proformaSeries: series(seller?.series.PROFORMA ?? "IS"),
      companyDays: field.wholeNumber(seller?.companyDays ?? 30, [0, 365], say("documents.wrong.days"), {
        hint: say("documents.seller.days.hint"),
      }),
    };
  },
  check: ({ invoiceSeries, creditSeries, proformaSeries }) => {
    const all = [invoiceSeries, creditSeries, proformaSeries].map(plain);
    const isTaken = (name: string) =>
      all.filter((each) => each === plain(name)).length > 1 && say("documents.wrong.series");
    return {
      invoiceSeries: isTaken(invoiceSeries),
      creditSeries: isTaken(creditSeries),
      proformaSeries: isTaken(proformaSeries),
    };
  },
  paths: {
    "series.INVOICE": "invoiceSeries",
    "series.CREDIT": "creditSeries",
    "series.PROFORMA": "proformaSeries",
  },
});

type Props = { seller: Seller | undefined; onClose: () => void; onDone: () => void };

/** The seller's details as printed on future documents, and the number series. */
export function SellerForm({ seller, onClose, onDone }: Props) {
  const write = usePlatformAction("documents");
  const form = useForm(sellerForm, {
    item: seller,
    reread: async () => (await write(({ documents }) => documents.seller({}))).seller ?? undefined,
    save: async ({ values, revision }) => {
      const { invoiceSeries: INVOICE, creditSeries: CREDIT, proformaSeries: PROFORMA, ...input } = values;
      const series = { INVOICE, CREDIT, PROFORMA };
      await write(({ documents }) => documents.setSeller({ ...input, series, ...(revision && { revision }) }));
      onDone();
    },
  });
  return (
    <FormSheet wide title={say("documents.seller")} form={form} onClose={onClose}>
      <p className="mb-2">{say("documents.seller.lead")}</p>
      <FormFields form={form} names={["name"]} />
      <FormFields form={form} columns={2} names={["code", "vatCode"]} />
      <FormFields form={form} names={["address"]} />
      <FieldGroup title={say("documents.seller.part.contacts")}>
        <FormFields form={form} columns={2} names={["iban", "bank", "email", "phone"]} />
      </FieldGroup>
      <FieldGroup title={say("documents.seller.part.series")}>
        <p className="mb-2 text-muted">{say("documents.seller.series.lead")}</p>
        <FormFields form={form} columns={3} names={["invoiceSeries", "creditSeries", "proformaSeries"]} />
        <FormFields form={form} names={["companyDays"]} />
      </FieldGroup>
    </FormSheet>
  );
}
