import { topics } from "@uola/browser/gym/inquiry-topics.ts";
import { showPhone } from "@uola/browser/gym/tel.ts";
import type { InquiryTopic } from "@uola/contract";
import { PrimaryButton, TextButton } from "@uola/ui/buttons.tsx";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { ErrorSummary } from "@uola/ui/error-summary.tsx";
import { Field, TextArea } from "@uola/ui/field.tsx";
import { say } from "@uola/words/site";
import { type ReactNode, useEffect, useRef } from "react";
import { type Field as FieldName, longest, type Problem } from "./inquiry.ts";
import { draftName } from "./inquiry-draft.ts";
import { errorsOf, inputsOf, onSubmit } from "./use-form.ts";
import { useInquiry } from "./use-inquiry.ts";

type Props = {
  /** The initially selected topic. */
  topic: InquiryTopic | undefined;
  /** The topics to choose from; empty for a form that is about one specific matter. */
  offered?: readonly InquiryTopic[];
  /** Set for an application from a project page, with its own heading and button label. */
  application?: { page: string; heading: string; button: string };
  phone: string;
  email: string;
  /** Text below the button about how the data is used. */
  children?: ReactNode;
};

/**
 * A contact form whose messages are sent to the gym's mailbox. Without JavaScript, the phone number
 * and email address are shown instead.
 */
export function InquiryForm({ topic, offered = topics, application, phone, email, children }: Props) {
  const page = application?.page;
  const form = useInquiry(topic, page);
  const { draft, refusal, tries, busy } = form;
  if (form.at === "sent") {
    return application ? (
      <Sent title={say("inquiry.application.sent")}>
        {say("inquiry.application.sent.lead", { address: draft.email })}
      </Sent>
    ) : (
      <Sent title={say("inquiry.sent")} onAgain={form.again}>
        {say("inquiry.sent.lead", { address: draft.email })}
      </Sent>
    );
  }
  const errors = errorsOf(form.problems, (problem) => sentenceOf(problem, application !== undefined));
  const bound = inputsOf(form, errors.of);
  const input = (field: Exclude<FieldName, "topic">, autoComplete?: string) => ({
    ...bound(field),
    name: field,
    autoComplete,
    maxLength: longest[field] + 50,
  });
  return (
    <form
      noValidate
      method="post"
      data-acts
      data-kept={draftName(page)}
      className="needs-scripts grid content-start gap-6"
      aria-labelledby={application?.heading ?? "write-head"}
      aria-busy={busy}
      onSubmit={onSubmit(form.send)}
    >
      <noscript>
        <p className="error-summary">{say("inquiry.script", { phone: showPhone(phone), address: email })}</p>
      </noscript>
      {refusal ? (
        <ErrorSummary key={tries} title={say(`inquiry.refusal.${refusal.why}`)} errors={[]}>
          <p>
            {say(refusal.why === "over" ? "inquiry.refusal.over.do" : "inquiry.refusal.do", {
              phone: showPhone(phone),
              address: email,
            })}
          </p>
        </ErrorSummary>
      ) : (
        errors.all.length > 0 && (
          <ErrorSummary key={tries} title={say("form.errors", { count: errors.all.length })} errors={errors.all}>
            <p>{say("inquiry.kept")}</p>
          </ErrorSummary>
        )
      )}
      {offered.length > 1 && (
        <RadioGroup
          shown
          legend={say("inquiry.topic")}
          name="topic"
          value={draft.topic}
          onChange={(value) => form.set({ topic: offered.find((topic) => topic === value) ?? draft.topic })}
          choices={offered.map((value) => ({ value, label: say(`inquiry.topic.${value}`) }))}
        />
      )}
      <TextArea
        label={say(application ? "inquiry.application.text" : "inquiry.text")}
        {...input("text")}
        rows={5}
        required
      />
      <div className="grid gap-6 md:grid-cols-2">
        <Field label={say("inquiry.name")} {...input("name", "name")} required />
        <Field
          label={say("field.email")}
          {...input("email", "email")}
          type="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      </div>
      <Field
        label={say("field.phone")}
        optional={say("field.optional")}
        {...input("phone", "tel")}
        type="tel"
        inputMode="tel"
      />
      <div className="flex flex-wrap items-center gap-x-8 gap-y-3">
        <PrimaryButton type="submit" icon="right" disabled={busy}>
          {busy ? say("inquiry.sending") : (application?.button ?? say("inquiry.send"))}
        </PrimaryButton>
        <p className="small text-muted max-w-[44ch]">{children}</p>
      </div>
    </form>
  );
}

/**
 * The confirmation that the message was sent. It receives the focus, so that screen readers
 * announce it.
 */
function Sent({ title, onAgain, children }: { title: string; onAgain?: () => void; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid content-start justify-items-start gap-3" role="status">
      <h3 className="time" tabIndex={-1} ref={heading}>
        {title}
      </h3>
      <p className="lead">{children}</p>
      {onAgain && <TextButton onClick={onAgain}>{say("inquiry.again")}</TextButton>}
    </div>
  );
}

function sentenceOf({ field, what }: Problem, isApplication: boolean): string {
  if (what === "tooLong") return say("booking.error.tooLong", { longest: field === "topic" ? 0 : longest[field] });
  if (what === "notEmail") return say("field.emailWrong");
  if (what === "notPhone") return say("field.phoneWrong");
  if (field === "text" && isApplication) return say("inquiry.missing.application");
  if (field === "text" || field === "name") return say(`inquiry.missing.${field}`);
  return say("booking.error.email.missing");
}
