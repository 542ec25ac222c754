import { PrimaryButton } from "@uola/ui/buttons.tsx";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { Check, Field, FilterSelect, Select, TextArea } from "@uola/ui/field.tsx";
import { CheckList } from "@uola/ui/kit/check-list.tsx";
import { ClockField, DateTimeField } from "@uola/ui/kit/date-time-field.tsx";
import { defineForm } from "@uola/ui/kit/define-form.ts";
import * as field from "@uola/ui/kit/fields.tsx";
import { Form } from "@uola/ui/kit/form.tsx";
import { MoneyField } from "@uola/ui/kit/money-field.tsx";
import { SearchBox } from "@uola/ui/kit/search-box.tsx";
import { SpanField } from "@uola/ui/kit/span-field.tsx";
import { FormFields, useForm } from "@uola/ui/kit/use-form.tsx";
import { WeekHours } from "@uola/ui/kit/week-hours-field.tsx";
import { Stepper } from "@uola/ui/stepper.tsx";
import { type ReactNode, useState } from "react";
import { longLabel, longText, Part } from "./part.tsx";

const options = [
  { value: "class", label: "Užsiėmimas" },
  { value: "course", label: longLabel },
];

/** A stateful wrapper that keeps the value of a controlled component. */
function Kept<Value>({
  first,
  children,
}: {
  first: Value;
  children: (value: Value, set: (value: Value) => void) => ReactNode;
}) {
  const [value, set] = useState(first);
  return children(value, set);
}

const items = [
  { id: "class", name: "Užsiėmimas" },
  { id: "course", name: longLabel },
];
const sampleForm = defineForm({
  label: (name) => `Laukas ${name}`,
  fields: () => ({
    text: field.text("", { hint: longText, check: field.required("Įrašykite pavadinimą.") }),
    longText: field.longText("", { optional: true }),
    wholeNumber: field.wholeNumber(5, [1, 10], "Įrašykite skaičių nuo 1 iki 10."),
    money: field.money(2850),
    date: field.date("2026-01-05"),
    clock: field.clock("9:00"),
    span: field.span(1440),
    select: field.select("class", items),
    choice: field.choice("yes", ["yes", "no"], (value) => (value === "yes" ? "Taip" : "Ne"), { shown: true }),
    checkList: field.checkList(["class"], items),
    weekdays: field.weekdays([1, 3]),
    flag: field.flag(true),
  }),
  shown: { weekdays: ({ choice }) => choice === "yes" },
});

/** A form with a field of every kind; it can be submitted to see the errors. */
function SampleForm() {
  const form = useForm(sampleForm, { prefix: "sample-", save: async () => {} });
  return (
    <Form form={form} wrong="Dar neišsaugota">
      <FormFields form={form} columns={2} names={["text", "longText", "wholeNumber", "money", "date", "clock"]} />
      <FormFields form={form} names={["span", "select", "choice", "checkList", "weekdays", "flag"]} />
      <PrimaryButton type="submit">Išsaugoti</PrimaryButton>
    </Form>
  );
}

export const Fields = () => (
  <>
    <Part name="Fields of a defined form">
      <SampleForm />
    </Part>
    <Part name="Fields">
      <div className="grid gap-5" style={{ gridTemplateColumns: "repeat(auto-fit, minmax(min(360px, 100%), 1fr))" }}>
        <Field id="plain" label="El. paštas" />
        <Field id="hinted" label="Telefonas" hint={longText} optional="neprivaloma" />
        <Field id="wrong" label={longText} error="Įrašykite adresą, pavyzdžiui, ona@uola.example." defaultValue="ona" />
        <Field id="off" label="Adresas" disabled defaultValue="Neris g. 3" />
        <TextArea id="text" label="Pastaba" defaultValue={longText} />
        <TextArea id="text-wrong" label="Pastaba" error="Per ilga." />
        <Select id="kind" label="Rūšis" options={options} />
        <Select id="kind-wrong" label="Rūšis" options={options} error="Pasirinkite." disabled />
        <Check id="agree">Sutinku su taisyklėmis</Check>
        <Check id="agree-wrong" error="Be sutikimo rezervuoti negalima.">
          {longText}
        </Check>
        <Kept first="class">
          {(value, set) => (
            <RadioGroup
              shown
              legend="Kas"
              name="what"
              value={value}
              onChange={set}
              choices={[...options, { value: "none", label: "Negalima", disabled: true }]}
            />
          )}
        </Kept>
        <Kept first={["class"]}>
          {(values, set) => (
            <CheckList
              id="list"
              legend="Kam"
              options={options}
              values={values}
              onChange={set}
              error="Pasirinkite bent vieną."
            />
          )}
        </Kept>
        <FilterSelect label="Visos rūšys" options={options} />
        <Kept first="">{(text, set) => <SearchBox label="Ieškoti paslaugos" text={text} onSearch={set} />}</Kept>
        <Kept first={1}>
          {(value, set) => (
            <Stepper
              label="Dalyviai"
              value={value}
              max={2}
              onChange={set}
              words={{ fewer: "Mažiau", more: "Daugiau", value: `Dalyvių: ${value}` }}
            />
          )}
        </Kept>
        <Kept first={{ count: "24", unit: "HOURS" as const }}>
          {(value, set) => (
            <SpanField id="span" label="Likus" value={value} onChange={set as never} error="Įrašykite skaičių." />
          )}
        </Kept>
        <Kept first="9:00">{(value, set) => <ClockField id="clock" label="Nuo" value={value} onChange={set} />}</Kept>
        <Kept first="vakare">
          {(value, set) => (
            <ClockField id="clock-wrong" label={longText} value={value} onChange={set} error="Įrašykite laiką." />
          )}
        </Kept>
        <Kept first={["2026-01-05", "09:00"] as [string, string]}>
          {([day, time], set) => (
            <DateTimeField
              id="moment"
              label="Skelbti"
              hint={longText}
              labels={{ day: "Diena", time: "Laikas" }}
              day={day}
              time={time}
              onChange={(...both) => set(both)}
            />
          )}
        </Kept>
        <Kept first={["", ""] as [string, string]}>
          {([day, time], set) => (
            <DateTimeField
              id="moment-wrong"
              label="Iki"
              labels={{ day: "Iki: diena", time: "Iki: laikas" }}
              day={day}
              time={time}
              error="Pabaiga turi būti po pradžios."
              onChange={(...both) => set(both)}
            />
          )}
        </Kept>
        <Kept first="28,50">
          {(value, set) => <MoneyField id="money" label="Kaina, €" value={value} onChange={set} />}
        </Kept>
        <Kept first="brangu">
          {(value, set) => (
            <MoneyField
              id="money-wrong"
              label="Avansas, €"
              optional="neprivaloma"
              value={value}
              onChange={set}
              error="Įrašykite sumą, pavyzdžiui, 28,50."
            />
          )}
        </Kept>
      </div>
    </Part>
    <Part name="Hours of a week">
      <Kept first={[{ weekday: 1, start: "09:00", end: "21:00" }]}>
        {(hours, set) => (
          <WeekHours
            id="hours"
            legend="Darbo laikas"
            hours={hours}
            none="nedirbame"
            error="Pabaiga ankstesnė už pradžią."
            onChange={set}
          />
        )}
      </Kept>
    </Part>
  </>
);
