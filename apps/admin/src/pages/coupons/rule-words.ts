import type { CouponRule, CouponState } from "@uola/contract";
import { say } from "@uola/words/admin";
import { dateLong, money } from "@uola/words/formats";

/** Formats the discount or gift of a coupon: "−10 %", "−4,00 €", "Bateliai". */
export function gives({ kind, percent, amount, every, thing }: CouponRule): string {
  if (kind === "FIXED_PRICE") return say("coupons.gives.fixed", { price: money(amount ?? 0) });
  if (kind === "NTH_FREE") return say("coupons.gives.every", { every: every ?? 2 });
  if (kind === "PERCENT") return `−${percent} %`;
  return kind === "AMOUNT" ? `−${money(amount ?? 0)}` : say("coupons.gives.thing", { thing: thing ?? "" });
}

/** Describes the conditions of a rule, in the order in which people ask about them. */
export function sentenceOfRule(rule: CouponRule): string {
  const { serviceIds, validFrom, validUntil, sessionsFrom, sessionsUntil, weekdays, timeFrom, timeUntil } = rule;
  const days = (from: string | null | undefined, until: string | null | undefined) =>
    from && until
      ? say("coupons.rule.fromUntil", { from: dateLong(from), until: dateLong(until) })
      : from
        ? say("coupons.rule.from", { from: dateLong(from) })
        : until && say("coupons.rule.until", { until: dateLong(until) });
  const sessions = [
    days(sessionsFrom, sessionsUntil),
    weekdays.length > 0 && weekdays.map((day) => say(`coupons.weekday.${day as 1}`)).join(", "),
    timeFrom && say("coupons.rule.timeFrom", { time: timeFrom }),
    timeUntil && say("coupons.rule.timeUntil", { time: timeUntil }),
  ].filter(Boolean);
  const parts = [
    serviceIds.length > 0 && say("coupons.rule.services", { count: serviceIds.length }),
    rule.minimum && say("coupons.rule.minimum", { sum: money(rule.minimum) }),
    rule.firstBookingOnly && say("coupons.rule.first"),
    days(validFrom, validUntil),
    sessions.length > 0 && say("coupons.rule.sessions", { when: sessions.join(", ") }),
    rule.perPerson && say("coupons.rule.person", { count: rule.perPerson }),
    rule.perFamily && say("coupons.rule.family", { count: rule.perFamily }),
    rule.stacking === "ALONE" && say("coupons.rule.alone"),
    rule.stacksWith?.length && say("coupons.rule.with", { count: rule.stacksWith.length }),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join("; ") : say("coupons.rule.none");
}

/** Returns the label of a stored coupon field; undefined for fields that are not in the form. */
export function storedLabel(field: string): string | undefined {
  if (field === "rule") return say("coupons.part.gives");
  if (field === "state") return say("coupons.state.any");
  return field === "name" || field === "code" || field === "totalLimit" ? say(`coupons.field.${field}`) : undefined;
}

export function storedText(field: string, value: unknown): string {
  if (value == null || value === "") return "";
  if (field === "state") return say(`coupons.state.${value as CouponState}`);
  return field === "rule" ? `${gives(value as CouponRule)}. ${sentenceOfRule(value as CouponRule)}` : String(value);
}
