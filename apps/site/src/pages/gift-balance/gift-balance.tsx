import { failureOf } from "@uola/browser/errors.ts";
import { withCaptcha } from "@uola/client/captcha-retry";
import type { VoucherBalance } from "@uola/contract";
import { parseVoucherCode } from "@uola/contract/voucher-code";
import type { Head } from "@uola/page-loader/page.ts";
import { PrimaryButton } from "@uola/ui/buttons.tsx";
import { Field } from "@uola/ui/field.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { dateLong, money } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { useEffect, useEffectEvent, useState } from "react";
import { useAction } from "../../features/use-action.ts";

export const head = (): Head => ({ title: say("balance.head"), hidden: true });

export const Waiting = () => (
  <main id="content" className="short" aria-busy="true">
    <PageHeader title={say("balance.head")} />
  </main>
);

/**
 * Shows the balance of a voucher. The QR code passes the voucher code in the URL fragment, which
 * never reaches a server log.
 */
export default function GiftBalance() {
  const [code, setCode] = useState("");
  const [found, setFound] = useState<VoucherBalance>();
  const [isMistyped, setIsMistyped] = useState(false);
  const { at, failure, run } = useAction<string>();
  const busy = at === "running";
  const error = isMistyped ? say("balance.mistyped") : failure;
  const look = async (typed: string) => {
    setFound(undefined);
    setIsMistyped(!parseVoucherCode(typed));
    if (!parseVoucherCode(typed)) return;
    await run(async (client) => {
      const asked = withCaptcha(client, (proof) => client.vouchers.balance({ code: typed, ...proof }));
      setFound((await asked).balance);
    }, refusalText);
  };
  const begin = useEffectEvent(() => {
    const scanned = decodeURIComponent(location.hash.slice(1));
    if (!scanned) return;
    setCode(scanned);
    void look(scanned);
  });
  useEffect(() => begin(), []);
  return (
    <main id="content" className="short">
      <PageHeader title={say("balance.head")} art={{ shape: "jug", hue: "pink" }} hues={["yellow", "sky", "green"]} />
      <section className="page section grid max-w-[900px] gap-8">
        <form
          className="grid max-w-[480px] gap-6"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void look(code);
          }}
        >
          <Field
            id="voucher-code"
            label={say("balance.code")}
            hint={say("balance.hint")}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={code}
            onChange={({ target }) => setCode(target.value)}
            error={error}
          />
          <PrimaryButton type="submit" className="justify-self-start" disabled={busy}>
            {say(busy ? "balance.looking" : "balance.look")}
          </PrimaryButton>
        </form>
        <div role="status">{found && <Found {...found} />}</div>
      </section>
    </main>
  );
}

function refusalText(error: unknown): string {
  const { code } = failureOf(error);
  if (code === "VOUCHER_NOT_FOUND") return say("balance.unknown");
  return say(code === "TOO_MANY_GUESSES" ? "balance.tooMany" : "balance.failed");
}

function Found({ last4, status, available, serviceName, validUntil }: VoucherBalance) {
  const until = dateLong(validUntil);
  return (
    <>
      <p className="text-muted">{say("balance.voucher", { last4 })}</p>
      {status === "ACTIVE" && <p className="text-[56px] leading-[1.2] font-bold">{serviceName ?? money(available)}</p>}
      <p>{say(`balance.status.${status}`, { until })}</p>
    </>
  );
}
