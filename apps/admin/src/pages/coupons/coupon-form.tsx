import { servicesBy } from "@uola/browser/gym/services.ts";
import { usePlatformAction, usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { Coupon, CouponRule } from "@uola/contract";
import { defineForm, type SentBy } from "@uola/ui/kit/define-form.ts";
import * as field from "@uola/ui/kit/fields.tsx";
import { FieldGroup, FormSheet } from "@uola/ui/kit/form-sheet.tsx";
import { parseCents } from "@uola/ui/kit/money.ts";
import { MoneyField } from "@uola/ui/kit/money-field.tsx";
import { adminErrorMessage } from "@uola/ui/kit/sentences.ts";
import { FormField, FormFields, useForm } from "@uola/ui/kit/use-form.tsx";
import { say } from "@uola/words/admin";
import { money } from "@uola/words/formats";
import { useEffect, useState } from "react";
import { gives, sentenceOfRule } from "./rule-words.ts";

const kinds = ["PERCENT", "AMOUNT", "FIXED_PRICE", "NTH_FREE", "THING"] as const;
type Lists = { isClone?: boolean; services?: field.Named[] | undefined; others?: field.Named[] | undefined };

export const couponForm = defineForm({
  label: (field) => say(`coupons.field.${field}`),
  fields: (coupon: Coupon | undefined, { isClone = false, services, others }: Lists) => {
    const rule: Partial<CouponRule> = coupon?.rule ?? { percent: 10 };
    const optional = { optional: true };
    const limit = (count: number | null | undefined) =>
      field.wholeNumberOrNull(count, [1, 9_999_999], say("coupons.wrong.count"), optional);
    const sum = (cents: string) => !parseCents(cents) && say("coupons.wrong.sum");
    return {
      name: field.text(coupon?.name, {
        maxLength: 100,
        hint: say("coupons.name.hint"),
        check: field.required(say("coupons.wrong.name")),
      }),
      code: field.orNull(
        field.text(isClone ? "" : coupon?.code, {
          maxLength: 40,
          autoCapitalize: "characters",
          optional: true,
          hint: say("coupons.code.hint"),
          check: (code) => code !== "" && !/^[\p{L}\d\s-]{3,40}$/u.test(code) && say("coupons.wrong.code"),
        }),
      ),
      kind: field.choice(rule.kind ?? "PERCENT", kinds, (kind) => say(`coupons.kind.${kind}`)),
      percent: field.wholeNumber(rule.percent, [1, 100], say("coupons.wrong.percent")),
      amount: field.money(rule.amount || null, { check: sum }),
      every: field.wholeNumber(rule.every ?? 3, [2, 20], say("coupons.wrong.every"), {
        hint: say("coupons.every.hint"),
      }),
      thing: field.text(rule.thing, {
        maxLength: 100,
        hint: say("coupons.thing.hint"),
        check: field.required(say("coupons.wrong.thing")),
      }),
      minimum: field.money(rule.minimum || null, { optional: true, check: (cents) => cents !== "" && sum(cents) }),
      serviceIds: field.checkList(rule.serviceIds ?? [], services, { hint: say("coupons.services.hint") }),
      validFrom: field.date(rule.validFrom, optional),
      validUntil: field.date(rule.validUntil, optional),
      sessionsFrom: field.date(rule.sessionsFrom, optional),
      sessionsUntil: field.date(rule.sessionsUntil, optional),
      timeFrom: field.clock(rule.timeFrom, optional),
      timeUntil: field.clock(rule.timeUntil, optional),
      weekdays: field.weekdays(rule.weekdays ?? [], { hint: say("coupons.weekdays.hint") }),
      totalLimit: limit(coupon?.totalLimit),
      perPerson: limit(rule.perPerson),
      perFamily: limit(rule.perFamily),
      firstBookingOnly: field.flag(rule.firstBookingOnly),
      alone: field.flag((rule.stacking ?? "ALONE") === "ALONE"),
      stacksWith: field.checkList(rule.stacksWith ?? [], others?.length ? others : undefined, {
        hint: say("coupons.stacksWith.hint"),
      }),
    };
  },
  shown: {
    percent: ({ kind }) => kind === "PERCENT",
    amount: ({ kind }) => kind === "AMOUNT" || kind === "FIXED_PRICE",
    every: ({ kind }) => kind === "NTH_FREE",
    thing: ({ kind }) => kind === "THING",
    stacksWith: ({ alone }) => !alone,
  },
  check: ({ kind, serviceIds, ...draft }) => {
    const backwards = (from: string, until: string) =>
      from !== "" && until !== "" && from > until && say("coupons.wrong.backwards");
    return {
      serviceIds: kind === "FIXED_PRICE" && serviceIds.length === 0 && say("coupons.wrong.services"),
      validUntil: backwards(draft.validFrom, draft.validUntil),
      sessionsUntil: backwards(draft.sessionsFrom, draft.sessionsUntil),
      timeUntil: backwards(draft.timeFrom, draft.timeUntil),
    };
  },
});

/** Returns the coupon that a draft describes; an empty field adds no restriction. */
export const couponOf = ({ name, code, totalLimit, alone, stacksWith, ...rule }: SentBy<typeof couponForm>) => ({
  name,
  code,
  totalLimit,
  rule: {
    ...rule,
    stacking: alone ? ("ALONE" as const) : ("WITH_OTHERS" as const),
    stacksWith: stacksWith?.length ? stacksWith : null,
  },
});

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
  const lists = { isClone, services, others: others?.map(({ id, name, code }) => ({ id, name: code ?? name })) };
  const form = useForm((stored) => couponForm(stored, lists), {
    item: coupon,
    isNew: !known,
    reread: known && (async () => (await write(({ coupons }) => coupons.report({ couponId: known.id }))).coupon),
    save: async ({ values, revision }) => {
      const input = couponOf(values);
      const saved = await write(({ coupons }) =>
        known ? coupons.update({ ...input, couponId: known.id, revision }) : coupons.create(input),
      );
      onDone(saved.coupon);
    },
  });
  const { draft, opened } = form;
  const { rule } = couponOf(opened.sent(draft));
  const isWhole = Object.keys(opened.check(draft)).length === 0;
  const isFixed = draft.kind === "FIXED_PRICE";
  return (
    <FormSheet wide title={say(known ? "coupons.one" : "coupons.add")} form={form} onClose={onClose}>
      <p className="bg-yellow p-4 text-[#0c1a4b]">
        <b className="block text-[22px]">{draft.code || draft.name || say("coupons.field.code")}</b>
        {isWhole && `${gives(rule)}. ${sentenceOfRule(rule)}`}
      </p>
      <FormFields form={form} names={["name", "code"]} />
      <FieldGroup title={say("coupons.part.gives")}>
        <FormFields form={form} names={["kind", "percent"]} />
        <FormField form={form} name="amount" {...(isFixed && { label: say("coupons.field.fixed") })} />
        <FormFields form={form} names={["every", "thing", "minimum", "serviceIds"]} />
      </FieldGroup>
      <FieldGroup title={say("coupons.part.when")}>
        <FormFields
          form={form}
          columns={2}
          names={["validFrom", "validUntil", "sessionsFrom", "sessionsUntil", "timeFrom", "timeUntil"]}
        />
        <FormFields form={form} names={["weekdays"]} />
      </FieldGroup>
      <FieldGroup title={say("coupons.part.limits")}>
        <FormFields form={form} columns={3} names={["totalLimit", "perPerson", "perFamily"]} />
        <FormFields form={form} names={["firstBookingOnly", "alone", "stacksWith"]} />
      </FieldGroup>
      {isWhole && <Try rule={rule} />}
    </FormSheet>
  );
}

/**
 * Calculates the effect of the rule on a price as of today, with the same code that applies
 * discounts to bookings.
 */
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
    // If every nth place is free of charge, the example price is calculated for n places.
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
