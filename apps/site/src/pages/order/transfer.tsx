import type { Order } from "@uola/contract";
import { CopyButton } from "@uola/ui/copy-button.tsx";
import { money } from "@uola/words/formats";
import { say } from "@uola/words/site";

/**
 * The details of a bank transfer: amount, recipient and reference, for copying or for scanning with
 * a banking app.
 */
export function Transfer({ transfer }: { transfer: NonNullable<Order["transfer"]> }) {
  const { receiver, iban, bank, amount, reference, qr } = transfer;
  const spaced = iban.replace(/(.{4})(?=.)/g, "$1\u00a0");
  const rows = [
    { name: say("order.transfer.receiver"), shown: receiver, copied: receiver },
    { name: say("order.transfer.iban"), shown: spaced, copied: iban },
    ...(bank ? [{ name: say("order.transfer.bank"), shown: bank, copied: "" }] : []),
    { name: say("order.transfer.amount"), shown: money(amount), copied: (amount / 100).toFixed(2) },
    { name: say("order.transfer.reference"), shown: reference, copied: reference },
  ];
  return (
    <div className="grid gap-6 md:grid-cols-[1fr_auto]">
      <dl className="rule">
        {rows.map(({ name, shown, copied }) => (
          <div key={name} className="grid gap-x-4 border-b border-rule py-3 md:grid-cols-[150px_1fr]">
            <dt className="text-muted">{name}</dt>
            <dd className="flex flex-wrap items-center justify-between gap-x-4 font-bold">
              {shown}
              {copied && (
                <CopyButton text={copied} label={say("order.transfer.copy")} done={say("order.transfer.copied")} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      <figure className="grid w-[220px] content-start gap-2">
        <svg
          viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`}
          role="img"
          aria-label={say("order.transfer.qr")}
          className="poster w-full bg-paper text-ink"
        >
          <path d={qr.path} fill="currentColor" />
        </svg>
        <figcaption className="small text-muted">{say("order.transfer.qr")}</figcaption>
      </figure>
    </div>
  );
}
