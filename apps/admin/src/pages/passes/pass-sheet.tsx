import { useHasPower, useIsOwner } from "@uola/browser/session/session.tsx";
import { usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Pass, PassEntry } from "@uola/contract";
import { ActionMenu } from "@uola/ui/action-menu.tsx";
import { PrimaryButton } from "@uola/ui/buttons.tsx";
import { Facts } from "@uola/ui/kit/facts.tsx";
import { useFeedback } from "@uola/ui/kit/feedback.tsx";
import { Results } from "@uola/ui/kit/results.tsx";
import { Sheet } from "@uola/ui/kit/sheet.tsx";
import { say } from "@uola/words/admin";
import { dateLong, dayShort, money, time } from "@uola/words/formats";
import { useState } from "react";
import { leftOf, nameOf, termsOf } from "./pass-words.ts";
import { type Step, StepDialog } from "./step-dialog.tsx";

export type PassProps = { passId: string; onClose: () => void };

/** A pass with its remaining entries, actions and ledger. */
export function PassSheet({ passId, onClose }: PassProps) {
  const [step, setStep] = useState<Step>();
  const { done, shown } = useFeedback();
  const { data, ...reading } = usePlatformQuery(["passes", "one", passId], ({ passes }) => passes.get({ passId }));
  return (
    <Sheet wide title={data ? data.pass.holder.name : say("passes.one")} onClose={onClose}>
      {shown}
      <Results reading={reading} items={data && [data]} failed={say("passes.failed")}>
        {([one]) =>
          one && (
            <>
              <Known pass={one.pass} />
              <PassActions pass={one.pass} onStep={setStep} />
              <Ledger entries={one.entries} />
            </>
          )
        }
      </Results>
      {step && data && (
        <StepDialog
          step={step}
          pass={data.pass}
          visitsToday={data.visitsToday}
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

function Known({ pass }: { pass: Pass }) {
  const {
    status,
    name,
    terms,
    balance,
    visits,
    holder,
    validFrom,
    validUntil,
    frozenFrom,
    frozenUntil,
    freezeDaysLeft,
    unused,
  } = pass;
  return (
    <>
      <p className="text-[44px] leading-none font-bold">
        {balance == null ? say("passes.visits", { count: visits }) : leftOf(pass)}
      </p>
      <p className="mb-5 text-muted">{say(`passes.status.${status}`)}</p>
      <Facts
        facts={[
          [say("passes.fact.kind"), `${name}: ${termsOf(terms)}`],
          [say("passes.fact.number"), nameOf(pass)],
          [say("passes.field.email"), holder.email],
          [
            say("passes.fact.valid"),
            status === "NEW"
              ? say("passes.fact.latest", { day: dateLong(validFrom) })
              : `${dateLong(validFrom)} – ${dateLong(validUntil)}`,
          ],
          [
            say("passes.fact.frozen"),
            frozenFrom && frozenUntil && `${dateLong(frozenFrom)} – ${dateLong(frozenUntil)}`,
          ],
          [say("passes.fact.freezeLeft"), say("passes.terms.days", { count: freezeDaysLeft })],
          [say("passes.fact.price"), money(pass.price)],
          [say("passes.fact.unused"), unused > 0 && money(unused)],
        ]}
      />
    </>
  );
}

/**
 * The actions available to the user for the pass in its present state. A trainer can only let the
 * holder in.
 */
function PassActions({ pass, onStep }: { pass: Pass; onStep: (step: Step) => void }) {
  const isOwner = useIsOwner();
  const sells = useHasPower("sells");
  const { status, visits, frozenUntil, transferred, terms, balance, orderId, unused } = pass;
  const isOpen = status === "ACTIVE" || status === "NEW" || status === "FROZEN";
  if (status === "REFUNDED") return null;
  const item = (may: boolean, step: Step, apart = false) =>
    may && { label: say(`passes.step.${step}`), onClick: () => onStep(step), ...(apart && { apart: true }) };
  return (
    <div className="my-6 flex flex-wrap items-center gap-5">
      {(status === "ACTIVE" || status === "NEW") && (
        <PrimaryButton small onClick={() => onStep("use")}>
          {say("passes.step.use")}
        </PrimaryButton>
      )}
      {sells && (
        <ActionMenu
          label={say("row.actions", { name: nameOf(pass) })}
          items={[
            item(visits > 0, "giveBack"),
            item(status === "ACTIVE" && !frozenUntil, "freeze"),
            item(Boolean(frozenUntil), "resume"),
            item(isOwner, "extend"),
            item(isOpen && !transferred && terms.transferable, "transfer"),
            item(isOwner && balance != null, "correct"),
            item(isOwner && !orderId && unused > 0, "refund", true),
          ]}
        />
      )}
    </div>
  );
}

const signed = (count: number) => (count > 0 ? `+${count}` : String(count).replace("-", "−"));

/** The ledger entries with person and reason, newest first. */
const Ledger = ({ entries }: { entries: readonly PassEntry[] }) => (
  <section aria-label={say("passes.ledger")}>
    <h3 className="title mb-3">{say("passes.ledger")}</h3>
    <ol className="grid">
      {entries.map(({ sequence, kind, delta, days, balance, about, reason, actor, payment, createdDate, day }) => (
        <li key={sequence} className="grid grid-cols-[1fr_auto] gap-x-4 border-t border-rule py-3">
          <b>{say(`passes.entry.${kind}`)}</b>
          <span className="text-right whitespace-nowrap">
            {delta !== 0 ? signed(delta) : days !== 0 ? say("passes.terms.days", { count: days }) : ""}
          </span>
          <span className="text-muted wrap-anywhere">
            {[
              `${dayShort(createdDate)}, ${time(createdDate)}`,
              day && kind === "USE" && say("passes.entry.day", { day: dayShort(day) }),
              actor.name,
              about,
              payment?.receiptNumber,
              reason,
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>
          <span className="text-right whitespace-nowrap text-muted">{delta !== 0 && balance}</span>
        </li>
      ))}
    </ol>
  </section>
);
