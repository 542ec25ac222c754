import { isEmail } from "@uola/browser/gym/email-address.ts";
import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { Client } from "@uola/client";
import type { Business, Company } from "@uola/contract";
import { Check, Field } from "@uola/ui/field.tsx";
import { FieldGroup, FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { type StoredDraft, useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { firstInvalidDay, type HoursInterval, mergedHours } from "@uola/ui/kit/week-hours.ts";
import { dayName, hoursText, WeekHours } from "@uola/ui/kit/week-hours-field.tsx";
import { say } from "@uola/words/admin";
import { defaultLocale, locales } from "@uola/words/language";
import { useRef } from "react";
import { type LimitsDraft, limitFields, limitProblems, limitsDraft, limitsOf } from "./limits.ts";
import type { OutsideSession } from "./outside-hours.tsx";

type Draft = {
  name: string;
  address: string;
  phone: string;
  email: string;
  hours: HoursInterval[];
  /** Whether the site is also available in English. */
  english: boolean;
} & CompanyDraft &
  LimitsDraft;

/** Maps the flat form fields to those of the legal entity. */
const companyFields = {
  companyName: "name",
  companyCode: "code",
  companyVatCode: "vatCode",
  companyAddress: "address",
  companyBankAccount: "bankAccount",
} as const satisfies Record<string, keyof Company>;
type CompanyField = keyof typeof companyFields;
type CompanyDraft = Record<CompanyField, string>;
const companyEntries = Object.entries(companyFields) as [CompanyField, keyof Company][];
const companyDraft = (company: Company) =>
  Object.fromEntries(companyEntries.map(([field, key]) => [field, company[key]])) as CompanyDraft;
const companyOf = (draft: CompanyDraft) =>
  Object.fromEntries(companyEntries.map(([field, key]) => [key, draft[field].trim()])) as Company;

export const openingOf = (hours: Business["openingHours"]): HoursInterval[] =>
  hours.map(({ weekday, open, close }) => ({ weekday, start: open, end: close }));
export const hoursOf = (stretches: readonly HoursInterval[]): Business["openingHours"] =>
  mergedHours(stretches).map(({ weekday, start, end }) => ({ weekday, open: start, close: end }));

const keptOf = (business: Business): StoredDraft<Draft> => ({
  draft: {
    name: business.name,
    address: business.address,
    phone: business.phone,
    email: business.email,
    hours: openingOf(business.openingHours),
    english: (business.multilingual?.languages ?? locales).includes("en"),
    ...companyDraft(business.company),
    ...limitsDraft(business.bookingLimits),
  },
  revision: business.revision ?? undefined,
});

export const gymLabel = (field: keyof Draft): string => say(`gym.field.${field}`);
const gymShow = (field: keyof Draft, value: unknown): string => {
  if (field === "hours") return hoursText(value as HoursInterval[]);
  if (field === "english") return say(value ? "yes" : "no");
  return String(value ?? "");
};

const languagesOf = (english: boolean): NonNullable<Business["multilingual"]> => ({
  urlStructure: "SUBDIRECTORY",
  languages: locales.filter((locale) => locale === defaultLocale || english),
});

const outsideIds = async ({ schedules }: Client) =>
  (await schedules.outsideHours({})).sessions.map(({ session }) => session.id);

type GymFormProps = {
  business: Business;
  onClose: () => void;
  onDone: (name: string, outside: OutsideSession[]) => void;
};

/** The gym's name, contact details and opening hours. */
export function GymForm({ business, onClose, onDone }: GymFormProps) {
  const write = usePlatformAction("business", "outside-hours");
  /** Sessions that fall outside the new weekly hours. */
  const outside = useRef<OutsideSession[]>([]);
  const form = useEntityForm<Draft>({
    label: gymLabel,
    show: gymShow,
    kept: keptOf(business),
    reread: async () => keptOf((await write((client) => client.business.get({}))).business),
    save: ({ draft, changed, before }) => {
      const { hours, english, membersOnly, personFree, personMost, networkFree, textsTo, ...texts } = changed;
      const limits = [membersOnly, personFree, personMost, networkFree, textsTo].some((value) => value !== undefined);
      const own = Object.entries(texts).filter(([field]) => !(field in companyFields));
      const change = {
        ...Object.fromEntries(own.map(([field, text]) => [field, String(text).trim()])),
        ...(own.length < Object.keys(texts).length && { company: companyOf(draft) }),
        ...(hours && { openingHours: hoursOf(hours) }),
        ...(english !== undefined && { multilingual: languagesOf(english) }),
        ...(limits && { bookingLimits: limitsOf(draft) }),
      };
      return write(async (client) => {
        const undecided = new Set(hours && (await outsideIds(client)));
        await client.business.update({ business: { ...change, revision: before.revision ?? "" } });
        if (!hours) return;
        const { sessions } = await client.schedules.outsideHours({});
        outside.current = sessions.filter(({ session }) => !undecided.has(session.id));
      });
    },
    check: ({ name, email, hours, english: _, ...limits }) => {
      const day = firstInvalidDay(hours);
      return {
        ...(!name.trim() && { name: say("services.wrong.name") }),
        ...(email && !isEmail(email.trim()) && { email: say("staff.wrong.email") }),
        ...(day && { hours: say("hours.wrong", { day: dayName(day) }) }),
        ...limitProblems(limits),
      };
    },
    fieldOf: (path) => {
      const field = path.replace(/^business\./, "").split(".")[0];
      if (field === "openingHours") return "hours";
      if (field === "company") return companyEntries.find(([, key]) => path.endsWith(`.${key}`))?.[0];
      return field === "name" || field === "address" || field === "phone" || field === "email" ? field : undefined;
    },
    onSaved: ({ draft }) => onDone(draft.name.trim(), outside.current),
  });
  const { draft, set, wrong } = form;
  return (
    <FormSheet wide title={say("gym.edit")} form={form} onClose={onClose}>
      <div className="form-pair">
        <Field {...form.text("name")} />
        <Field {...form.text("address")} />
        <Field {...form.text("phone")} />
        <Field {...form.text("email")} />
      </div>
      <WeekHours
        id="hours"
        legend={gymLabel("hours")}
        hours={draft.hours}
        none={say("gym.closed")}
        error={wrong.hours}
        onChange={(hours) => set({ hours })}
      />
      <Check {...form.check("english")} />
      <FieldGroup title={say("gym.part.company")}>
        <p className="small">{say("gym.company.lead")}</p>
        <div className="form-pair">
          {companyEntries.map(([field]) => (
            <Field key={field} {...form.text(field)} />
          ))}
        </div>
      </FieldGroup>
      <FieldGroup title={say("gym.part.limits")}>
        <p className="small">{say("gym.limits.lead")}</p>
        <Check {...form.check("membersOnly")} />
        {limitFields.map((field) => (
          <Field
            key={field}
            {...form.text(field)}
            {...(field !== "personMost" && { hint: say(`gym.limits.${field}.hint`) })}
            inputMode={field === "textsTo" ? "text" : "numeric"}
          />
        ))}
      </FieldGroup>
    </FormSheet>
  );
}
