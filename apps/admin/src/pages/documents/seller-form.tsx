import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { Seller } from "@uola/contract";
import { isIban, normalizeIban } from "@uola/contract/iban";
import { Field } from "@uola/ui/field.tsx";
import { FieldGroup, FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import { isVatCode } from "./company.ts";

type Draft = {
  name: string;
  code: string;
  vatCode: string;
  address: string;
  iban: string;
  bank: string;
  email: string;
  phone: string;
  invoiceSeries: string;
  creditSeries: string;
  proformaSeries: string;
  companyDays: string;
};
const label = (field: keyof Draft) => say(`documents.seller.field.${field}`);

const draftOf = (seller: Seller | undefined): Draft => ({
  name: seller?.name ?? "",
  code: seller?.code ?? "",
  vatCode: seller?.vatCode ?? "",
  address: seller?.address ?? "",
  iban: seller?.iban ?? "",
  bank: seller?.bank ?? "",
  email: seller?.email ?? "",
  phone: seller?.phone ?? "",
  invoiceSeries: seller?.series.INVOICE ?? "SF",
  creditSeries: seller?.series.CREDIT ?? "KR",
  proformaSeries: seller?.series.PROFORMA ?? "IS",
  companyDays: String(seller?.companyDays ?? 30),
});

const plain = (typed: string) => typed.replace(/\s/g, "").toUpperCase();
const series = /^[A-Z][A-Z0-9]{0,9}$/;

function wrongIn(draft: Draft): Partial<Record<keyof Draft, string>> {
  const all = (["invoiceSeries", "creditSeries", "proformaSeries"] as const).map(
    (field) => [field, plain(draft[field])] as const,
  );
  const wrongSeries = all.filter(([, name]) => !series.test(name) || all.filter((each) => each[1] === name).length > 1);
  return {
    ...(!draft.name.trim() && { name: say("documents.wrong.name") }),
    ...(!/^\d{7,11}$/.test(plain(draft.code)) && { code: say("documents.wrong.code") }),
    ...(draft.vatCode.trim() && !isVatCode(plain(draft.vatCode)) && { vatCode: say("documents.wrong.vatCode") }),
    ...(draft.address.trim().length < 3 && { address: say("documents.wrong.address") }),
    ...(draft.iban.trim() && !isIban(normalizeIban(draft.iban)) && { iban: say("documents.wrong.iban") }),
    ...Object.fromEntries(wrongSeries.map(([field]) => [field, say("documents.wrong.series")])),
    ...(!/^\d{1,3}$/.test(draft.companyDays.trim()) && { companyDays: say("documents.wrong.days") }),
  };
}

type Props = { seller: Seller | undefined; onClose: () => void; onDone: () => void };

/** The seller's details as printed on future documents, and the number series. */
export function SellerForm({ seller, onClose, onDone }: Props) {
  const write = usePlatformAction("documents");
  const form = useEntityForm<Draft>({
    label,
    kept: { draft: draftOf(seller), revision: seller?.revision },
    isNew: !seller,
    check: wrongIn,
    fieldOf: (path) => fieldOfPath[path] ?? (path as keyof Draft),
    save: async ({ draft, before }) => {
      await write(({ documents }) =>
        documents.setSeller({
          name: draft.name.trim(),
          code: plain(draft.code),
          address: draft.address.trim(),
          vatCode: plain(draft.vatCode) || null,
          iban: normalizeIban(draft.iban) || null,
          bank: draft.bank.trim() || null,
          email: draft.email.trim() || null,
          phone: draft.phone.trim() || null,
          series: {
            INVOICE: plain(draft.invoiceSeries),
            CREDIT: plain(draft.creditSeries),
            PROFORMA: plain(draft.proformaSeries),
          },
          companyDays: Number(draft.companyDays),
          ...(before.revision && { revision: before.revision }),
        }),
      );
      onDone();
    },
    reread: async () => {
      const { seller: now } = await write(({ documents }) => documents.seller({}));
      return { draft: draftOf(now ?? undefined), revision: now?.revision };
    },
  });
  const optional = say("optional");
  return (
    <FormSheet wide title={say("documents.seller")} form={form} onClose={onClose}>
      <p className="mb-2">{say("documents.seller.lead")}</p>
      <Field {...form.text("name")} maxLength={200} />
      <div className="grid gap-4 md:grid-cols-2">
        <Field {...form.text("code")} maxLength={20} inputMode="numeric" />
        <Field
          {...form.text("vatCode")}
          maxLength={20}
          optional={optional}
          hint={say("documents.seller.vatCode.hint")}
        />
      </div>
      <Field {...form.text("address")} maxLength={300} />
      <FieldGroup title={say("documents.seller.part.contacts")}>
        <div className="grid gap-4 md:grid-cols-2">
          <Field {...form.text("iban")} maxLength={42} optional={optional} />
          <Field {...form.text("bank")} maxLength={100} optional={optional} />
          <Field {...form.text("email")} type="email" maxLength={320} optional={optional} />
          <Field {...form.text("phone")} type="tel" maxLength={40} optional={optional} />
        </div>
      </FieldGroup>
      <FieldGroup title={say("documents.seller.part.series")}>
        <p className="mb-2 text-muted">{say("documents.seller.series.lead")}</p>
        <div className="grid gap-4 md:grid-cols-3">
          <Field {...form.text("invoiceSeries")} maxLength={10} autoCapitalize="characters" />
          <Field {...form.text("creditSeries")} maxLength={10} autoCapitalize="characters" />
          <Field {...form.text("proformaSeries")} maxLength={10} autoCapitalize="characters" />
        </div>
        <Field {...form.text("companyDays")} inputMode="numeric" hint={say("documents.seller.days.hint")} />
      </FieldGroup>
    </FormSheet>
  );
}

const fieldOfPath: Record<string, keyof Draft> = {
  "series.INVOICE": "invoiceSeries",
  "series.CREDIT": "creditSeries",
  "series.PROFORMA": "proformaSeries",
};
