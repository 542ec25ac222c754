import { servicesBy } from "@uola/browser/gym/services.ts";
import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Coupon, CouponKind, CouponRule } from "@uola/contract";
import { RadioGroup } from "@uola/ui/choices.tsx";
import { Check, Field } from "@uola/ui/field.tsx";
import { CheckList } from "@uola/ui/kit/check-list.tsx";
import { ClockField } from "@uola/ui/kit/date-time-field.tsx";
import { FieldGroup, FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { formatCents, parseCents } from "@uola/ui/kit/money.ts";
import { MoneyField } from "@uola/ui/kit/money-field.tsx";
import { adminErrorMessage } from "@uola/ui/kit/sentences.ts";
import { useEntityForm } from "@uola/ui/kit/use-entity-form.ts";
import { say } from "@uola/words/admin";
import { money } from "@uola/words/formats";
import { useEffect, useState } from "react";
import { gives, sentenceOfRule } from "./rule-words.ts";

type Draft = {
  name: string;
  code: string;
  kind: CouponKind;
  percent: string;
  amount: string;
  every: string;
  thing: string;
  serviceIds: readonly string[];
  minimum: string;
  validFrom: string;
  validUntil: string;
  sessionsFrom: string;
  sessionsUntil: string;
  weekdays: readonly string[];
  timeFrom: string;
  timeUntil: string;
  totalLimit: string;
  perPerson: string;
  perFamily: string;
  firstBookingOnly: boolean;
  alone: boolean;
  stacksWith: readonly string[];
};
const label = (field: keyof Draft) => say(`coupons.field.${field}`);
const kinds = ["PERCENT", "AMOUNT", "FIXED_PRICE", "NTH_FREE", "THING"] as const satisfies CouponKind[];
const text = (value: number | string | null | undefined) => (value == null ? "" : String(value));

function draftOf(coupon: Coupon | undefined, isClone: boolean): Draft {
  const rule = coupon?.rule;
  return {
    name: coupon?.name ?? "",
    code: isClone ? "" : (coupon?.code ?? ""),
    kind: rule?.kind ?? "PERCENT",
    percent: text(rule?.percent ?? (rule ? "" : 10)),
    amount: rule?.amount ? formatCents(rule.amount) : "",
    every: text(rule?.every ?? 3),
    thing: rule?.thing ?? "",
    serviceIds: rule?.serviceIds ?? [],
    minimum: rule?.minimum ? formatCents(rule.minimum) : "",
    validFrom: text(rule?.validFrom),
    validUntil: text(rule?.validUntil),
    sessionsFrom: text(rule?.sessionsFrom),
    sessionsUntil: text(rule?.sessionsUntil),
    weekdays: (rule?.weekdays ?? []).map(String),
    timeFrom: text(rule?.timeFrom),
    timeUntil: text(rule?.timeUntil),
    totalLimit: text(coupon?.totalLimit),
    perPerson: text(rule?.perPerson),
    perFamily: text(rule?.perFamily),
    firstBookingOnly: rule?.firstBookingOnly ?? false,
    alone: (rule?.stacking ?? "ALONE") === "ALONE",
    stacksWith: rule?.stacksWith ?? [],
  };
}

const whole = (typed: string) => (/^\d{1,7}$/.test(typed.trim()) ? Number(typed) : undefined);

/** Builds the rule from a draft; empty fields add no restriction. */
function ruleOf(draft: Draft): CouponRule {
  const { kind, percent, amount, every, thing, weekdays, alone, stacksWith } = draft;
  return {
    kind,
    percent: kind === "PERCENT" ? (whole(percent) ?? null) : null,
    amount: kind === "AMOUNT" || kind === "FIXED_PRICE" ? (parseCents(amount) ?? null) : null,
    every: kind === "NTH_FREE" ? (whole(every) ?? null) : null,
    thing: kind === "THING" ? thing.trim() || null : null,
    serviceIds: [...draft.serviceIds],
    minimum: parseCents(draft.minimum) || null,
    validFrom: draft.validFrom || null,
    validUntil: draft.validUntil || null,
    sessionsFrom: draft.sessionsFrom || null,
    sessionsUntil: draft.sessionsUntil || null,
    weekdays: weekdays.map(Number).sort(),
    timeFrom: draft.timeFrom || null,
    timeUntil: draft.timeUntil || null,
    perPerson: whole(draft.perPerson) || null,
    perFamily: whole(draft.perFamily) || null,
    firstBookingOnly: draft.firstBookingOnly,
    stacking: alone ? "ALONE" : "WITH_OTHERS",
    stacksWith: alone || stacksWith.length === 0 ? null : [...stacksWith],
  };
}

function wrongIn(draft: Draft): Partial<Record<keyof Draft & string, string>> {
  const { kind, percent, amount, every, thing, minimum, totalLimit, perPerson, perFamily } = draft;
  const counts = { totalLimit, perPerson, perFamily };
  const backwards = (from: string, until: string) => from !== "" && until !== "" && from > until;
  const parts = whole(percent) ?? 0;
  const nth = whole(every) ?? 0;
  return {
    ...(!draft.name.trim() && { name: say("coupons.wrong.name") }),
    ...(draft.code && !/^[\p{L}\d\s-]{3,40}$/u.test(draft.code) && { code: say("coupons.wrong.code") }),
    ...(kind === "PERCENT" && !(parts >= 1 && parts <= 100) && { percent: say("coupons.wrong.percent") }),
    ...((kind === "AMOUNT" || kind === "FIXED_PRICE") && !parseCents(amount) && { amount: say("coupons.wrong.sum") }),
    ...(kind === "FIXED_PRICE" && draft.serviceIds.length === 0 && { serviceIds: say("coupons.wrong.services") }),
    ...(kind === "NTH_FREE" && !(nth >= 2 && nth <= 20) && { every: say("coupons.wrong.every") }),
    ...(kind === "THING" && !thing.trim() && { thing: say("coupons.wrong.thing") }),
    ...(minimum && !parseCents(minimum) && { minimum: say("coupons.wrong.sum") }),
    ...(backwards(draft.validFrom, draft.validUntil) && { validUntil: say("coupons.wrong.backwards") }),
    ...(backwards(draft.sessionsFrom, draft.sessionsUntil) && { sessionsUntil: say("coupons.wrong.backwards") }),
    ...(backwards(draft.timeFrom, draft.timeUntil) && { timeUntil: say("coupons.wrong.backwards") }),
    ...Object.fromEntries(
      Object.entries(counts)
        .filter(([, typed]) => typed && !whole(typed))
        .map(([field]) => [field, say("coupons.wrong.count")]),
    ),
  };
}

type Props = {
  coupon: Coupon | undefined;
  isClone: boolean;
  onClose: () => void;
  onDone: (coupon: Coupon) => void;
};

/**
 * Edits a coupon's discount and conditions, with a summary of the rule as a sentence and a trial
 * calculation.
 */
export function CouponForm({ coupon, isClone, onClose, onDone }: Props) {
  const write = usePlatformAction("coupons");
  const services = usePlatformQuery(["services", "names"], async (client) => (await servicesBy(client)).items).data;
  const known = isClone ? undefined : coupon;
  const others = usePlatformQuery(["coupons", "names"], async ({ coupons }) =>
    (await coupons.query({ archived: false })).coupons.filter(({ id }) => id !== known?.id),
  ).data;
  const form = useEntityForm<Draft>({
    label,
    kept: { draft: draftOf(coupon, isClone), revision: known?.revision },
    isNew: !known,
    check: wrongIn,
    fieldOf: (path) => path.replace(/^rule\./, "") as keyof Draft,
    save: async ({ draft, before }) => {
      const input = {
        name: draft.name.trim(),
        rule: ruleOf(draft),
        code: draft.code.trim() || null,
        totalLimit: whole(draft.totalLimit) || null,
      };
      const saved = await write(({ coupons }) =>
        known
          ? coupons.update({ ...input, couponId: known.id, revision: before.revision ?? known.revision })
          : coupons.create(input),
      );
      onDone(saved.coupon);
    },
    ...(known && {
      reread: async () => {
        const { coupon } = await write(({ coupons }) => coupons.report({ couponId: known.id }));
        return { draft: draftOf(coupon, false), revision: coupon.revision };
      },
    }),
  });
  const { draft, set } = form;
  const rule = ruleOf(draft);
  const isWhole = Object.keys(wrongIn(draft)).length === 0;
  return (
    <FormSheet wide title={say(known ? "coupons.one" : "coupons.add")} form={form} onClose={onClose}>
      <p className="bg-yellow p-4 text-[#0c1a4b]">
        <b className="block text-[22px]">{draft.code || draft.name || say("coupons.field.code")}</b>
        {isWhole && `${gives(rule)}. ${sentenceOfRule(rule)}`}
      </p>
      <Field {...form.text("name")} maxLength={100} hint={say("coupons.name.hint")} />
      <Field
        {...form.text("code")}
        maxLength={40}
        autoCapitalize="characters"
        optional={say("optional")}
        hint={say("coupons.code.hint")}
      />
      <FieldGroup title={say("coupons.part.gives")}>
        <RadioGroup
          legend={label("kind")}
          name="kind"
          value={draft.kind}
          onChange={(kind) => set({ kind: kind as CouponKind })}
          choices={kinds.map((value) => ({ value, label: say(`coupons.kind.${value}`) }))}
        />
        {draft.kind === "PERCENT" && <Field {...form.text("percent")} inputMode="numeric" />}
        {draft.kind === "AMOUNT" && <MoneyField {...form.text("amount")} onChange={(amount) => set({ amount })} />}
        {draft.kind === "FIXED_PRICE" && (
          <MoneyField
            {...form.text("amount")}
            label={say("coupons.field.fixed")}
            onChange={(amount) => set({ amount })}
          />
        )}
        {draft.kind === "NTH_FREE" && (
          <Field {...form.text("every")} inputMode="numeric" hint={say("coupons.every.hint")} />
        )}
        {draft.kind === "THING" && <Field {...form.text("thing")} maxLength={100} hint={say("coupons.thing.hint")} />}
        <MoneyField {...form.text("minimum")} optional={say("optional")} onChange={(minimum) => set({ minimum })} />
        {services && (
          <CheckList
            id="serviceIds"
            legend={label("serviceIds")}
            hint={say("coupons.services.hint")}
            options={services.map(({ id, name }) => ({ value: id, label: name }))}
            values={draft.serviceIds}
            {...(draft.kind === "FIXED_PRICE" &&
              draft.serviceIds.length === 0 && { hint: say("coupons.wrong.services") })}
            onChange={(serviceIds) => set({ serviceIds })}
          />
        )}
      </FieldGroup>
      <FieldGroup title={say("coupons.part.when")}>
        <div className="grid gap-4 md:grid-cols-2">
          <Field {...form.text("validFrom")} type="date" optional={say("optional")} />
          <Field {...form.text("validUntil")} type="date" optional={say("optional")} />
          <Field {...form.text("sessionsFrom")} type="date" optional={say("optional")} />
          <Field {...form.text("sessionsUntil")} type="date" optional={say("optional")} />
          <ClockField
            {...form.text("timeFrom")}
            optional={say("optional")}
            onChange={(timeFrom) => set({ timeFrom })}
          />
          <ClockField
            {...form.text("timeUntil")}
            optional={say("optional")}
            onChange={(timeUntil) => set({ timeUntil })}
          />
        </div>
        <CheckList
          id="weekdays"
          legend={label("weekdays")}
          hint={say("coupons.weekdays.hint")}
          options={([1, 2, 3, 4, 5, 6, 7] as const).map((day) => ({
            value: String(day),
            label: say(`coupons.weekday.${day}`),
          }))}
          values={draft.weekdays}
          onChange={(weekdays) => set({ weekdays })}
        />
      </FieldGroup>
      <FieldGroup title={say("coupons.part.limits")}>
        <div className="grid gap-4 md:grid-cols-3">
          <Field {...form.text("totalLimit")} inputMode="numeric" optional={say("optional")} />
          <Field {...form.text("perPerson")} inputMode="numeric" optional={say("optional")} />
          <Field {...form.text("perFamily")} inputMode="numeric" optional={say("optional")} />
        </div>
        <Check {...form.check("firstBookingOnly")} />
        <Check {...form.check("alone")} />
        {!draft.alone && others && others.length > 0 && (
          <CheckList
            id="stacksWith"
            legend={label("stacksWith")}
            hint={say("coupons.stacksWith.hint")}
            options={others.map(({ id, name, code }) => ({ value: id, label: code ?? name }))}
            values={draft.stacksWith}
            onChange={(stacksWith) => set({ stacksWith })}
          />
        )}
      </FieldGroup>
      {isWhole && <Try rule={rule} />}
    </FormSheet>
  );
}

/** Calculates the effect of the rule on a price today, with the same code that discounts bookings. */
function Try({ rule }: { rule: CouponRule }) {
  const read = usePlatformAction();
  const [price, setPrice] = useState("25");
  const [said, setSaid] = useState("");
  const cents = parseCents(price);
  const key = JSON.stringify(rule);
  const serviceId = rule.serviceIds[0] ?? "00000000-0000-4000-8000-000000000000";
  useEffect(() => {
    if (cents === undefined) return setSaid("");
    let isOld = false;
    const asked = JSON.parse(key) as CouponRule;
    // Time conditions are removed: the calculation assumes a session that meets them.
    const timeless = {
      ...asked,
      sessionsFrom: null,
      sessionsUntil: null,
      weekdays: [],
      timeFrom: null,
      timeUntil: null,
    };
    // If every n-th place is free, the calculation uses n places.
    const quantity = asked.every ?? 1;
    const lines = [{ serviceId, price: cents * quantity, quantity }];
    read(({ coupons }) => coupons.try({ rule: timeless, lines, firstBooking: true })).then(
      ({ price, discount }) =>
        isOld || setSaid(say("coupons.try.gives", { before: money(price), after: money(price - discount) })),
      (error) => isOld || setSaid(adminErrorMessage(error)),
    );
    return () => {
      isOld = true;
    };
  }, [key, cents, serviceId, read]);
  return (
    <FieldGroup title={say("coupons.try")}>
      <MoneyField id="try-price" label={say("coupons.try.price")} value={price} onChange={setPrice} />
      <p role="status">{said}</p>
    </FieldGroup>
  );
}
