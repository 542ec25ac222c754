import { useHasPower, useIsOwner } from "@uola/browser/session/session.tsx";
import { usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Client } from "@uola/client";
import type { PassEntry } from "@uola/contract";
import { say } from "@uola/words/admin";
import { dateLong, dayShort, money } from "@uola/words/formats";
import { type LedgerLine, LedgerSheet, type LedgerView, nameOf } from "../../ledger/ledger-sheet.tsx";
import { leftOf, termsOf } from "./pass-words.ts";
import { type Step, StepDialog } from "./step-dialog.tsx";

export type PassProps = { passId: string; onClose: () => void };
type Read = Awaited<ReturnType<Client["passes"]["get"]>>;
type Powers = { isOwner: boolean; sells: boolean };

/** A pass with its remaining entries, actions and ledger. */
export function PassSheet({ passId, onClose }: PassProps) {
  const powers = { isOwner: useIsOwner(), sells: useHasPower("sells") };
  const reading = usePlatformQuery(["passes", "one", passId], ({ passes }) => passes.get({ passId }));
  return (
    <LedgerSheet
      reading={reading}
      title={say("passes.one")}
      failed={say("passes.failed")}
      view={(read: Read) => viewOf(read, powers)}
      labelOf={(step: Step) => say(`passes.step.${step}`)}
      dialog={(step, { pass, visitsToday }, events) => (
        <StepDialog step={step} pass={pass} visitsToday={visitsToday} {...events} />
      )}
      onClose={onClose}
    />
  );
}

/**
 * Returns the contents of the sheet of a pass, with the actions available to the user. A trainer
 * can only admit the holder.
 */
export function viewOf({ pass, entries }: Read, { isOwner, sells }: Powers): LedgerView<Step> {
  const { status, name, terms, balance, visits, holder, frozenFrom, frozenUntil, freezeDaysLeft, unused } = pass;
  const isUsable = status === "ACTIVE" || status === "NEW";
  const may = (step: Step, isPossible: boolean) => sells && status !== "REFUNDED" && isPossible && step;
  return {
    title: holder.name,
    left: balance == null ? say("passes.visits", { count: visits }) : leftOf(pass),
    below: say(`passes.status.${status}`),
    facts: [
      [say("passes.fact.kind"), `${name}: ${termsOf(terms)}`],
      [say("passes.fact.number"), nameOf(pass)],
      [say("passes.field.email"), holder.email],
      [
        say("passes.fact.valid"),
        status === "NEW"
          ? say("passes.fact.latest", { day: dateLong(pass.validFrom) })
          : `${dateLong(pass.validFrom)} – ${dateLong(pass.validUntil)}`,
      ],
      [say("passes.fact.frozen"), frozenFrom && frozenUntil && `${dateLong(frozenFrom)} – ${dateLong(frozenUntil)}`],
      [say("passes.fact.freezeLeft"), say("passes.terms.days", { count: freezeDaysLeft })],
      [say("passes.fact.price"), money(pass.price)],
      [say("passes.fact.unused"), unused > 0 && money(unused)],
    ],
    main: isUsable && "use",
    menu: [
      may("giveBack", visits > 0),
      may("freeze", status === "ACTIVE" && !frozenUntil),
      may("resume", Boolean(frozenUntil)),
      may("extend", isOwner),
      may("transfer", (isUsable || status === "FROZEN") && !pass.transferred && terms.transferable),
      may("correct", isOwner && balance != null),
    ],
    last: may("refund", isOwner && !pass.orderId && unused > 0),
    name: nameOf(pass),
    ledger: say("passes.ledger"),
    lines: entries.map(lineOf),
  };
}

const signed = (count: number) => (count > 0 ? `+${count}` : String(count).replace("-", "−"));

const lineOf = ({ kind, delta, days, balance, day, about, ...entry }: PassEntry): LedgerLine => ({
  ...entry,
  about,
  title: say(`passes.entry.${kind}`),
  amount: delta !== 0 ? signed(delta) : days !== 0 ? say("passes.terms.days", { count: days }) : "",
  balance: delta !== 0 && balance,
  ...(day && kind === "USE" && { day: say("passes.entry.day", { day: dayShort(day) }) }),
});
