import { usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Voucher, VoucherEntry } from "@uola/contract";
import { linkTo } from "@uola/page-loader/locale.ts";
import { ActionMenu } from "@uola/ui/action-menu.tsx";
import { PrimaryButton, SecondaryLink } from "@uola/ui/buttons.tsx";
import { Facts } from "@uola/ui/kit/facts.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { Results } from "@uola/ui/kit/results.tsx";
import { Sheet } from "@uola/ui/kit/sheet.tsx";
import { say } from "@uola/words/admin";
import { dateLong, dayShort, money, percent, time } from "@uola/words/formats";
import { useState } from "react";
import { paidBy } from "./desk-payment.tsx";
import { nameOf } from "./name.ts";
import { type Step, StepDialog } from "./step-dialog.tsx";

/** A voucher with its balance, actions and ledger. */
export function VoucherSheet({ voucherId, onClose }: { voucherId: string; onClose: () => void }) {
  const [step, setStep] = useState<Step>();
  const { done, shown } = useFeedback();
  const { data, ...reading } = usePlatformQuery(["vouchers", "one", voucherId], ({ vouchers }) =>
    vouchers.get({ voucherId }),
  );
  return (
    <Sheet wide title={data ? nameOf(data.voucher) : say("vouchers.one")} onClose={onClose}>
      {shown}
      <Results reading={reading} items={data && [data]} failed={say("vouchers.failed")}>
        {([one]) =>
          one && (
            <>
              <Known voucher={one.voucher} />
              <VoucherActions voucher={one.voucher} onStep={setStep} />
              <Ledger entries={one.entries} />
            </>
          )
        }
      </Results>
      {step && data && (
        <StepDialog
          step={step}
          voucher={data.voucher}
          onClose={() => setStep(undefined)}
          onDone={(text) => {
            setStep(undefined);
            done(text);
          }}
        />
      )}
    </Sheet>
  );
}

function Known({ voucher }: { voucher: Voucher }) {
  const { status, face, balance, reserved, serviceName, vatType, vatRate, validUntil, payment, sentDate, sendDate } =
    voucher;
  const rows: [string, string | false | null | undefined][] = [
    [say("vouchers.column.status"), say(`vouchers.status.${status}`)],
    [say("vouchers.fact.face"), [money(face), serviceName].filter(Boolean).join(" · ")],
    [say("vouchers.fact.reserved"), reserved > 0 && money(reserved)],
    [say("vouchers.column.until"), dateLong(validUntil)],
    [
      say("vouchers.field.vatType"),
      [say(`vouchers.vat.${vatType}`), vatRate != null && percent(vatRate)].filter(Boolean).join(", "),
    ],
    [say("vouchers.column.payment"), paidBy(payment)],
    [say("vouchers.field.recipientName"), voucher.recipientName],
    [say("vouchers.field.giverName"), voucher.giverName],
    [say("vouchers.field.greeting"), voucher.greeting],
    [
      say("vouchers.fact.mail"),
      voucher.recipientEmail &&
        say(sentDate ? "vouchers.fact.sent" : sendDate ? "vouchers.fact.planned" : "vouchers.fact.unsent", {
          email: voucher.recipientEmail,
          when: dateLong(sentDate ?? sendDate ?? new Date()),
        }),
    ],
  ];
  return (
    <>
      <p className="text-[44px] leading-none font-bold">{money(balance)}</p>
      <p className="mb-5 text-muted">{say("vouchers.fact.balance")}</p>
      <Facts facts={rows} />
    </>
  );
}

/** The actions available in the voucher's present state. */
function VoucherActions({ voucher, onStep }: { voucher: Voucher; onStep: (step: Step) => void }) {
  const { id, status, balance, reserved, face } = voucher;
  const isActive = status === "ACTIVE";
  const isOver = status === "REFUNDED";
  const item = (may: boolean, step: Step, apart = false) =>
    may && { label: say(`vouchers.step.${step}`), onClick: () => onStep(step), ...(apart && { apart: true }) };
  return (
    <div className="my-6 flex flex-wrap items-center gap-5">
      {isActive && balance > reserved && (
        <PrimaryButton small onClick={() => onStep("redeem")}>
          {say("vouchers.step.redeem")}
        </PrimaryButton>
      )}
      {isActive && (
        <SecondaryLink href={linkTo(`/admin/coupons2/print/?voucher=${id}`)} target="_blank">
          {say("vouchers.print")}
        </SecondaryLink>
      )}
      {!isOver && (
        <ActionMenu
          label={say("row.actions", { name: nameOf(voucher) })}
          items={[
            item(isActive, "send"),
            item(true, "extend"),
            item(balance < face, "giveBack"),
            item(isActive, "renewCode"),
            item(status !== "BLOCKED", "block"),
            item(status === "BLOCKED", "unblock"),
            item(balance > 0 && reserved === 0, "refund", true),
          ]}
        />
      )}
    </div>
  );
}

/** The ledger entries with person and reason, newest first. */
const Ledger = ({ entries }: { entries: readonly VoucherEntry[] }) => (
  <section aria-label={say("vouchers.ledger")}>
    <h3 className="title mb-3">{say("vouchers.ledger")}</h3>
    <ol className="grid">
      {entries.map(({ sequence, kind, delta, reservedDelta, balance, about, reason, actor, payment, createdDate }) => (
        <li key={sequence} className="grid grid-cols-[1fr_auto] gap-x-4 border-t border-rule py-3">
          <b>{say(`vouchers.entry.${kind}`)}</b>
          <span className="text-right whitespace-nowrap">
            {delta !== 0 ? money(delta) : reservedDelta !== 0 ? `(${money(reservedDelta)})` : ""}
          </span>
          <span className="text-muted wrap-anywhere">
            {[
              `${dayShort(createdDate)}, ${time(createdDate)}`,
              actor.name,
              aboutOf(about),
              payment?.receiptNumber,
              reason,
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>
          <span className="text-right whitespace-nowrap text-muted">{delta !== 0 && money(balance)}</span>
        </li>
      ))}
    </ol>
  </section>
);

const aboutOf = (about: string | null | undefined) =>
  about && /^\d{4}-\d\d-\d\d$/.test(about) ? dateLong(about) : about;
