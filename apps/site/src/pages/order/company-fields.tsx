import { Field } from "@uola/ui/field.tsx";
import { say } from "@uola/words/site";
import { type CompanyDraft, longest } from "./draft.ts";

type Input = {
  id: string;
  value: string;
  onChange(event: { target: { value: string } }): void;
  error: string | undefined;
};

/** Fields for the company that an invoice is issued to. */
export function CompanyFields({ input: bound }: { input(field: keyof CompanyDraft): Input }) {
  const input = (name: keyof CompanyDraft) => ({ ...bound(name), name });
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <Field
        label={say("order.company.name")}
        {...input("company")}
        autoComplete="organization"
        maxLength={longest.company}
        required
      />
      <Field label={say("order.company.code")} {...input("companyCode")} inputMode="numeric" maxLength={9} required />
      <Field
        label={say("order.company.vatCode")}
        optional={say("field.optional")}
        {...input("vatCode")}
        autoCapitalize="characters"
        maxLength={20}
      />
      <Field
        label={say("order.company.address")}
        {...input("address")}
        autoComplete="street-address"
        maxLength={longest.address}
        required
      />
    </div>
  );
}
