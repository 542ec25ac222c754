import { servicesBy } from "@uola/browser/gym/services.ts";
import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { VatType, VoucherDesign } from "@uola/contract";
import { defineForm } from "@uola/ui/kit/define-form.ts";
import * as field from "@uola/ui/kit/fields.tsx";
import { FieldGroup, FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { parseCents } from "@uola/ui/kit/money.ts";
import { FormField, FormFields, useForm } from "@uola/ui/kit/use-form.tsx";
import { say } from "@uola/words/admin";
import { type Locale, language } from "@uola/words/language";
import { useState } from "react";
import { companyFields } from "../documents/company.ts";
import { hasReceipt, paymentFields } from "./desk-payment.tsx";

const designs = ["ROUTE", "HOLDS", "CONTOURS", "TAPE"] as const satisfies readonly VoucherDesign[];
const companyWords = {
  company: "documents.company.name",
  companyCode: "documents.company.code",
  companyVatCode: "documents.company.vatCode",
  companyAddress: "documents.company.address",
} as const;

/** Converts a percentage to hundredths: "21" → 2100, "0,5" → 50. */
const rateOf = (text: string) => Math.round(Number(text.replace(",", ".")) * 100);

type Context = { isBatch: boolean; services?: field.Named[] | undefined };
const onlyBatch = (_: unknown, { isBatch }: Context) => isBatch;
const onlySingle = (_: unknown, { isBatch }: Context) => !isBatch;

const voucherForm = defineForm({
  label: (field) =>
    say(field in companyWords ? companyWords[field as keyof typeof companyWords] : `vouchers.field.${field as "face"}`),
  fields: (_: undefined, { isBatch, services = [] }: Context) => {
    const { name: company, code: companyCode, vatCode: companyVatCode, address } = companyFields(undefined);
    const name = () => field.text("", { maxLength: 100, optional: true });
    return {
      company,
      companyCode,
      companyVatCode,
      companyAddress: address,
      count: field.wholeNumber(10, [1, 500], say("vouchers.wrong.count"), { hint: say("vouchers.count.hint") }),
      serviceId: field.select("", [{ id: "", name: say("vouchers.service.none") }, ...services], {
        hint: say("vouchers.service.hint"),
      }),
      face: field.money(5_000, {
        check: (typed) => {
          const face = parseCents(typed) ?? 0;
          return !(face >= 100 && face <= 500_000) && say("vouchers.wrong.face");
        },
      }),
      vatType: field.choice<VatType>("MULTI", ["MULTI", "SINGLE"], (type) => say(`vouchers.vat.${type}`), {
        shown: true,
      }),
      vatRate: {
        ...field.text("21", {
          inputMode: "numeric",
          check: (rate) => !(rateOf(rate) >= 0 && rateOf(rate) <= 10_000) && say("vouchers.wrong.rate"),
        }),
        sent: rateOf,
      },
      validUntil: field.date("", { optional: true, hint: say("vouchers.until.hint") }),
      design: field.choice<VoucherDesign>("ROUTE", designs, (design) => say(`vouchers.design.${design}`), {
        shown: true,
      }),
      language: field.choice<Locale>(language(), ["lt", "en"], (locale) => say(`vouchers.language.${locale}`), {
        shown: true,
      }),
      greeting: field.longText("", { maxLength: 300, optional: true }),
      recipientName: name(),
      giverName: name(),
      recipientEmail: field.orNull(
        field.text("", {
          type: "email",
          optional: true,
          hint: say("vouchers.email.hint"),
          check: field.matches(/^\S+@\S+\.\S+$/, say("vouchers.wrong.email")),
        }),
      ),
      sendDay: field.date("", { optional: true, hint: say("vouchers.sendDay.hint") }),
      ...paymentFields(isBatch ? "TRANSFER" : "CASH"),
    };
  },
  shown: {
    company: onlyBatch,
    companyCode: onlyBatch,
    companyVatCode: onlyBatch,
    companyAddress: onlyBatch,
    count: onlyBatch,
    face: ({ serviceId }) => !serviceId,
    vatRate: ({ vatType }) => vatType === "SINGLE",
    recipientName: onlySingle,
    giverName: onlySingle,
    recipientEmail: onlySingle,
    sendDay: ({ recipientEmail }, { isBatch }) => !isBatch && recipientEmail,
    receiptNumber: hasReceipt,
  },
  paths: {
    "company.name": "company",
    "company.code": "companyCode",
    "company.vatCode": "companyVatCode",
    "company.address": "companyAddress",
  },
});

type Props = { isBatch: boolean; onClose: () => void; onDone: (voucherId: string | undefined) => void };

/** Issues a voucher paid at the front desk, or a batch for a company. */
export function IssueForm({ isBatch, onClose, onDone }: Props) {
  const write = usePlatformAction("vouchers");
  const services = usePlatformQuery(["services", "names"], async (client) => (await servicesBy(client)).items).data;
  const [requestId] = useState(() => crypto.randomUUID());
  const form = useForm(() => voucherForm(undefined, { isBatch, services }), {
    save: async ({ values }) => {
      const { vatType, vatRate, validUntil, design, greeting, method, receiptNumber } = values;
      const common = {
        requestId,
        ...(values.serviceId ? { serviceId: values.serviceId } : { face: values.face ?? undefined }),
        ...{ vatType, vatRate, validUntil, design, language: values.language, greeting },
        payment: { method, receiptNumber },
      };
      if (isBatch) {
        const { company, companyCode, companyVatCode: vatCode, companyAddress, count } = values;
        const buyer = { name: company ?? "", code: companyCode ?? "", vatCode, address: companyAddress ?? "" };
        await write(({ vouchers }) => vouchers.issueBatch({ ...common, company: buyer, count: count ?? 0 }));
        return onDone(undefined);
      }
      const { recipientName, giverName, recipientEmail, sendDay } = values;
      const { voucher } = await write(({ vouchers }) =>
        vouchers.issue({
          ...common,
          recipientName: recipientName ?? "",
          giverName: giverName ?? "",
          recipientEmail,
          // The email is sent at 8:00 in the issuer's local time.
          sendDate: sendDay ? new Date(`${sendDay}T08:00:00`) : null,
        }),
      );
      onDone(voucher.id);
    },
  });
  return (
    <FormSheet wide title={say(isBatch ? "vouchers.batch" : "vouchers.issue")} form={form} onClose={onClose}>
      {isBatch && (
        <FieldGroup title={say("vouchers.part.company")}>
          <FormFields form={form} names={["company", "companyCode", "companyVatCode"]} />
          <FormField form={form} name="companyAddress" hint={say("vouchers.company.hint")} />
          <FormFields form={form} names={["count"]} />
        </FieldGroup>
      )}
      <FieldGroup title={say("vouchers.part.worth")}>
        <FormFields form={form} names={["serviceId", "face", "vatType"]} />
        <p className="hint">{say(`vouchers.vat.${form.draft.vatType}.hint`)}</p>
        <FormFields form={form} names={["vatRate", "validUntil"]} />
      </FieldGroup>
      <FieldGroup title={say("vouchers.part.card")}>
        <FormFields
          form={form}
          names={["design", "language", "greeting", "recipientName", "giverName", "recipientEmail", "sendDay"]}
        />
      </FieldGroup>
      <FieldGroup title={say("pay.title")}>
        <FormFields form={form} names={["method", "receiptNumber"]} />
      </FieldGroup>
    </FormSheet>
  );
}
