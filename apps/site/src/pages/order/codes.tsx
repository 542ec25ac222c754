import { withCaptcha } from "@uola/client/captcha-retry";
import type { CartCode } from "@uola/contract";
import { Badge } from "@uola/ui/badge.tsx";
import { SecondaryButton, TextButton } from "@uola/ui/buttons.tsx";
import { Field } from "@uola/ui/field.tsx";
import { money } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { useState } from "react";
import { onSubmit } from "../../features/use-form.ts";
import { codeProblemText } from "./order-words.ts";
import type { CartState } from "./use-cart.ts";

/** The codes entered so far, the effect of each, and a field for another one. */
export function Codes({ codes, state }: { codes: readonly CartCode[]; state: CartState }) {
  const { act, busy, trouble } = state;
  const [typed, setTyped] = useState("");
  const [short, setShort] = useState(false);
  const error = short ? say("order.code.mistyped") : trouble?.about === "code" ? trouble.text : undefined;
  const use = async () => {
    const code = typed.trim();
    setShort(code.length < 3);
    if (
      code.length >= 3 &&
      (await act("code", (client) => withCaptcha(client, (proof) => client.carts.addCode({ code, ...proof }))))
    )
      setTyped("");
  };
  return (
    <div className="grid gap-3">
      {codes.length > 0 && (
        <div role="status">
          <ul className="grid gap-3">
            {codes.map((code) => (
              <Code
                key={code.id}
                code={code}
                busy={busy}
                remove={() => void act("code", ({ carts }) => carts.removeCode({ codeId: code.id }))}
              />
            ))}
          </ul>
        </div>
      )}
      <details open={error ? true : undefined}>
        <summary className="link alone">{say("order.code")}</summary>
        <form className="mt-3 grid gap-3" noValidate onSubmit={onSubmit(use)}>
          <Field
            id="code"
            label={say("order.code.label")}
            hint={say("order.code.hint")}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={500}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            {...(error && { error })}
          />
          <SecondaryButton type="submit" className="justify-self-start" disabled={busy}>
            {say("order.code.use")}
          </SecondaryButton>
        </form>
      </details>
    </div>
  );
}

function Code({ code, busy, remove }: { code: CartCode; busy: boolean; remove: () => void }) {
  const { kind, text, name, thing, amount, left, entries, entriesLeft, problem } = code;
  const called =
    kind === "COUPON" ? text : say(kind === "PASS" ? "order.code.pass" : "order.code.voucher", { last4: text });
  return (
    <li className="grid gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Badge hue={problem ? "plain" : "pink"}>{called}</Badge>
        <TextButton aria-label={say("order.code.remove", { code: called })} disabled={busy} onClick={remove}>
          {say("order.line.remove")}
        </TextButton>
      </div>
      {problem ? (
        <p className="error">{codeProblemText(problem)}</p>
      ) : (
        <p className="small text-muted">
          {[
            amount > 0 && money(-amount),
            kind !== "VOUCHER" && name,
            entries ? say("order.code.entries", { count: entries }) : "",
            entriesLeft != null && say("order.code.entries.left", { count: entriesLeft }),
            thing && say("order.code.thing", { thing }),
            left != null && say("order.code.left", { left: money(left) }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      )}
    </li>
  );
}
