import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { DocumentRow, IssuedDocument } from "@uola/contract";
import { Field } from "@uola/ui/field.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import { companyOf, type TypedCompany, wrongCompany } from "./company.ts";

const label = (field: keyof TypedCompany) => say(`documents.company.${field}`);

type Props = {
  document: IssuedDocument;
  onClose: () => void;
  onDone: (made: { credit: DocumentRow; invoice: DocumentRow }) => void;
};

/** Adds a company to an invoice: the invoice is credited and a new one issued. */
export function CompanyForm({ document, onClose, onDone }: Props) {
  const write = usePlatformAction("documents");
  const { company } = document;
  const form = useEntityForm<TypedCompany>({
    label,
    kept: {
      draft: {
        name: company?.name ?? "",
        code: company?.code ?? "",
        vatCode: company?.vatCode ?? "",
        address: company?.address ?? "",
      },
      revision: undefined,
    },
    isNew: true,
    prefix: "company-",
    check: wrongCompany,
    fieldOf: (path) => path.replace(/^company\./, "") as keyof TypedCompany,
    save: async ({ draft }) => {
      const asked = { documentId: document.id, company: companyOf(draft) };
      onDone(await write(({ documents }) => documents.setCompany(asked)));
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
