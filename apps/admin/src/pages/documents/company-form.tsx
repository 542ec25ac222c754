import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { BuyerCompany, DocumentRow, IssuedDocument } from "@uola/contract";
import { defineForm } from "@uola/ui/kit/define-form.ts";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { FormFields, useForm } from "@uola/ui/kit/use-form.tsx";
import { say } from "@uola/words/admin";
import { companyFields } from "./company.ts";

const companyForm = defineForm({
  label: (field) => say(`documents.company.${field}`),
  fields: (company: BuyerCompany | undefined) => companyFields(company),
});

type Props = {
  document: IssuedDocument;
  onClose: () => void;
  onDone: (made: { credit: DocumentRow; invoice: DocumentRow }) => void;
};

/** Adds a company to an invoice: the old invoice is credited and a new one is issued. */
export function CompanyForm({ document, onClose, onDone }: Props) {
  const write = usePlatformAction("documents");
  const form = useForm(companyForm, {
    item: document.company ?? undefined,
    isNew: true,
    prefix: "company-",
    save: async ({ values: company }) => {
      const asked = { documentId: document.id, company };
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
      <FormFields form={form} names={["name", "code", "vatCode", "address"]} />
    </FormDialog>
  );
}
