import { withCaptcha } from "@uola/client/captcha-retry";
import type { Cart, CartLine, CartLineKind } from "@uola/contract";
import { TextButton } from "@uola/ui/buttons.tsx";
import { Ornament } from "@uola/ui/ornament.tsx";
import { Stepper } from "@uola/ui/stepper.tsx";
import { money } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { factsOf, isWithoutDiscount, mostGoods, nameOf, problemText } from "./order-words.ts";
import type { CartState } from "./use-cart.ts";

const holds = {
  BOOKING: { shape: "flower", hue: "yellow" },
  GOODS: { shape: "edge", hue: "sky" },
  VOUCHER: { shape: "dot", hue: "orange" },
  DONATION: { shape: "sloper", hue: "pink" },
  PASS: { shape: "jug", hue: "green" },
} as const satisfies Record<CartLineKind, { shape: string; hue: string }>;

/** The lines of the cart, each with its errors next to it. */
export function CartLines({ cart, state }: { cart: Pick<Cart, "lines" | "discount">; state: CartState }) {
  return (
    <ul className="grid gap-5">
      {cart.lines.map((line) => (
        <Line key={line.id} line={line} noDiscount={isWithoutDiscount(line, cart)} state={state} />
      ))}
    </ul>
  );
}

type LineProps = { line: CartLine; noDiscount: boolean; state: CartState };

function Line({ line, noDiscount, state: { act, remove, busy, trouble } }: LineProps) {
  const { id, kind, gross, quantity, goods } = line;
  const name = nameOf(line);
  const { shape, hue } = holds[kind];
  const problem = problemText(line);
  const count = (value: number) =>
    goods &&
    void act(id, (client) =>
      withCaptcha(client, (proof) =>
        client.carts.change({ lineId: id, goods: { ...goods, quantity: value }, ...proof }),
      ),
    );
  return (
    <li className="grid grid-cols-[26px_minmax(0,1fr)] gap-x-4 gap-y-1" id={`line-${id}`} tabIndex={-1}>
      <Ornament shape={shape} hue={hue} className="mt-1 w-[26px] justify-self-center" />
      <div className="grid gap-1">
        <p className="flex justify-between gap-4 font-bold">
          <span className="min-w-0">{name}</span>
          <span className="whitespace-nowrap">{money(gross)}</span>
        </p>
        {factsOf(line).map((fact) => (
          <p key={fact} className="small text-muted first-letter:uppercase">
            {fact}
          </p>
        ))}
        {noDiscount && <p className="small text-muted">{say("order.line.noDiscount")}</p>}
        {problem && <p className="error">{problem}</p>}
        {trouble?.about === id && (
          <p className="error" role="alert">
            {trouble.text}
          </p>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          {goods ? (
            <Stepper
              label={`${name}: ${say("order.line.quantity")}`}
              value={quantity}
              max={mostGoods}
              onChange={count}
              words={{
                fewer: `${name}: ${say("order.line.fewer")}`,
                more: `${name}: ${say("order.line.more")}`,
                value: say("order.line.count", { count: quantity }),
              }}
            />
          ) : (
            <span />
          )}
          <TextButton about={name} disabled={busy} onClick={() => remove(line)}>
            {say("order.line.remove")}
          </TextButton>
        </div>
      </div>
    </li>
  );
}
