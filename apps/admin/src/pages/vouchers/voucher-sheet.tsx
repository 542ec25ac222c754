import { usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Client } from "@uola/client";
import type { VoucherEntry } from "@uola/contract";
import { linkTo } from "@uola/page-loader/locale.ts";
import { SecondaryLink } from "@uola/ui/buttons.tsx";
import { say } from "@uola/words/admin";
import { dateLong, money, percent } from "@uola/words/formats";
import { type LedgerLine, LedgerSheet, type LedgerView, nameOf } from "../../ledger/ledger-sheet.tsx";
import { paidBy } from "./desk-payment.tsx";
import { type Step, StepDialog } from "./step-dialog.tsx";

type Read = Awaited<ReturnType<Client["vouchers"]["get"]>>;

/** A voucher with its balance, actions and ledger. */
export function VoucherSheet({ voucherId, onClose }: { voucherId: string; onClose: () => void }) {
  const reading = usePlatformQuery(["vouchers", "one", voucherId], ({ vouchers }) => vouchers.get({ voucherId }));
  return (
    <LedgerSheet
      reading={reading}
      title={say("vouchers.one")}
      failed={say("vouchers.failed")}
      view={viewOf}
      labelOf={(step: Step) => say(`vouchers.step.${step}`)}
      dialog={(step, { voucher }, events) => <StepDialog step={step} voucher={voucher} {...events} />}
      onClose={onClose}
    />
  );
}

/** Returns the contents of the sheet of a voucher, with the actions available in its present state. */
export function viewOf({ voucher, entries }: Read): LedgerView<Step> {
  const { status, face, balance, reserved, vatType, vatRate, recipientEmail, sentDate, sendDate } = voucher;
  const isActive = status === "ACTIVE";
  const may = (step: Step, isPossible = true) => status !== "REFUNDED" && isPossible && step;
  return {
    title: nameOf(voucher),
    left: money(balance),
    below: say("vouchers.fact.balance"),
    facts: [
      [say("vouchers.column.status"), say(`vouchers.status.${status}`)],
      [say("vouchers.fact.face"), [money(face), voucher.serviceName].filter(Boolean).join(" · ")],
      [say("vouchers.fact.reserved"), reserved > 0 && money(reserved)],
      [say("vouchers.column.until"), dateLong(voucher.validUntil)],
      [
        say("vouchers.field.vatType"),
        [say(`vouchers.vat.${vatType}`), vatRate != null && percent(vatRate)].filter(Boolean).join(", "),
      ],
      [say("vouchers.column.payment"), paidBy(voucher.payment)],
      [say("vouchers.field.recipientName"), voucher.recipientName],
      [say("vouchers.field.giverName"), voucher.giverName],
      [say("vouchers.field.greeting"), voucher.greeting],
      [
        say("vouchers.fact.mail"),
        recipientEmail &&
          say(sentDate ? "vouchers.fact.sent" : sendDate ? "vouchers.fact.planned" : "vouchers.fact.unsent", {
            email: recipientEmail,
            when: dateLong(sentDate ?? sendDate ?? new Date()),
          }),
      ],
    ],
    main: isActive && balance > reserved && "redeem",
    link: isActive && (
      <SecondaryLink href={linkTo(`/admin/coupons2/print/?voucher=${voucher.id}`)} target="_blank">
        {say("vouchers.print")}
      </SecondaryLink>
    ),
    menu: [
      may("send", isActive),
      may("extend"),
      may("giveBack", balance < face),
      may("renewCode", isActive),
      may(status === "BLOCKED" ? "unblock" : "block"),
    ],
    last: may("refund", balance > 0 && reserved === 0),
    name: nameOf(voucher),
    ledger: say("vouchers.ledger"),
    lines: entries.map(lineOf),
  };
}

const lineOf = ({ kind, delta, reservedDelta, balance, about, ...entry }: VoucherEntry): LedgerLine => ({
  ...entry,
  title: say(`vouchers.entry.${kind}`),
  amount: delta !== 0 ? money(delta) : reservedDelta !== 0 ? `(${money(reservedDelta)})` : "",
  balance: delta !== 0 && money(balance),
  about: about && /^\d{4}-\d\d-\d\d$/.test(about) ? dateLong(about) : about,
});
