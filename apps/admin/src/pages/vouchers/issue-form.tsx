import { servicesBy } from "@uola/browser/gym/services.ts";
import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { DeskPayment, VatType, VoucherDesign } from "@uola/contract";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { Field, Select, TextArea } from "@uola/ui/field.tsx";
import { FieldGroup, FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { parseCents } from "@uola/ui/kit/money.ts";
import { MoneyField } from "@uola/ui/kit/money-field.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import { language } from "@uola/words/language";
import { useState } from "react";
import { companyOf, type TypedCompany, wrongCompany } from "../documents/company.ts";
import { PaymentFields, paymentOf, wrongPayment } from "./desk-payment.tsx";

type Draft = {
  company: string;
  companyCode: string;
  companyVatCode: string;
  companyAddress: string;
  count: string;
  serviceId: string;
  face: string;
  vatType: VatType;
  vatRate: string;
  validUntil: string;
  design: VoucherDesign;
  language: "lt" | "en";
  greeting: string;
  recipientName: string;
  giverName: string;
  recipientEmail: string;
  sendDay: string;
  method: DeskPayment["method"];
  receiptNumber: string;
};
/** Maps the parts of a company to form fields. */
const companyFields = {
  name: "company",
  code: "companyCode",
  vatCode: "companyVatCode",
  address: "companyAddress",
} as const satisfies Record<keyof TypedCompany, keyof Draft>;
const companyParts = Object.entries(companyFields) as [keyof TypedCompany, CompanyField][];
type CompanyField = (typeof companyFields)[keyof TypedCompany];
const label = (field: keyof Draft) => {
  const part = companyParts.find(([, each]) => each === field)?.[0];
  return part ? say(`documents.company.${part}`) : say(`vouchers.field.${field as Exclude<keyof Draft, CompanyField>}`);
};
const designs = ["ROUTE", "HOLDS", "CONTOURS", "TAPE"] as const satisfies readonly VoucherDesign[];

const empty: Omit<Draft, "language"> = {
  company: "",
  companyCode: "",
  companyVatCode: "",
  companyAddress: "",
  count: "10",
  serviceId: "",
  face: "50",
  vatType: "MULTI",
  vatRate: "21",
  validUntil: "",
  design: "ROUTE",
  greeting: "",
  recipientName: "",
  giverName: "",
  recipientEmail: "",
  sendDay: "",
  method: "CASH",
  receiptNumber: "",
};

type Props = { isBatch: boolean; onClose: () => void; onDone: (voucherId: string | undefined) => void };

/** Issues a voucher paid at the desk, or a batch for a company. */
export function IssueForm({ isBatch, onClose, onDone }: Props) {
  const write = usePlatformAction("vouchers");
  const services = usePlatformQuery(["services", "names"], async (client) => (await servicesBy(client)).items).data;
  const [requestId] = useState(() => crypto.randomUUID());
  const first: Draft = { ...empty, language: language(), ...(isBatch && { method: "TRANSFER" }) };
  const form = useEntityForm<Draft>({
    label,
    kept: { draft: first, revision: undefined },
    isNew: true,
    check: (draft) => wrongIn(draft, isBatch),
    fieldOf,
    save: async ({ draft }) => {
      const common = commonOf(draft);
      if (isBatch) {
        const asked = { ...common, requestId, company: companyOf(typedCompany(draft)), count: Number(draft.count) };
        await write(({ vouchers }) => vouchers.issueBatch(asked));
        return onDone(undefined);
      }
      const { recipientName, giverName, recipientEmail, sendDay } = draft;
      const { voucher } = await write(({ vouchers }) =>
        vouchers.issue({
          ...common,
          requestId,
          recipientName,
          giverName,
          recipientEmail: recipientEmail.trim() || null,
          // At 8:00 in the issuer's local time.
          sendDate: sendDay ? new Date(`${sendDay}T08:00:00`) : null,
        }),
      );
      onDone(voucher.id);
    },
  });
  const { draft, set } = form;
  return (
    <FormSheet wide title={say(isBatch ? "vouchers.batch" : "vouchers.issue")} form={form} onClose={onClose}>
      {isBatch && (
        <FieldGroup title={say("vouchers.part.company")}>
          <Field {...form.text("company")} maxLength={200} autoComplete="organization" />
          <Field {...form.text("companyCode")} maxLength={20} inputMode="numeric" />
          <Field
            {...form.text("companyVatCode")}
            maxLength={15}
            optional={say("optional")}
            autoCapitalize="characters"
          />
          <Field {...form.text("companyAddress")} maxLength={300} hint={say("vouchers.company.hint")} />
          <Field {...form.text("count")} inputMode="numeric" hint={say("vouchers.count.hint")} />
        </FieldGroup>
      )}
      <FieldGroup title={say("vouchers.part.worth")}>
        <Select
          {...form.text("serviceId")}
          hint={say("vouchers.service.hint")}
          options={[
            { value: "", label: say("vouchers.service.none") },
            ...(services ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        {!draft.serviceId && <MoneyField {...form.text("face")} onChange={(face) => set({ face })} />}
        <RadioGroup
          shown
          legend={label("vatType")}
          name="vatType"
          value={draft.vatType}
          onChange={(vatType) => set({ vatType: vatType as VatType })}
          choices={(["MULTI", "SINGLE"] as const).map((value) => ({ value, label: say(`vouchers.vat.${value}`) }))}
        />
        <p className="hint">{say(`vouchers.vat.${draft.vatType}.hint`)}</p>
        {draft.vatType === "SINGLE" && <Field {...form.text("vatRate")} inputMode="numeric" />}
        <Field {...form.text("validUntil")} type="date" optional={say("optional")} hint={say("vouchers.until.hint")} />
      </FieldGroup>
      <FieldGroup title={say("vouchers.part.card")}>
        <RadioGroup
          shown
          legend={label("design")}
          name="design"
          value={draft.design}
          onChange={(design) => set({ design: design as VoucherDesign })}
          choices={designs.map((value) => ({ value, label: say(`vouchers.design.${value}`) }))}
        />
        <RadioGroup
          shown
          legend={label("language")}
          name="language"
          value={draft.language}
          onChange={(chosen) => set({ language: chosen as Draft["language"] })}
          choices={(["lt", "en"] as const).map((value) => ({ value, label: say(`vouchers.language.${value}`) }))}
        />
        <TextArea {...form.text("greeting")} maxLength={300} optional={say("optional")} />
        {!isBatch && (
          <>
            <Field {...form.text("recipientName")} maxLength={100} optional={say("optional")} />
            <Field {...form.text("giverName")} maxLength={100} optional={say("optional")} />
            <Field
              {...form.text("recipientEmail")}
              type="email"
              optional={say("optional")}
              hint={say("vouchers.email.hint")}
            />
            {draft.recipientEmail && (
              <Field
                {...form.text("sendDay")}
                type="date"
                optional={say("optional")}
                hint={say("vouchers.sendDay.hint")}
              />
            )}
          </>
        )}
      </FieldGroup>
      <FieldGroup title={say("pay.title")}>
        <PaymentFields
          legend={say("pay.method")}
          method={draft.method}
          onMethod={(method) => set({ method })}
          receipt={{ ...form.text("receiptNumber"), hint: say("vouchers.receipt.hint") }}
        />
      </FieldGroup>
    </FormSheet>
  );
}

const typedCompany = (draft: Draft): TypedCompany => ({
  name: draft.company,
  code: draft.companyCode,
  vatCode: draft.companyVatCode,
  address: draft.companyAddress,
});

function fieldOf(path: string): keyof Draft | undefined {
  if (path.endsWith("receiptNumber")) return "receiptNumber";
  const part = companyParts.find(([part]) => path === `company.${part}`);
  return part?.[1] ?? (path === "face" || path === "vatRate" ? path : undefined);
}

function commonOf(draft: Draft) {
  const { serviceId, face, vatType, vatRate, validUntil, design, language, greeting, method, receiptNumber } = draft;
  return {
    ...(serviceId ? { serviceId } : { face: parseCents(face) }),
    vatType,
    vatRate: vatType === "SINGLE" ? rateOf(vatRate) : null,
    validUntil: validUntil || null,
    design,
    language,
    greeting,
    payment: paymentOf({ method, receiptNumber }),
  };
}

/** Converts a percentage to hundredths: "21" → 2100, "0,5" → 50. */
const rateOf = (text: string) => Math.round(Number(text.replace(",", ".")) * 100);

function wrongIn(draft: Draft, isBatch: boolean): Partial<Record<keyof Draft, string>> {
  const face = parseCents(draft.face);
  const rate = rateOf(draft.vatRate);
  const count = Number(draft.count);
  return {
    ...(isBatch &&
      Object.fromEntries(
        Object.entries(wrongCompany(typedCompany(draft))).map(([part, wrong]) => [
          companyFields[part as keyof TypedCompany],
          wrong,
        ]),
      )),
    ...(isBatch && !(Number.isInteger(count) && count >= 1 && count <= 500) && { count: say("vouchers.wrong.count") }),
    ...(!draft.serviceId &&
      !(face !== undefined && face >= 100 && face <= 500_000) && { face: say("vouchers.wrong.face") }),
    ...(draft.vatType === "SINGLE" && !(rate >= 0 && rate <= 10_000) && { vatRate: say("vouchers.wrong.rate") }),
    ...(draft.recipientEmail &&
      !/^\S+@\S+\.\S+$/.test(draft.recipientEmail.trim()) && {
        recipientEmail: say("vouchers.wrong.email"),
      }),
    ...wrongPayment(draft),
  };
}
