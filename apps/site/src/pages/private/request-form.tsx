import { showPhone } from "@uola/browser/gym/tel.ts";
import { PrimaryButton, TextButton } from "@uola/ui/buttons.tsx";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { ErrorSummary } from "@uola/ui/error-summary.tsx";
import { Check, Field, TextArea } from "@uola/ui/field.tsx";
import { addDays, dayLong, localDate, timeRange } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { ContactFields, contactInputs } from "../../features/booking/contact-fields.tsx";
import { longest } from "../../features/booking/form-problems.ts";
import { NoScript } from "../../features/booking/no-script.tsx";
import type { Contact } from "../../features/contact.data.ts";
import { errorsOf, inputsOf, onSubmit } from "../../features/use-form.ts";
import { CompanyFields } from "../order/company-fields.tsx";
import { type CompanyDraft, noCompany } from "../order/draft.ts";
import { byInvoice, type Offer } from "./offers.ts";
import type { FreeTime, Problem } from "./request.ts";
import { daysAhead, useFreeDays, useRequest } from "./use-request.ts";

const companyFields = ["company", "companyCode", "vatCode", "address"] as const;

type Props = {
  offer: Offer;
  count: number;
  onCount: (count: number) => void;
  lead: string;
  contact: Contact;
  now: Date;
};

/**
 * The request form for an event: day and hour, participants, and contact details. The gym answers
 * the request; the time is reserved until then.
 */
export function RequestForm({ offer, count, onCount, lead, contact, now }: Props) {
  const free = useFreeDays(offer);
  const form = useRequest(offer, count, free.again);
  const { draft, refusal, tries, busy, set } = form;
  const { invoice } = draft;
  const { least, most } = offer;
  const phone = showPhone(contact.phone);
  const today = localDate(now);
  const times = free.data?.get(draft.day) ?? [];
  const errors = errorsOf(form.problems, (problem) => textOf(problem, offer));
  const setDay = (day: string) => set({ day, time: undefined });
  return (
    <form
      id="request"
      noValidate
      method="post"
      className="needs-scripts rule grid gap-6 pt-6"
      aria-labelledby="request-head"
      aria-busy={busy}
      onSubmit={onSubmit(form.send)}
    >
      <NoScript contact={contact} />
      <div>
        <h3 id="request-head" className="title">
          {say("private.request")}
        </h3>
        <p className="text-muted">{lead}</p>
      </div>
      {refusal ? (
        <ErrorSummary key={tries} title={say(`private.refusal.${kindOf(refusal.why)}`)} errors={[]}>
          <p>{say(`private.refusal.${kindOf(refusal.why)}.do`, { phone })}</p>
        </ErrorSummary>
      ) : (
        errors.all.length > 0 && (
          <ErrorSummary key={tries} title={say("form.errors", { count: errors.all.length })} errors={errors.all}>
            <p>{say("booking.error.kept")}</p>
          </ErrorSummary>
        )
      )}
      <Field
        id="day"
        type="date"
        label={say("private.request.day")}
        hint={say("private.request.day.hint")}
        min={addDays(today, 1)}
        max={addDays(today, daysAhead - 1)}
        value={draft.day}
        error={errors.of("day")}
        onChange={(event) => setDay(event.target.value)}
        required
      />
      <div id="time" tabIndex={-1} aria-live="polite" className="grid gap-2">
        {free.failed ? (
          <p className="flex flex-wrap items-center gap-x-4">
            {say("private.request.times.failed")}
            <TextButton onClick={free.again}>{say("action.retry")}</TextButton>
          </p>
        ) : draft.day && !free.data ? (
          <p>{say("state.loading")}</p>
        ) : draft.day && times.length === 0 ? (
          <NoTimes days={free.data} day={draft.day} onDay={setDay} />
        ) : (
          draft.day && (
            <RadioGroup
              shown
              legend={say("private.request.time")}
              name="time"
              value={draft.time?.start}
              onChange={(start) => set({ time: times.find((each) => each.start === start) })}
              choices={times.map(({ start, end }) => ({
                value: start,
                label: timeRange(new Date(start), new Date(end)),
              }))}
            />
          )
        )}
        {errors.of("time") && <p className="error">{errors.of("time")}</p>}
      </div>
      <div className="grid gap-6 md:grid-cols-2">
        <Field
          id="participants"
          type="number"
          inputMode="numeric"
          label={say("participants.number")}
          hint={say("private.request.count.hint", { least, most })}
          min={least}
          max={most}
          value={count || ""}
          error={errors.of("participants")}
          onChange={(event) => onCount(Math.min(1000, Math.max(0, Math.floor(Number(event.target.value)) || 0)))}
          required
        />
        <Field
          id="ages"
          label={say("private.request.ages")}
          hint={say("private.request.ages.hint")}
          optional={say("field.optional")}
          maxLength={250}
          value={draft.ages}
          error={errors.of("ages")}
          onChange={(event) => set({ ages: event.target.value })}
        />
      </div>
      <TextArea
        label={say("field.notes")}
        hint={say("private.request.note.hint")}
        optional={say("field.optional")}
        {...contactInputs(form, errors.of)("note")}
      />
      <h4 className="title rule pt-5">{say("booking.form")}</h4>
      <ContactFields
        form={form}
        errorOf={errors.of}
        emailHint={say("private.request.email.hint")}
        phoneHint={say("private.request.phone.hint")}
      />
      {byInvoice(offer.kind) && (
        <>
          <Check
            id="invoice"
            checked={invoice !== undefined}
            onChange={({ target }) => set({ invoice: target.checked ? noCompany : undefined }, companyFields)}
          >
            <strong>{say("private.company")}</strong>
          </Check>
          {invoice && (
            <CompanyFields
              input={inputsOf<CompanyDraft>(
                {
                  draft: invoice,
                  set: (part, fields) => set({ invoice: { ...invoice, ...part } }, fields),
                },
                errors.of,
              )}
            />
          )}
        </>
      )}
      <PrimaryButton type="submit" disabled={busy} icon="right" className="justify-self-start">
        {say(busy ? "private.request.sending" : "private.request.send")}
      </PrimaryButton>
    </form>
  );
}

type NoTimesProps = { days: Map<string, FreeTime[]> | undefined; day: string; onDay: (day: string) => void };

/** Shown if no staff are available on the chosen day; offers the nearest day when somebody is. */
function NoTimes({ days, day, onDay }: NoTimesProps) {
  const all = [...(days?.keys() ?? [])];
  const next = all.find((each) => each > day) ?? all.at(-1);
  return (
    <p className="flex flex-wrap items-center gap-x-4">
      {say("private.request.times.none")}
      {next && (
        <TextButton onClick={() => onDay(next)}>{say("private.request.times.next", { day: dayLong(next) })}</TextButton>
      )}
    </p>
  );
}

/** The rejection reasons of the booking page that can also occur for a request. */
const kinds = ["closed", "offline", "busy", "much", "members"] as const;
function kindOf(why: string): "taken" | "broken" | (typeof kinds)[number] {
  if (why === "full" || why === "gone") return "taken";
  return kinds.find((kind) => kind === why) ?? "broken";
}

function textOf({ field, what }: Problem, { least, most }: Offer): string {
  if (field === "day" || field === "time") return say(`private.error.${field}`);
  if (field === "company" || field === "companyCode" || field === "vatCode" || field === "address")
    return say(`order.problem.field.${field}`);
  if (field === "participants") return say("private.error.participants", { least, most });
  if (field === "ages") return say("booking.error.tooLong", { longest: 200 });
  if (what === "tooLong") return say("booking.error.tooLong", { longest: longest[field] });
  if (what === "notEmail") return say("field.emailWrong");
  if (what === "notPhone") return say("field.phoneWrong");
  if (what === "missing" && field !== "phone" && field !== "note") return say(`booking.error.${field}.missing`);
  return say("booking.error.refused");
}
