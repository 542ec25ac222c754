import type { VoucherEntry } from "@uola/contract";
import { PrimaryButton } from "@uola/ui/buttons.tsx";
import { ActionMenu } from "@uola/ui/kit/action-menu.tsx";
import { Facts } from "@uola/ui/kit/facts.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { Loaded } from "@uola/ui/kit/results.tsx";
import { Sheet } from "@uola/ui/kit/sheet.tsx";
import { say } from "@uola/words/admin";
import { dayShort, time } from "@uola/words/formats";
import { type ComponentProps, type ReactNode, useState } from "react";

/** Formats the name of a voucher or a pass: "Nr. 000187 (…QXYZ)". */
export const nameOf = ({ number, last4 }: { number: number; last4: string }) =>
  say("vouchers.name", { number: String(number).padStart(6, "0"), last4 });

/** A line of the ledger: the data that vouchers and passes have in common, and the texts to show. */
export type LedgerLine = Pick<VoucherEntry, "sequence" | "createdDate" | "actor" | "payment" | "reason"> & {
  title: string;
  amount: string;
  /** The balance after the line, if the line changed it. */
  balance: ReactNode;
  day?: string | false;
  about: string | null | undefined;
};

/** The contents of the sheet of a voucher or a pass. Actions that are not possible now are false. */
export type LedgerView<Step extends string> = {
  title: string;
  /** The remaining balance, in large type, and the line below it. */
  left: string;
  below: string;
  facts: ComponentProps<typeof Facts>["facts"];
  /** The action for which people usually open the sheet. */
  main: Step | false;
  link?: ReactNode;
  menu: readonly (Step | false)[];
  /** An irreversible action, set apart in the menu. */
  last: Step | false;
  /** The name of the voucher or pass, used in the label of the menu. */
  name: string;
  ledger: string;
  lines: readonly LedgerLine[];
};

type Props<Answer, Step extends string> = {
  reading: ComponentProps<typeof Loaded<Answer>>["reading"];
  /** The title shown until the response has arrived. */
  title: string;
  failed: string;
  view: (answer: Answer) => LedgerView<Step>;
  labelOf: (step: Step) => string;
  /** The dialog of the chosen step. */
  dialog: (step: Step, answer: Answer, events: { onClose: () => void; onDone: (text: string) => void }) => ReactNode;
  onClose: () => void;
};

/** Shows a voucher or a pass with its remaining balance, its actions and its ledger. */
export function LedgerSheet<Answer, Step extends string>(props: Props<Answer, Step>) {
  const { reading, title, failed, view, labelOf, dialog, onClose } = props;
  const [step, setStep] = useState<Step>();
  const { done, shown } = useFeedback();
  const { data } = reading;
  const close = () => setStep(undefined);
  return (
    <Sheet wide title={data ? view(data).title : title} onClose={onClose}>
      {shown}
      <Loaded reading={reading} failed={failed} lines={6}>
        {(answer) => <Read view={view(answer)} labelOf={labelOf} onStep={setStep} />}
      </Loaded>
      {step &&
        data &&
        dialog(step, data, {
          onClose: close,
          onDone: (text) => {
            close();
            done(text);
          },
        })}
    </Sheet>
  );
}

type ReadProps<Step extends string> = {
  view: LedgerView<Step>;
  labelOf: (step: Step) => string;
  onStep: (step: Step) => void;
};

function Read<Step extends string>({ view, labelOf, onStep }: ReadProps<Step>) {
  const { left, below, facts, main, link, menu, last, name, ledger, lines } = view;
  const item = (step: Step | false, apart = false) =>
    step && { label: labelOf(step), onClick: () => onStep(step), ...(apart && { apart }) };
  return (
    <>
      <p className="text-[44px] leading-none font-bold">{left}</p>
      <p className="mb-5 text-muted">{below}</p>
      <Facts facts={facts} />
      <div className="my-6 flex flex-wrap items-center gap-5">
        {main && (
          <PrimaryButton small onClick={() => onStep(main)}>
            {labelOf(main)}
          </PrimaryButton>
        )}
        {link}
        <ActionMenu
          label={say("row.actions", { name })}
          items={[...menu.map((step) => item(step)), item(last, true)]}
        />
      </div>
      <section aria-label={ledger}>
        <h3 className="title mb-3">{ledger}</h3>
        <ol className="grid">
          {lines.map(({ sequence, title, amount, balance, createdDate, day, actor, about, payment, reason }) => (
            <li key={sequence} className="grid grid-cols-[1fr_auto] gap-x-4 border-t border-rule py-3">
              <b>{title}</b>
              <span className="text-right whitespace-nowrap">{amount}</span>
              <span className="text-muted wrap-anywhere">
                {[
                  `${dayShort(createdDate)}, ${time(createdDate)}`,
                  day,
                  actor.name,
                  about,
                  payment?.receiptNumber,
                  reason,
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
              <span className="text-right whitespace-nowrap text-muted">{balance}</span>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}
