import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { LedgerAccounts, LedgerRole } from "@uola/contract";
import { Field } from "@uola/ui/field.tsx";
import { FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";

type Props = { onClose: () => void; onDone: () => void };
type Draft = Record<LedgerRole, string>;

const roles = [
  ...(["BUYERS", "BANK", "TILL", "UNDERWAY", "VOUCHERS", "VAT"] as const),
  ...(["SERVICES", "GOODS", "DONATIONS", "BONUS"] as const),
] satisfies LedgerRole[];
const account = /^[0-9A-Z][0-9A-Z.-]{0,15}$/i;

/** Edits the account numbers used in the journal, named as in the accountant's books. */
export function AccountsForm(props: Props) {
  const { data } = usePlatformQuery(["documents", "accounts"], ({ bookkeeping }) => bookkeeping.accounts({}), {
    refetch: true,
  });
  return data ? <Accounts {...props} kept={data} /> : null;
}

function Accounts({ kept, onClose, onDone }: Props & { kept: LedgerAccounts }) {
  const write = usePlatformAction("documents");
  const form = useEntityForm<Draft>({
    label: (role) => say(`documents.account.${role}`),
    kept: { draft: kept.accounts, revision: kept.revision },
    check: (draft) =>
      Object.fromEntries(
        roles.flatMap((role) => (account.test(draft[role].trim()) ? [] : [[role, say("documents.accounts.wrong")]])),
      ),
    fieldOf: (path) => roles.find((role) => path === `accounts.${role}`),
    save: async ({ draft, before }) => {
      await write(({ bookkeeping }) =>
        bookkeeping.setAccounts({ accounts: draft, revision: before.revision ?? kept.revision }),
      );
      onDone();
    },
    reread: async () => {
      const now = await write(({ bookkeeping }) => bookkeeping.accounts({}));
      return { draft: now.accounts, revision: now.revision };
    },
  });
  return (
    <FormSheet title={say("documents.accounts")} form={form} onClose={onClose}>
      <p className="mb-2">{say("documents.accounts.lead")}</p>
      {roles.map((role) => (
        <Field key={role} {...form.text(role)} maxLength={16} autoComplete="off" />
      ))}
    </FormSheet>
  );
}
