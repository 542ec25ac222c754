import type { DocumentRow, IssuedDocument } from "@uola/contract";
import { say } from "@uola/words/admin";
import { FormDialog } from "../../admin/kit/form-dialog.tsx";
import { useEntityForm } from "../../admin/kit/use-entity-form.ts";
import { Field } from "../../ui/field.tsx";
import { usePlatformAction } from "../../use-platform.ts";

type Draft = { name: string; code: string; vatCode: string; address: string };
const label = (field: keyof Draft) => say(`documents.company.${field}`);

type Props = {
  document: IssuedDocument;
  onClose: () => void;
  onDone: (made: { credit: DocumentRow; invoice: DocumentRow }) => void;
};

/** Gives an invoice its company: the invoice is credited, and another one issued. */
export function CompanyForm({ document, onClose, onDone }: Props) {
  const write = usePlatformAction("documents");
  const { company } = document;
  const form = useEntityForm<Draft>({
    label,
    kept: {
      draft: {
        ...{ name: company?.name ?? "", code: company?.code ?? "" },
        ...{ vatCode: company?.vatCode ?? "", address: company?.address ?? "" },
      },
      revision: undefined,
    },
    isNew: true,
    prefix: "company-",
    check: ({ name, code, vatCode, address }) => ({
      ...(!name.trim() && { name: say("documents.wrong.name") }),
      ...(!/^[\p{L}\d-]{3,20}$/u.test(code.trim()) && { code: say("documents.wrong.companyCode") }),
      ...(vatCode.trim() && !isVatCode(vatCode) && { vatCode: say("documents.wrong.vatCode") }),
      ...(address.trim().length < 3 && { address: say("documents.wrong.address") }),
    }),
    fieldOf: (path) => path.replace(/^company\./, "") as keyof Draft,
    save: async ({ draft: { name, code, vatCode, address } }) => {
      const company = {
        ...{ name: name.trim(), code: code.trim(), address: address.trim() },
        vatCode: vatCode.trim().toUpperCase() || null,
      };
      onDone(await write(({ documents }) => documents.setCompany({ documentId: document.id, company })));
    },
  });
  return (
    <FormDialog
      title={say("documents.company")}
      sure={say("documents.company.sure")}
      form={form}
      disabled={form.busy}
      onClose={onClose}
    >
      <p className="mb-4">{say("documents.company.lead")}</p>
      <Field {...form.text("name")} maxLength={200} autoComplete="organization" />
      <Field {...form.text("code")} maxLength={20} inputMode="numeric" />
      <Field {...form.text("vatCode")} maxLength={15} optional={say("optional")} autoCapitalize="characters" />
      <Field {...form.text("address")} maxLength={300} />
    </FormDialog>
  );
}

/** "LT123456789"; the platform takes it in capitals. */
export const isVatCode = (typed: string): boolean => /^[A-Z]{2}[A-Z0-9]{5,13}$/i.test(typed.trim());
