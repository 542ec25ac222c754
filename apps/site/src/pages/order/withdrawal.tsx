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
import { AccountField, accountIn } from "./account-field.tsx";
import { longest } from "./draft.ts";
import { isTransferred, nameOf, withdrawableOf } from "./order-words.ts";
import type { OrderState } from "./use-order.ts";

type Props = { order: Order; state: OrderState; contact: Contact };

const withdrawn = (kind: OrderLine["kind"]) => (kind === "VOUCHER" ? "voucher" : kind === "PASS" ? "pass" : "goods");

/** The withdrawal function required by law: the deadline, the button, and the items withdrawn from. */
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

type StatementProps = Props & { lines: readonly OrderLine[]; onClose(): void };

/**
 * The withdrawal statement: who withdraws from which items, and where the receipt is sent. Nothing
 * is withdrawn from until it is confirmed.
 */
function Statement({ order, lines, state, contact, onClose }: StatementProps) {
  const { buyer, number } = order;
  const [chosen, setChosen] = useState<readonly string[]>(lines.map(({ id }) => id));
  const [name, setName] = useState([buyer.firstName, buyer.lastName].filter(Boolean).join(" "));
  const [email, setEmail] = useState(buyer.email ?? "");
  const [typed, setTyped] = useState("");
  const [tried, setTried] = useState(false);
  const { iban, isWrong } = accountIn(typed);
  const wrong = { lines: chosen.length === 0, name: !name.trim(), email: !isEmail(email.trim()), account: isWrong };
  const confirm = async () => {
    setTried(true);
    if (Object.values(wrong).some(Boolean)) return;
    const asked = { lineIds: [...chosen], name: name.trim(), email: email.trim(), ...(iban && { iban }) };
    if (await state.withdraw(asked)) onClose();
  };
  const toggle = (id: string) =>
    setChosen((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id]));
  return (
    <Overlay title={say("order.withdraw.statement")} close={say("action.close")} onClose={onClose}>
      <form
        noValidate
        method="post"
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <p>{say("order.withdraw.statement.lead", { number })}</p>
        <fieldset className="grid gap-2">
          <legend className="label font-bold">{say("order.withdraw.lines")}</legend>
          {lines.map((line, index) => (
            <Check
              key={line.id}
              id={`withdraw-${line.id}`}
              checked={chosen.includes(line.id)}
              onChange={() => toggle(line.id)}
              {...(tried && wrong.lines && index === lines.length - 1 && { error: say("order.withdraw.wrong.lines") })}
            >
              {nameOf(line)}, {money(line.total - line.refunded)}
            </Check>
          ))}
        </fieldset>
        <Field
          id="withdraw-name"
          label={say("order.withdraw.name")}
          value={name}
          autoComplete="name"
          maxLength={200}
          required
          onChange={({ target }) => setName(target.value)}
          {...(tried && wrong.name && { error: say("order.withdraw.wrong.name") })}
        />
        <Field
          id="withdraw-email"
          label={say("field.email")}
          hint={say("order.withdraw.email.hint")}
          value={email}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={longest.email}
          required
          onChange={({ target }) => setEmail(target.value)}
          {...(tried && wrong.email && { error: say("field.emailWrong") })}
        />
        {isTransferred(order) && (
          <AccountField id="withdraw-iban" typed={typed} onType={setTyped} isWrong={tried && wrong.account} />
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
