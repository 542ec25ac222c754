import { showPhone, telOf } from "@uola/browser/gym/tel.ts";
import type { Order } from "@uola/contract";
import { useApp } from "@uola/page-loader/tree.tsx";
import { PrimaryButton, TextLink } from "@uola/ui/buttons.tsx";
import { Notice } from "@uola/ui/notice.tsx";
import { say } from "@uola/words/site";
import type { Contact } from "../../features/contact.data.ts";
import { errorsOf, inputsOf, onSubmit, useForm } from "../../features/use-form.ts";
import { CompanyFields } from "./company-fields.tsx";
import { type CompanyDraft, type CompanyProblem, companyOf, companyProblemsOf, noCompany } from "./draft.ts";
import type { OrderState } from "./use-order.ts";

type Props = { order: Order; orderKey: string; state: OrderState; contact: Contact };

/** Document links. The platform serves a document to anyone with the key of its order. */
export function Documents({ order, orderKey, state, contact }: Props) {
  const { platformUrl } = useApp();
  const { documents, buyer, company } = order;
  if (documents.length === 0) return null;
  // Only the last invoice is valid. A buyer who has already changed the company once must ask the
  // gym for another change.
  const invoice = documents.findLast(({ kind }) => kind === "INVOICE");
  const isFirst = documents.filter(({ kind }) => kind === "INVOICE").length === 1;
  return (
    <section className="grid gap-4" aria-labelledby="documents">
      <h2 id="documents" className="title">
        {say("order.placed.documents")}
      </h2>
      <ul className="rule">
        {documents.map(({ id, kind, number }) => (
          <li key={id} className="border-b border-rule py-1">
            <TextLink
              alone
              href={`${platformUrl}/v1/orders/by-key/${encodeURIComponent(orderKey)}/documents/${id}`}
              target="_blank"
              rel="noreferrer"
            >
              {say(`order.placed.document.${kind as "INVOICE"}`, { number })}
            </TextLink>
          </li>
        ))}
      </ul>
      {buyer.email && (
        <p className="small text-muted">{say("order.placed.documents.mail", { address: buyer.email })}</p>
      )}
      {invoice && isFirst && !company && <ForCompany documentId={invoice.id} state={state} contact={contact} />}
    </section>
  );
}

/**
 * Form for adding a company to the invoice after the purchase: the invoice is credited and a new
 * one is issued.
 */
function ForCompany({ documentId, state, contact }: Pick<Props, "state" | "contact"> & { documentId: string }) {
  const form = useForm<CompanyDraft, CompanyProblem>({ empty: noCompany });
  const errors = errorsOf(form.problems, ({ field }) => say(`order.problem.field.${field}`));
  const send = () => form.validate(companyProblemsOf) && state.setCompany(documentId, companyOf(form.draft));
  return (
    <details>
      <summary className="link alone">{say("order.company.later")}</summary>
      <form noValidate method="post" className="mt-4 grid justify-items-start gap-5" onSubmit={onSubmit(send)}>
        <p>{say("order.company.later.how")}</p>
        <CompanyFields input={inputsOf(form, errors.of, "invoice-")} />
        {state.refused && (
          <Notice urgent>
            {say(`order.refused.${state.refused}`)}{" "}
            <TextLink href={telOf(contact.phone)}>{say("order.call", { phone: showPhone(contact.phone) })}</TextLink>
          </Notice>
        )}
        <PrimaryButton type="submit" disabled={state.busy}>
          {say("order.company.later.do")}
        </PrimaryButton>
      </form>
    </details>
  );
}
