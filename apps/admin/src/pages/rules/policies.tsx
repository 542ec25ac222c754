import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { ManagedPolicy } from "@uola/contract";
import { Check, Field as Input, TextArea } from "@uola/ui/field.tsx";
import type { Feedback } from "@uola/ui/kit/feedback.tsx";
import { FieldGroup, FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { History } from "@uola/ui/kit/history.tsx";
import { ListSection, Row } from "@uola/ui/kit/list.tsx";
import { usePolicies } from "@uola/ui/kit/lookups.ts";
import { minutesOf, type Span, spanOf } from "@uola/ui/kit/span.ts";
import { SpanField } from "@uola/ui/kit/span-field.tsx";
import { type EntityForm, useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import { duration } from "@uola/words/formats";
import { type ReactNode, useState } from "react";
import {
  emptyPolicy,
  type PolicyDraft,
  type PolicyField,
  policyChange,
  policyField,
  policyInputOf,
  policyKept,
  policyProblems,
  restoredPolicy,
  type Sentence,
  sentencesOf,
} from "./policy.ts";

type Opened = { kind: "form"; policy?: ManagedPolicy } | { kind: "history"; policy: ManagedPolicy };

/** Formats a time span: "24 val.", "2 d." */
const spanText = (minutes: number): string => {
  const { count, unit } = spanOf(minutes);
  return unit === "DAYS" ? `${count}\u00a0${say("span.DAYS")}` : duration(minutes);
};

const sentenceText = (sentence: Sentence): string => {
  if ("minutes" in sentence) return say(`policies.says.${sentence.key}`, { time: spanText(sentence.minutes) });
  if ("count" in sentence) return say("policies.says.most", { count: sentence.count });
  return say(`policies.says.${sentence.key}`);
};

/** The booking policies of services, described in sentences. */
export function Policies({ feedback: { make, done } }: { feedback: Feedback }) {
  const reading = usePolicies();
  const write = usePlatformAction("policies", "services");
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const remove = (policy: ManagedPolicy) =>
    make(
      () => write(({ policies }) => policies.delete({ policyId: policy.id })),
      say("done.deleted", { name: policy.name }),
      () => write(({ policies }) => policies.create({ policy: restoredPolicy(policy) })),
    );
  const makeDefault = (policy: ManagedPolicy) => {
    const before = reading.data?.find((other) => other.default);
    const set = (policyId: string) => write(({ policies }) => policies.setDefault({ policyId }));
    return make(
      () => set(policy.id),
      say("policies.done.default", { name: policy.name }),
      before && (() => set(before.id)),
    );
  };
  return (
    <ListSection
      title={say("policies.heading")}
      add={{ label: say("policies.add"), onClick: () => setOpened({ kind: "form" }) }}
      empty={say("policies.none")}
      items={reading.data}
      reading={reading}
      row={(policy) => (
        <Row
          name={policy.name}
          onOpen={() => setOpened({ kind: "form", policy })}
          marks={[policy.default && say("policies.default")]}
          more={
            <>
              <ul>
                {sentencesOf(policy).map((sentence) => (
                  <li key={sentence.key}>{sentenceText(sentence)}</li>
                ))}
              </ul>
              <p className="text-muted">{say("policies.services", { count: policy.serviceCount })}</p>
            </>
          }
          others={[
            !policy.default && { label: say("policies.makeDefault"), onClick: () => void makeDefault(policy) },
            { label: say("history"), onClick: () => setOpened({ kind: "history", policy }) },
            !policy.default &&
              policy.serviceCount === 0 && { label: say("delete"), apart: true, onClick: () => void remove(policy) },
          ]}
        />
      )}
    >
      {opened?.kind === "form" && (
        <PolicyForm
          policy={opened.policy}
          onClose={close}
          onDone={(name) => {
            close();
            done(say("done.saved", { name }));
          }}
        />
      )}
      {opened?.kind === "history" && (
        <History
          entityId={opened.policy.id}
          title={opened.policy.name}
          label={(path) => {
            const field = policyField(path);
            return field && label(field);
          }}
          show={(path, value) => show(policyField(path) ?? "name", value)}
          onClose={close}
        />
      )}
    </ListSection>
  );
}

const label = (field: PolicyField): string => say(`policies.field.${field}`);
const show = (_: PolicyField, value: unknown): string => {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return say(value ? "yes" : "no");
  if (typeof value === "object") return spanText(minutesOf(value as Span) ?? 0);
  return typeof value === "number" && /Span$/.test(_) ? spanText(value) : String(value);
};

type PolicyFormProps = { policy: ManagedPolicy | undefined; onClose: () => void; onDone: (name: string) => void };

function PolicyForm({ policy, onClose, onDone }: PolicyFormProps) {
  const write = usePlatformAction("policies", "services");
  const form = useEntityForm<PolicyDraft>({
    label,
    show,
    kept: policy ? policyKept(policy) : { draft: emptyPolicy, revision: undefined },
    isNew: !policy,
    ...(policy && {
      reread: async () => {
        const { policies } = await write(({ policies }) => policies.list({}));
        const now = policies.find(({ id }) => id === policy.id);
        if (!now) throw new Error("The policy is gone.");
        return policyKept(now);
      },
    }),
    save: ({ draft, changed, before }) =>
      write<unknown>(({ policies }) =>
        policy
          ? policies.update({
              policy: { ...policyChange(draft, changed), id: policy.id, revision: before.revision ?? "" },
            })
          : policies.create({ policy: policyInputOf(draft) }),
      ),
    check: (draft) => {
      const problems = Object.entries(policyProblems(draft));
      return Object.fromEntries(problems.map(([field, wrong]) => [field, say(`policies.wrong.${wrong}`)]));
    },
    fieldOf: policyField,
    onSaved: ({ draft }) => onDone(draft.name.trim()),
  });
  const { draft, set, wrong } = form;
  return (
    <FormSheet title={policy?.name ?? say("policies.add")} form={form} onClose={onClose}>
      <Input {...form.text("name")} />
      <FieldGroup title={say("policies.part.change")}>
        <Rule form={form} on="cancel">
          {draft.cancel && <Rule form={form} on="cancelLimited" span="cancelSpan" />}
        </Rule>
        <Rule form={form} on="reschedule">
          {draft.reschedule && <Rule form={form} on="rescheduleLimited" span="rescheduleSpan" />}
        </Rule>
      </FieldGroup>
      <FieldGroup title={say("policies.part.book")}>
        <Rule form={form} on="early" span="earlySpan" />
        <Rule form={form} on="late" span="lateSpan" />
        <Rule form={form} on="afterStart" />
        <Input {...form.text("most")} inputMode="numeric" />
        <Rule form={form} on="birthYears" />
      </FieldGroup>
      <FieldGroup title={say("policies.part.waitlist")}>
        <Rule form={form} on="waitlist">
          {draft.waitlist && (
            <div className="grid gap-4">
              <div className="sentence">
                {label("waitlistSpan")}
                <SpanField
                  id="waitlistSpan"
                  label={label("waitlistSpan")}
                  value={draft.waitlistSpan}
                  error={wrong.waitlistSpan}
                  onChange={(waitlistSpan) => set({ waitlistSpan })}
                />
              </div>
              <Input {...form.text("waitlistMost")} optional={say("optional")} inputMode="numeric" />
            </div>
          )}
        </Rule>
      </FieldGroup>
      <TextArea {...form.text("text")} optional={say("optional")} maxLength={2500} />
    </FormSheet>
  );
}

type RuleProps = {
  form: EntityForm<PolicyDraft>;
  on: { [Name in PolicyField]: PolicyDraft[Name] extends boolean ? Name : never }[PolicyField];
  span?: { [Name in PolicyField]: PolicyDraft[Name] extends Span ? Name : never }[PolicyField];
  children?: ReactNode;
};

/** A rule as a sentence with a switch before it and its time input within it. */
function Rule({ form: { draft, set, wrong }, on, span, children }: RuleProps) {
  return (
    <div>
      <div className="sentence">
        <Check id={on} checked={draft[on]} onChange={({ target }) => set({ [on]: target.checked })}>
          {label(on)}
        </Check>
        {span && draft[on] && (
          <SpanField
            id={span}
            label={label(span)}
            value={draft[span]}
            error={wrong[span]}
            onChange={(value) => set({ [span]: value })}
          />
        )}
      </div>
      {children && <div className="within">{children}</div>}
    </div>
  );
}
