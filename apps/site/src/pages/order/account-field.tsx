import { isIban, normalizeIban } from "@uola/contract/iban";
import { Field } from "@uola/ui/field.tsx";
import { say } from "@uola/words/site";

/** Parses the typed account: empty, an IBAN or invalid. */
export function accountIn(typed: string): { iban?: string; isWrong: boolean } {
  const iban = normalizeIban(typed);
  if (!iban) return { isWrong: false };
  return isIban(iban) ? { iban, isWrong: false } : { isWrong: true };
}

type Props = { id: string; typed: string; onType(typed: string): void; isWrong: boolean };

/** The bank account field for a refund by bank transfer. */
export const AccountField = ({ id, typed, onType, isWrong }: Props) => (
  <Field
    id={id}
    label={say("order.back.iban")}
    hint={say("order.back.iban.hint")}
    optional={say("field.optional")}
    value={typed}
    autoCapitalize="characters"
    spellCheck={false}
    maxLength={42}
    onChange={({ target }) => onType(target.value)}
    {...(isWrong && { error: say("order.back.iban.wrong") })}
  />
);
