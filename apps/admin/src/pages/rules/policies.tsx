import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { ManagedPolicy } from "@uola/contract";
import type { Feedback } from "@uola/ui/kit/feedback.tsx";
import * as field from "@uola/ui/kit/fields.tsx";
import { FieldGroup, FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { History } from "@uola/ui/kit/history.tsx";
import { ListSection, Row } from "@uola/ui/kit/list.tsx";
import { usePolicies } from "@uola/ui/kit/lookups.ts";
import type { Span } from "@uola/ui/kit/span.ts";
import { type DefinedForm, FormField, FormFields, useForm } from "@uola/ui/kit/use-form.tsx";
import { useOpened } from "@uola/ui/kit/use-opened.ts";
import { say } from "@uola/words/admin";
import type { ReactNode } from "react";
import {
  type PolicyDraft,
  type PolicyField,
  policyChange,
  policyForm,
  policyInputOf,
  restoredPolicy,
  type Sentence,
  sentencesOf,
} from "./policy.ts";

type Opened = { kind: "form"; policy?: ManagedPolicy } | { kind: "history"; policy: ManagedPolicy };

const sentenceText = (sentence: Sentence): string => {
  if ("minutes" in sentence) return say(`policies.says.${sentence.key}`, { time: field.spanText(sentence.minutes) });
  if ("count" in sentence) return say("policies.says.most", { count: sentence.count });
  return say(`policies.says.${sentence.key}`);
};

/** The booking policies of services, described in sentences. */
export function Policies({ feedback: { make, done } }: { feedback: Feedback }) {
  const reading = usePolicies();
  const write = usePlatformAction("policies", "services");
  const { opened, setOpened, close, finish } = useOpened<Opened>(done);
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
        <PolicyForm policy={opened.policy} onClose={close} onDone={(name) => finish(say("done.saved", { name }))} />
      )}
      {opened?.kind === "history" && (
        <History
          entityId={opened.policy.id}
          title={opened.policy.name}
          {...policyForm(undefined).history}
          onClose={close}
        />
      )}
    </ListSection>
  );
}

type PolicyFormProps = { policy: ManagedPolicy | undefined; onClose: () => void; onDone: (name: string) => void };

function PolicyForm({ policy, onClose, onDone }: PolicyFormProps) {
  const write = usePlatformAction("policies", "services");
  const form = useForm(policyForm, {
    item: policy,
    reread:
      policy &&
      (async () => {
        const { policies } = await write(({ policies }) => policies.list({}));
        return policies.find(({ id }) => id === policy.id);
      }),
    save: ({ values, changed, revision }) =>
      write<unknown>(({ policies }) =>
        policy
          ? policies.update({ policy: { ...policyChange(values, changed), id: policy.id, revision } })
          : policies.create({ policy: policyInputOf(values) }),
      ),
    onSaved: ({ draft }) => onDone(draft.name.trim()),
  });
  const { draft, label } = form;
  return (
    <FormSheet title={policy?.name ?? say("policies.add")} form={form} onClose={onClose}>
      <FormFields form={form} names={["name"]} />
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
        <FormFields form={form} names={["most"]} />
        <Rule form={form} on="birthYears" />
      </FieldGroup>
      <FieldGroup title={say("policies.part.waitlist")}>
        <Rule form={form} on="waitlist">
          {draft.waitlist && (
            <div className="grid gap-4">
              <div className="sentence">
                {label("waitlistSpan")}
                <FormFields form={form} names={["waitlistSpan"]} />
              </div>
              <FormFields form={form} names={["waitlistMost"]} />
            </div>
          )}
        </Rule>
      </FieldGroup>
      <FormFields form={form} names={["text"]} />
    </FormSheet>
  );
}

type RuleProps = {
  form: DefinedForm<ReturnType<typeof policyForm>["fields"]>;
  on: { [Name in PolicyField]: PolicyDraft[Name] extends boolean ? Name : never }[PolicyField];
  span?: { [Name in PolicyField]: PolicyDraft[Name] extends Span ? Name : never }[PolicyField];
  children?: ReactNode;
};

/** A rule as a sentence, with its switch in front and its time input inside. */
const Rule = ({ form, on, span, children }: RuleProps) => (
  <div>
    <div className="sentence">
      <FormField form={form} name={on} />
      {span && form.draft[on] && <FormField form={form} name={span} />}
    </div>
    {children && <div className="within">{children}</div>}
  </div>
);
