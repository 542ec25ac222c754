import { isEmail } from "@uola/browser/gym/email-address.ts";
import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { Client } from "@uola/client";
import type { Business } from "@uola/contract";
import { defineForm } from "@uola/ui/kit/define-form.ts";
import * as field from "@uola/ui/kit/fields.tsx";
import { FieldGroup, FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { FormFields, useForm } from "@uola/ui/kit/use-form.tsx";
import { type HoursInterval, mergedHours } from "@uola/ui/kit/week-hours.ts";
import { say } from "@uola/words/admin";
import { defaultLocale, locales } from "@uola/words/language";
import { useRef } from "react";
import { limitErrors, limitFields, limitsOf } from "./limits.ts";
import type { OutsideSession } from "./outside-hours.tsx";

export const openingOf = (hours: Business["openingHours"]): HoursInterval[] =>
  hours.map(({ weekday, open, close }) => ({ weekday, start: open, end: close }));
const hoursOf = (stretches: readonly HoursInterval[]): Business["openingHours"] =>
  mergedHours(stretches).map(({ weekday, start, end }) => ({ weekday, open: start, close: end }));

/** The weekly opening hours of a gym or of one of its locations. */
export const openingHours = (hours: Business["openingHours"]) => ({
  ...field.weekHours(openingOf(hours), say("gym.closed")),
  sent: hoursOf,
});

const companyNames = [
  ...(["companyName", "companyCode", "companyVatCode"] as const),
  ...(["companyAddress", "companyBankAccount"] as const),
] as const;
const limitNames = ["membersOnly", "personFree", "personMost", "networkFree", "textsTo"] as const;

const gymForm = defineForm({
  label: (name) => say(`gym.field.${name}`),
  fields: (business: Business | undefined) => ({
    name: field.text(business?.name, { check: field.required(say("services.wrong.name")) }),
    address: field.text(business?.address),
    phone: field.text(business?.phone),
    email: field.text(business?.email, {
      check: (email) => email !== "" && !isEmail(email.trim()) && say("staff.wrong.email"),
    }),
    hours: openingHours(business?.openingHours ?? []),
    /** Whether the site is also available in English. */
    english: field.flag((business?.multilingual?.languages ?? locales).includes("en")),
    companyName: field.text(business?.company.name),
    companyCode: field.text(business?.company.code),
    companyVatCode: field.text(business?.company.vatCode),
    companyAddress: field.text(business?.company.address),
    companyBankAccount: field.text(business?.company.bankAccount),
    ...limitFields(business?.bookingLimits),
  }),
  check: limitErrors,
  paths: {
    openingHours: "hours",
    "company.name": "companyName",
    "company.code": "companyCode",
    "company.vatCode": "companyVatCode",
    "company.address": "companyAddress",
    "company.bankAccount": "companyBankAccount",
  },
});

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
  const form = useForm(gymForm, {
    item: business,
    reread: async () => (await write((client) => client.business.get({}))).business,
    save: ({ values, changed, changes, revision }) => {
      const { name, address, phone, email, hours, english } = changes;
      const change = {
        name,
        address,
        phone,
        email,
        openingHours: hours,
        ...(companyNames.some((field) => field in changed) && {
          company: {
            name: values.companyName,
            code: values.companyCode,
            vatCode: values.companyVatCode,
            address: values.companyAddress,
            bankAccount: values.companyBankAccount,
          },
        }),
        ...(english !== undefined && { multilingual: languagesOf(english) }),
        ...(limitNames.some((field) => field in changed) && { bookingLimits: limitsOf(values) }),
      };
      return write(async (client) => {
        const undecided = new Set(hours && (await outsideIds(client)));
        await client.business.update({ business: { ...change, revision } });
        if (!hours) return;
        const { sessions } = await client.schedules.outsideHours({});
        outside.current = sessions.filter(({ session }) => !undecided.has(session.id));
      });
    },
    onSaved: ({ draft }) => onDone(draft.name.trim(), outside.current),
  });
  return (
    <FormSheet wide title={say("gym.edit")} form={form} onClose={onClose}>
      <FormFields form={form} columns="fit" names={["name", "address", "phone", "email"]} />
      <FormFields form={form} names={["hours", "english"]} />
      <FieldGroup title={say("gym.part.company")}>
        <p className="small">{say("gym.company.lead")}</p>
        <FormFields form={form} columns="fit" names={companyNames} />
      </FieldGroup>
      <FieldGroup title={say("gym.part.limits")}>
        <p className="small">{say("gym.limits.lead")}</p>
        <FormFields form={form} names={limitNames} />
      </FieldGroup>
    </FormSheet>
  );
}
