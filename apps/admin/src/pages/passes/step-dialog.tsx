import { isEmail } from "@uola/browser/gym/email-address.ts";
import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { Client } from "@uola/client";
import type { DeskPayment, Pass, PassVisit } from "@uola/contract";
import { Field } from "@uola/ui/field.tsx";
import { FormDialog } from "@uola/ui/kit/form-dialog.tsx";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { Notice } from "@uola/ui/notice.tsx";
import { say } from "@uola/words/admin";
import { localDate, money, time } from "@uola/words/formats";
import { useState } from "react";
import { PaymentFields, paymentOf, wrongPayment } from "../vouchers/desk-payment.tsx";

export type Step = "use" | "giveBack" | "freeze" | "resume" | "extend" | "transfer" | "correct" | "refund";

type Draft = {
  people: string;
  from: string;
  until: string;
  name: string;
  email: string;
  delta: string;
  method: DeskPayment["method"];
  receiptNumber: string;
  reason: string;
};
const label = (field: keyof Draft) => say(`passes.step.field.${field}`);

/** Form fields of each action. */
const fieldsOf: Record<Step, readonly (keyof Draft)[]> = {
  use: ["people"],
  giveBack: ["people", "reason"],
  freeze: ["from", "until", "reason"],
  resume: ["reason"],
  extend: ["until", "reason"],
  transfer: ["name", "email", "reason"],
  correct: ["delta", "reason"],
  refund: ["method", "reason"],
};

type Props = {
  step: Step;
  pass: Pass;
  /** Earlier visits, shown before another visit is recorded on the same day. */
  visitsToday: readonly PassVisit[];
  onClose: () => void;
  onDone: (text: string) => void;
};

/** Dialog for one action on a pass: its input and a description of its effect. */
export function StepDialog({ step, pass, visitsToday, onClose, onDone }: Props) {
  const write = usePlatformAction("passes");
  // Makes the call idempotent: a retry does not record a second visit.
  const [requestId] = useState(() => crypto.randomUUID());
  // Set only after the earlier visits were shown. If a visit was recorded at another desk in the
  // meantime, the platform rejects the request and the visits are read again.
  const again = step === "use" && visitsToday.length > 0;
  const draft: Draft = {
    people: "1",
    from: step === "freeze" ? localDate(new Date()) : "",
    until: "",
    name: "",
    email: "",
    delta: "1",
    method: "CASH",
    receiptNumber: "",
    reason: "",
  };
  const form = useEntityForm<Draft>({
    label,
    kept: { draft, revision: pass.revision },
    isNew: true,
    prefix: "step-",
    check: (typed) => wrongIn(step, typed, pass),
    fieldOf: (path) => (path.endsWith("receiptNumber") ? "receiptNumber" : (path as keyof Draft)),
    save: async ({ draft }) => {
      onDone(await write(({ passes }) => carryOut(passes, step, draft, { pass, requestId, again })));
    },
  });
  const has = (field: keyof Draft) =>
    fieldsOf[step].includes(field) && !(field === "people" && step === "use" && pass.terms.people === 1);
  return (
    <FormDialog
      title={say(`passes.step.${step}`)}
      sure={say(again ? "passes.again.do" : `passes.step.${step}.do`)}
      giveUp={say(`passes.step.${step}.not`)}
      form={form}
      wrong={say("form.wrong")}
      disabled={form.busy}
      onClose={onClose}
    >
      {again ? (
        <Notice hue="yellow">{earlierVisits(visitsToday)}</Notice>
      ) : (
        <p>
          {say(`passes.step.${step}.lead`, {
            name: pass.holder.name,
            left: pass.freezeDaysLeft,
            sum: money(pass.unused),
            balance: pass.balance ?? -1,
          })}
        </p>
      )}
      {has("people") && <Field {...form.text("people")} inputMode="numeric" />}
      {has("from") && <Field {...form.text("from")} type="date" />}
      {has("until") && <Field {...form.text("until")} type="date" />}
      {has("name") && <Field {...form.text("name")} maxLength={200} />}
      {has("email") && <Field {...form.text("email")} type="email" />}
      {has("delta") && <Field {...form.text("delta")} inputMode="text" hint={say("passes.delta.hint")} />}
      {has("method") && (
        <PaymentFields
          legend={say("vouchers.refund.method")}
          method={form.draft.method}
          onMethod={(method) => form.set({ method })}
          receipt={form.text("receiptNumber")}
        />
      )}
      {has("reason") && <Field {...form.text("reason")} hint={say("passes.reason.hint")} maxLength={500} />}
    </FormDialog>
  );
}

/** Formats the earlier visits as a question: "Already let in today at 5:35. Let in again?" */
function earlierVisits(visits: readonly PassVisit[]): string {
  const times = visits.map(({ at, bookingId }) =>
    bookingId ? say("passes.again.booking", { time: time(at) }) : time(at),
  );
  return say("passes.again.lead", { times: times.join(", ") });
}

/** Parses a typed change: "+2", "-1", "−1". */
const deltaOf = (typed: string): number => Number(typed.trim().replace("−", "-").replace("+", ""));

function wrongIn(step: Step, draft: Draft, { terms }: Pass) {
  const fields = fieldsOf[step];
  const wrong: Partial<Record<keyof Draft, string>> = {};
  const people = Number(draft.people);
  const most = step === "use" ? terms.people : 20;
  if (fields.includes("people") && !(Number.isInteger(people) && people >= 1 && people <= most)) {
    wrong.people = say("passes.wrong.count", { min: 1, max: most });
  }
  if (fields.includes("from") && !draft.from) wrong.from = say("vouchers.wrong.day");
  if (fields.includes("until") && !draft.until) wrong.until = say("vouchers.wrong.day");
  if (step === "freeze" && draft.until && draft.until < draft.from) wrong.until = say("coupons.wrong.backwards");
  if (fields.includes("name") && !draft.name.trim()) wrong.name = say("passes.wrong.name");
  if (fields.includes("email") && !isEmail(draft.email.trim())) wrong.email = say("vouchers.wrong.email");
  const delta = deltaOf(draft.delta);
  if (fields.includes("delta") && (!Number.isInteger(delta) || delta === 0)) wrong.delta = say("passes.wrong.delta");
  if (step === "refund") Object.assign(wrong, wrongPayment(draft));
  if (fields.includes("reason") && draft.reason.trim().length < 3) wrong.reason = say("vouchers.wrong.reason");
  return wrong;
}

/** Performs the action and returns the confirmation text. */
async function carryOut(
  passes: Client["passes"],
  step: Step,
  { people, from, until, name, email, delta, method, receiptNumber, reason }: Draft,
  { pass: { id: passId, revision }, requestId, again }: { pass: Pass; requestId: string; again: boolean },
): Promise<string> {
  const seen = { passId, revision, reason };
  switch (step) {
    case "use":
      await passes.use({ passId, requestId, people: Number(people), again });
      break;
    case "giveBack":
      await passes.giveBack({ ...seen, people: Number(people) });
      break;
    case "freeze":
      await passes.freeze({ ...seen, from, until });
      break;
    case "resume":
      await passes.resume(seen);
      break;
    case "extend":
      await passes.extend({ ...seen, validUntil: until });
      break;
    case "transfer":
      await passes.transfer({ ...seen, holder: { name: name.trim(), email: email.trim() } });
      break;
    case "correct":
      await passes.correct({ ...seen, delta: deltaOf(delta) });
      break;
    case "refund": {
      const payment = paymentOf({ method, receiptNumber });
      const { refunded } = await passes.refund({ ...seen, payment });
      return say("passes.done.refund", { sum: money(refunded) });
    }
  }
  return say(`passes.done.${step}`);
}
