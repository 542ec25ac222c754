import type { Cart, Order } from "@uola/contract";
import { PrimaryButton, TextButton } from "@uola/ui/buttons.tsx";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { Check } from "@uola/ui/field.tsx";
import { parseCents } from "@uola/ui/kit/money.ts";
import { Money } from "@uola/ui/kit/money-field.tsx";
import { Notice } from "@uola/ui/notice.tsx";
import { say } from "@uola/words/admin";
import { money } from "@uola/words/formats";
import type { RefObject } from "react";
import { changeOf } from "./keys.ts";

export type Taking = { kind: "CASH" | "CARD"; given: string; receipt: string };

type CartProps = {
  cart: Cart | undefined;
  /** The order that was placed before recording its payment failed. */
  placed: Order | undefined;
  name: string;
  email: string | null | undefined;
  taking: Taking;
  onTaking: (taking: Taking) => void;
  receiptField: RefObject<HTMLInputElement | null>;
  wrong: string | undefined;
  busy: boolean;
  /** Whether the document is printed after payment. */
  prints: boolean;
  onPrints: (prints: boolean) => void;
  onRemove: (lineId: string) => void;
  onRemoveCode: (codeId: string) => void;
  onScan: () => void;
  onTake: () => void;
};

/**
 * The items being sold, the amount due and how it is paid. The till prints the receipt; its number
 * is recorded here.
 */
export function DeskCart({
  cart,
  placed,
  name,
  email,
  taking,
  onTaking,
  receiptField,
  wrong,
  busy,
  prints,
  ...on
}: CartProps) {
  const toPay = placed ? placed.toPay - placed.paid : (cart?.toPay ?? 0);
  const isEmpty = !placed && (cart?.lines.length ?? 0) === 0;
  const change = taking.kind === "CASH" ? changeOf(parseCents(taking.given), toPay) : undefined;
  return (
    <section
      className="on-ink contoured bg-ink px-6 py-5 text-text md:col-span-2 xl:sticky xl:top-4 xl:col-span-1"
      aria-labelledby="desk-cart"
    >
      <header className="flex items-end justify-between gap-4 border-text border-b-[3px] pb-[6px]">
        <h2 className="title" id="desk-cart">
          {say("desk.cart")}
        </h2>
        <span>{name}</span>
      </header>
      {isEmpty && <p className="py-4">{say("desk.cart.empty")}</p>}
      {placed && <Notice hue="yellow">{say("desk.cart.placed", { number: placed.number })}</Notice>}
      <ul>
        {cart?.lines.map(({ id, name: what, quantity, total, problem }) => (
          <li key={id} className="flex items-center gap-3 border-rule border-b py-2">
            <div className="mr-auto min-w-0 wrap-anywhere">
              <b>{what}</b>
              <p className="text-muted">
                {say("desk.cart.pieces", { count: quantity })}
                {problem && ` · ${say(`desk.problem.${problem.code}`)}`}
              </p>
            </div>
            <b className="whitespace-nowrap">{money(total)}</b>
            <TextButton about={what} onClick={() => on.onRemove(id)}>
              {say("desk.cart.remove")}
            </TextButton>
          </li>
        ))}
        {cart?.codes.map(({ id, name: code, text, amount, left, problem }) => (
          <li key={id} className="flex items-center gap-3 border-rule border-b py-2">
            <div className="mr-auto">
              <b>{code || text}</b>
              <p className="text-muted">
                {problem ? say("desk.code.nothing") : left != null && say("desk.voucher.left", { amount: money(left) })}
              </p>
            </div>
            <b className="whitespace-nowrap">{money(-amount)}</b>
            <TextButton about={code || text} onClick={() => on.onRemoveCode(id)}>
              {say("desk.cart.remove")}
            </TextButton>
          </li>
        ))}
      </ul>
      <p className="mt-6 flex items-end justify-between gap-4">
        <b>{say("desk.toPay")}</b>
        <span className="price text-[52px] leading-none" role="status">
          {money(toPay)}
        </span>
      </p>
      {toPay > 0 && (
        <div className="mt-4 grid gap-4">
          <RadioGroup
            legend={say("desk.kind")}
            name="desk-kind"
            value={taking.kind}
            onChange={(kind) => onTaking({ ...taking, kind: kind as Taking["kind"] })}
            choices={[
              { value: "CASH", label: `${say("desk.cash")} · F8` },
              { value: "CARD", label: `${say("desk.card")} · F9` },
            ]}
          />
          <div className="grid grid-cols-2 gap-4">
            <div className="field">
              <label htmlFor="desk-receipt">{say("desk.receipt")}</label>
              <input
                ref={receiptField}
                id="desk-receipt"
                className="input"
                autoComplete="off"
                maxLength={40}
                aria-invalid={wrong !== undefined && !taking.receipt.trim() ? true : undefined}
                value={taking.receipt}
                onChange={({ target }) => onTaking({ ...taking, receipt: target.value })}
              />
            </div>
            {taking.kind === "CASH" && (
              <div className="field">
                <label htmlFor="desk-given">{say("desk.given")}</label>
                <Money
                  id="desk-given"
                  value={taking.given}
                  placeholder={money(toPay)}
                  onChange={(given) => onTaking({ ...taking, given })}
                />
              </div>
            )}
          </div>
          {change !== undefined && (
            <p className="flex items-end justify-between" role="status">
              {say("desk.change")} <b className="price text-[32px] leading-none text-yellow">{money(change)}</b>
            </p>
          )}
        </div>
      )}
      <Notice urgent>{wrong}</Notice>
      <PrimaryButton className="mt-5" wide disabled={isEmpty || busy || cart?.orderable === false} onClick={on.onTake}>
        {say(toPay > 0 ? "desk.take" : "desk.finish", { prints: String(prints) })}{" "}
        <kbd className="max-md:hidden">Ctrl Enter</kbd>
      </PrimaryButton>
      <div className="mt-3">
        <Check checked={prints} onChange={({ target }) => on.onPrints(target.checked)}>
          {say("desk.prints")}
        </Check>
      </div>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <TextButton onClick={on.onScan}>{say("desk.byVoucher")}</TextButton>
        {email && <span className="text-muted">{say("desk.mailed", { email })}</span>}
      </p>
    </section>
  );
}
