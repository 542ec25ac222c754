import type { Cart, CartCode, CartLine } from "@uola/contract";
import { availableOf } from "../../vouchers/vouchers.ts";
import type { CartPrice } from "./cart-rules.ts";
import type { CartLineView, CartView } from "./cart-view.ts";

/** Converts a cart to its API representation. */
export function toCart(
  { row, lines, coupons, vouchers, passes, passEffects, reckoning, vat, parts, maxTotal }: CartView,
  language?: string | undefined,
): Cart {
  const holds = lines.flatMap(({ places }) => places?.hold ?? []);
  const deadline = holds.map(({ expiresDate }) => expiresDate).toSorted((a, b) => a.getTime() - b.getTime())[0];
  const { gross, discount, total, voucherPays, toPay } = reckoning;
  return {
    id: row?.id ?? null,
    lines: lines.map((line) => toLine(line, reckoning, language)),
    codes: [
      ...coupons.map(
        ({ id, couponCode, coupon }): CartCode => ({
          id,
          kind: "COUPON",
          text: couponCode ?? "",
          name: coupon?.name ?? "",
          thing: coupon?.rule.thing ?? null,
          ...effectOf(id, reckoning),
        }),
      ),
      ...vouchers.map(({ id, voucher }): CartCode => {
        const effect = effectOf(id, reckoning);
        const left = availableOf(voucher) - effect.amount;
        return { id, kind: "VOUCHER", text: voucher.last4, name: voucher.serviceName ?? "", ...effect, left };
      }),
      ...passes.map(({ id, pass }): CartCode => {
        const { entries = 0, problem } = passEffects.find((effect) => effect.id === id) ?? {};
        const entriesLeft = pass.balance === null ? null : pass.balance - entries;
        const effect = { amount: 0, entries, entriesLeft, problem: problem?.code ?? null };
        return { id, kind: "PASS", text: pass.last4, name: pass.name, ...effect };
      }),
    ],
    gross,
    discount,
    total,
    vat,
    voucherPays,
    toPay,
    parts: parts ?? null,
    deadline: deadline ?? null,
    renewable: lines.some(({ places, problem }) => places?.hold?.renewable || problem?.code === "HOLD_ENDED"),
    maxTotal: maxTotal ?? null,
    orderable: lines.length > 0 && maxTotal === undefined && !lines.some(({ problem }) => problem?.blocks),
    revision: String(row?.revision ?? 0),
  };
}

function effectOf(id: string, { codes }: CartPrice) {
  const effect = codes.find((code) => code.id === id);
  return { amount: effect?.amount ?? 0, problem: effect?.problem?.code ?? null };
}

function toLine(
  { row, name, english, quantity, unitPrice, byPerson, gross, tax, places, problem, passPays }: CartLineView,
  reckoning: CartPrice,
  language: string | undefined,
): CartLine {
  const discount = reckoning.discounts.get(row.id) ?? 0;
  return {
    id: row.id,
    kind: row.kind,
    name: (language === "en" && english) || name,
    quantity,
    unitPrice,
    byPerson: passPays ? null : (byPerson ?? null),
    lessons: places?.lessons ?? null,
    gross,
    discount,
    total: gross - discount,
    booking: row.kind === "BOOKING" ? row.detail : null,
    voucher: row.kind === "VOUCHER" ? voucherDetail(row.detail) : null,
    goods: row.kind === "GOODS" ? row.detail : null,
    donation: row.kind === "DONATION" ? row.detail : null,
    pass: row.kind === "PASS" ? row.detail : null,
    passPays: passPays ? { number: passPays.pass.number, entries: passPays.entries } : null,
    serviceId: places?.service.id ?? null,
    startDate: places?.startDate ?? null,
    endDate: places?.endDate ?? null,
    vatRate: tax.rate,
    holdExpiresDate: places?.hold?.expiresDate ?? null,
    ...(places?.hold?.offered && { offered: true }),
    cancelableUntil: places?.cancelableUntil ?? null,
    problem: problem ?? null,
  };
}

/** JSON stores dates as text. */
const voucherDetail = <Detail extends { sendDate?: Date | string | null | undefined }>(
  detail: Detail,
): Omit<Detail, "sendDate"> & { sendDate: Date | null } => ({
  ...detail,
  sendDate: detail.sendDate ? new Date(detail.sendDate) : null,
});
