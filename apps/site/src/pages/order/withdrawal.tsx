import { isEmail } from "@uola/browser/gym/email-address.ts";
import { showPhone, telOf } from "@uola/browser/gym/tel.ts";
import type { Order, OrderLine } from "@uola/contract";
import { PrimaryButton, SecondaryButton, TextLink } from "@uola/ui/buttons.tsx";
import { Check, Field } from "@uola/ui/field.tsx";
import { Notice } from "@uola/ui/notice.tsx";
import { Overlay } from "@uola/ui/overlay.tsx";
import { dateLong, money, time } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { useState } from "react";
import type { Contact } from "../../features/contact.data.ts";
import { errorsOf, type FieldError, inputsOf, onSubmit, useForm } from "../../features/use-form.ts";
import { AccountField, accountIn } from "./account-field.tsx";
import { longest } from "./draft.ts";
import { isTransferred, nameOf, withdrawableOf } from "./order-words.ts";
import type { OrderState } from "./use-order.ts";

type Props = { order: Order; state: OrderState; contact: Contact };

const withdrawn = (kind: OrderLine["kind"]) => (kind === "VOUCHER" ? "voucher" : kind === "PASS" ? "pass" : "goods");

/**
 * The withdrawal function required by law: the deadline, the button, and the items that the buyer
 * has withdrawn from.
 */
export function Withdrawal({ order, state, contact }: Props) {
  const [asks, setAsks] = useState(false);
  const open = withdrawableOf(order, new Date());
  const { withdrawals } = order;
  if (open.length === 0 && withdrawals.length === 0) return null;
  return (
    <section className="grid justify-items-start gap-3" aria-labelledby="withdrawal">
      <h2 id="withdrawal" className="title">
        {say("order.withdraw")}
      </h2>
      {withdrawals.map(({ id, date, email, amount }) => (
        <p key={id}>
          {say("order.withdraw.done", { day: dateLong(date), time: time(date), sum: money(amount), address: email })}
        </p>
      ))}
      {open.length > 0 && (
        <>
          <ul className="small text-muted">
            {open.map(({ id, kind, until }) => (
              <li key={id}>
                {say(`order.placed.withdraw.${withdrawn(kind)}`, {
                  day: dateLong(until),
                })}
              </li>
            ))}
          </ul>
          <SecondaryButton onClick={() => setAsks(true)}>{say("order.withdraw.here")}</SecondaryButton>
        </>
      )}
      {asks && <Statement order={order} lines={open} state={state} contact={contact} onClose={() => setAsks(false)} />}
    </section>
  );
}

type Draft = { lineIds: string[]; name: string; email: string; account: string };

type StatementProps = Props & { lines: readonly OrderLine[]; onClose(): void };

/**
 * The withdrawal statement: the buyer, the items to withdraw from, and the e-mail address for the
 * receipt. It has no effect until it is confirmed.
 */
function Statement({ order, lines, state, contact, onClose }: StatementProps) {
  const { buyer, number } = order;
  const form = useForm<Draft>({
    empty: {
      lineIds: lines.map(({ id }) => id),
      name: [buyer.firstName, buyer.lastName].filter(Boolean).join(" "),
      email: buyer.email ?? "",
      account: "",
    },
  });
  const { lineIds, name, email, account } = form.draft;
  const errors = errorsOf(form.problems, ({ text }) => text);
  const input = inputsOf(form, errors.of, "withdraw-");
  const confirm = async () => {
    if (!form.validate(problemsOf)) return;
    const { iban } = accountIn(account);
    const asked = { lineIds, name: name.trim(), email: email.trim(), ...(iban && { iban }) };
    if (await state.withdraw(asked)) onClose();
  };
  const toggle = (id: string) =>
    form.set({ lineIds: lineIds.includes(id) ? lineIds.filter((each) => each !== id) : [...lineIds, id] });
  return (
    <Overlay title={say("order.withdraw.statement")} close={say("action.close")} onClose={onClose}>
      <form noValidate method="post" className="grid gap-5" onSubmit={onSubmit(confirm)}>
        <p>{say("order.withdraw.statement.lead", { number })}</p>
        <fieldset className="grid gap-2">
          <legend className="label font-bold">{say("order.withdraw.lines")}</legend>
          {lines.map((line, index) => (
            <Check
              key={line.id}
              id={`withdraw-${line.id}`}
              checked={lineIds.includes(line.id)}
              onChange={() => toggle(line.id)}
              {...(index === lines.length - 1 && { error: errors.of("lineIds") })}
            >
              {nameOf(line)}, {money(line.total - line.refunded)}
            </Check>
          ))}
        </fieldset>
        <Field {...input("name")} label={say("order.withdraw.name")} autoComplete="name" maxLength={200} required />
        <Field
          {...input("email")}
          label={say("field.email")}
          hint={say("order.withdraw.email.hint")}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={longest.email}
          required
        />
        {isTransferred(order) && (
          <AccountField
            id="withdraw-iban"
            typed={account}
            onType={(account) => form.set({ account })}
            isWrong={errors.of("account") !== undefined}
          />
        )}
        <p className="small text-muted">{say("order.withdraw.how")}</p>
        {state.refused && (
          <Notice urgent>
            {say(`order.refused.${state.refused}`)}{" "}
            <TextLink href={telOf(contact.phone)}>{say("order.call", { phone: showPhone(contact.phone) })}</TextLink>
          </Notice>
        )}
        <div className="flex flex-wrap gap-4">
          <PrimaryButton type="submit" disabled={state.busy}>
            {say("order.withdraw.confirm")}
          </PrimaryButton>
          <SecondaryButton className="min-h-[56px]" onClick={onClose}>
            {say("order.withdraw.keep")}
          </SecondaryButton>
        </div>
      </form>
    </Overlay>
  );
}

/** Returns the errors of a statement, in the order of the form. */
function problemsOf({ lineIds, name, email, account }: Draft): FieldError[] {
  const problems: FieldError[] = [];
  if (lineIds.length === 0) problems.push({ field: "lineIds", text: say("order.withdraw.wrong.lines") });
  if (!name.trim()) problems.push({ field: "name", text: say("order.withdraw.wrong.name") });
  if (!isEmail(email.trim())) problems.push({ field: "email", text: say("field.emailWrong") });
  if (accountIn(account).isWrong) problems.push({ field: "account", text: say("order.back.iban.wrong") });
  return problems;
}
