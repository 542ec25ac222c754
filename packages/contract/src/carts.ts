import { z } from "zod";
import { captchaTokens } from "./authentication.ts";
import { LessonsLeft, Slot } from "./availability.ts";
import { BookingInput, Participant, ParticipantsChoices } from "./bookings.ts";
import { endpoint } from "./endpoint.ts";
import { holds } from "./holds.ts";
import { PassHolder } from "./passes.ts";
import { PriceGroup } from "./service.ts";
import { VoucherDesign, voucherFace } from "./vouchers.ts";
import { cents, emailAddress, guid, instant, linkKey, maybe, revision, typedLine, typedText } from "./wire.ts";

/** What a cart may have at most. A larger sum is sold by the gym's people only. */
export const cartMax = { lines: 30, participants: 40, goods: 99, codes: 6, cents: 1_000_000, bytes: 65_536 } as const;
/** What somebody may give to a project at once, in cents. */
export const donationAmount = { min: 100, max: 500_000 } as const;

export const CartLineKind = z.enum(["BOOKING", "VOUCHER", "GOODS", "DONATION", "PASS"]);
export type CartLineKind = z.infer<typeof CartLineKind>;

/** Places in a session, a time with a trainer, or a whole course: exactly one of `slot` and `schedule`. */
export const CartBooking = z
  .object({
    slot: maybe(Slot),
    schedule: maybe(z.object({ scheduleId: guid })),
    totalParticipants: z.int().min(1).max(cartMax.participants),
    /** Prices by choice, such as "child"; without them everybody pays the service's price. */
    participantsChoices: maybe(ParticipantsChoices),
    /** Who comes. If given, there are as many names as participants. */
    participants: maybe(z.array(Participant).max(cartMax.participants)),
    /** The answers to the service's form. */
    additionalFields: BookingInput.shape.additionalFields,
  })
  .meta({ id: "CartBooking" });
export type CartBooking = z.infer<typeof CartBooking>;

export const CartVoucher = z
  .object({
    face: z.int().min(voucherFace.min).max(voucherFace.max),
    design: VoucherDesign,
    language: z.enum(["lt", "en"]),
    greeting: maybe(typedText().max(300)),
    recipientName: maybe(typedLine().max(100)),
    giverName: maybe(typedLine().max(100)),
    /** Who gets it by mail; without an address the buyer gets it and prints it. */
    recipientEmail: maybe(emailAddress().max(320)),
    /** When the mail leaves; by default as soon as it is paid. */
    sendDate: maybe(instant),
  })
  .meta({ id: "CartVoucher" });
export type CartVoucher = z.infer<typeof CartVoucher>;

/** A line of the price list with one fixed price. */
export const CartGoods = z
  .object({ priceId: z.string().min(1).max(100), quantity: z.int().min(1).max(cartMax.goods) })
  .meta({ id: "CartGoods" });
export type CartGoods = z.infer<typeof CartGoods>;

export const CartDonation = z
  .object({
    amount: z.int().min(donationAmount.min).max(donationAmount.max),
    /** The project it is for, as people read it. */
    project: maybe(typedLine().min(1).max(100)),
  })
  .meta({ id: "CartDonation" });
export type CartDonation = z.infer<typeof CartDonation>;

/** A pass of a kind. Without a holder it is the buyer's. */
export const CartPass = z.object({ kindId: guid, holder: maybe(PassHolder) }).meta({ id: "CartPass" });
export type CartPass = z.infer<typeof CartPass>;

/** What is bought: exactly one of the five. */
const details = {
  booking: maybe(CartBooking),
  voucher: maybe(CartVoucher),
  goods: maybe(CartGoods),
  donation: maybe(CartDonation),
  pass: maybe(CartPass),
};

/**
 * What is wrong with a line. SOLD_OUT: no places are left; GONE: it does not take place, is not sold any more or has begun;
 * REGISTRATION_NOT_OPEN: registration was moved to a later time; NOT_FOR_SALE: it has no fixed price; HOLD_ENDED: its places are not kept any more, and are taken anew with the order;
 * PRICE_CHANGED: since it was added.
 */
export const CartProblemCode = z.enum([
  "SOLD_OUT",
  "GONE",
  "REGISTRATION_NOT_OPEN",
  "NOT_FOR_SALE",
  "HOLD_ENDED",
  "PRICE_CHANGED",
]);
export type CartProblemCode = z.infer<typeof CartProblemCode>;

export const CartProblem = z.object({
  code: CartProblemCode,
  /** The cart cannot be ordered with it. */
  blocks: z.boolean(),
  /** Places that are left, of SOLD_OUT. */
  left: maybe(z.int()),
  /** The price of one when it was added, of PRICE_CHANGED. */
  before: maybe(cents),
  /** When registration opens, of REGISTRATION_NOT_OPEN. */
  opens: maybe(instant),
});
export type CartProblem = z.infer<typeof CartProblem>;

export const CartLine = z
  .object({
    id: guid,
    kind: CartLineKind,
    /** As the gym calls it now; empty for what is gone. */
    name: z.string(),
    ...details,
    serviceId: maybe(guid),
    startDate: maybe(instant),
    endDate: maybe(instant),
    quantity: z.int(),
    /** Of one; null where participants pay different prices. */
    unitPrice: maybe(cents),
    /** Of places whose price depends on the person: how many pay which price. */
    byPerson: maybe(z.array(z.object({ group: PriceGroup.nullable(), count: z.int(), unitPrice: cents }))),
    /** Of a course that has begun, whose price is the share of the lessons that remain. */
    lessons: maybe(LessonsLeft),
    gross: cents,
    discount: cents,
    /** What it costs with VAT: gross without the discount. */
    total: cents,
    /** VAT in hundredths of a percent: 2100. Null where the sale has none. */
    vatRate: maybe(z.int()),
    /** Of places that a pass pays for: its number, and how many entries it takes. They cost nothing then. */
    passPays: maybe(z.object({ number: z.int(), entries: z.int() })),
    /** Until when its places are kept. */
    holdExpiresDate: maybe(instant),
    /** The waiting list offers its places, until `holdExpiresDate`. */
    offered: maybe(z.boolean()),
    /** Until when it may be canceled, though a fee may be kept back before; null: not at all. */
    cancelableUntil: maybe(instant),
    problem: maybe(CartProblem),
  })
  .meta({ id: "CartLine" });
export type CartLine = z.infer<typeof CartLine>;

/** VAT of one rate within a sum: net and VAT sum to the gross. */
export const VatPart = z.object({ rate: maybe(z.int()), gross: cents, net: cents, vat: cents }).meta({ id: "VatPart" });
export type VatPart = z.infer<typeof VatPart>;

/** A code that was typed: a coupon takes off the price, a voucher pays, a pass lets in. */
export const CartCode = z
  .object({
    id: guid,
    kind: z.enum(["COUPON", "VOUCHER", "PASS"]),
    /** The coupon's code; of a voucher and a pass only its end. */
    text: z.string(),
    /** The name of the coupon or the pass. */
    name: z.string(),
    /** What is given beside the price. */
    thing: maybe(z.string()),
    /** What it takes off or pays now. */
    amount: cents,
    /** What is left on the voucher afterwards. */
    left: maybe(cents),
    /** The entries a pass gives now, and those left on it afterwards; null where they are not counted. */
    entries: maybe(z.int()),
    entriesLeft: maybe(z.int()),
    /** Why it does nothing, as using it would be refused: "COUPON_ENDED". */
    problem: maybe(z.string()),
  })
  .meta({ id: "CartCode" });
export type CartCode = z.infer<typeof CartCode>;

/** A part of what an order costs, and the day until which it is paid. */
export const DuePart = z.object({ dueDay: z.iso.date(), amount: cents });
export type DuePart = z.infer<typeof DuePart>;

export const Cart = z
  .object({
    /** What a redirect session names as `ecomCheckout.checkoutId`. Null of a cart into which nothing was put. */
    id: maybe(guid),
    lines: z.array(CartLine),
    codes: z.array(CartCode),
    gross: cents,
    discount: cents,
    /** With VAT. */
    total: cents,
    vat: z.array(VatPart),
    /** What vouchers pay. */
    voucherPays: cents,
    toPay: cents,
    /** How it may be paid in parts, the first one now: a deposit and the rest, or monthly. Null where it is paid at once. */
    parts: maybe(z.array(DuePart)),
    /** The earliest end of a hold. */
    deadline: maybe(instant),
    /** Whether the holds may be renewed: once each. */
    renewable: z.boolean(),
    /** The largest sum that may be ordered, where the cart costs more than that. */
    maxTotal: maybe(cents),
    /** Whether it may be ordered as it is: it has lines, none that blocks, and no larger sum than may be ordered. */
    orderable: z.boolean(),
    revision,
  })
  .meta({ id: "Cart" });
export type Cart = z.infer<typeof Cart>;

const cart = z.object({ cart: Cart });
/** Why places are not held. */
const holding = [...holds.create.errors, "HOLD_NOT_FOUND"] as const;
const selling = ["NOT_FOR_SALE", "CART_FULL"] as const;
const ofLine = z.object({ lineId: guid });

export const carts = {
  get: endpoint({
    method: "GET",
    path: "/v1/cart",
    access: "visitor",
    input: z.object({}),
    output: cart,
    errors: [],
    summary: "Read one's cart with the prices of this moment. A member has one cart on every device.",
  }),
  add: endpoint({
    method: "POST",
    path: "/v1/cart/lines",
    access: "visitor",
    input: z.object({
      ...details,
      /** Of a booking: the caller's hold of its places. Without one they are held now. */
      holdId: maybe(guid),
      captchaTokens,
    }),
    output: cart.extend({ lineId: guid }),
    errors: [...holding, ...selling],
    summary: "Put something into the cart. What is in it already becomes one line with it.",
  }),
  addOffered: endpoint({
    method: "POST",
    path: "/v1/cart/offered",
    access: "visitor",
    input: z.object({
      /** The key of the link in the offer's mail, or the caller's own entry. */
      key: maybe(linkKey),
      entryId: maybe(guid),
    }),
    output: cart.extend({ lineId: guid }),
    errors: ["WAITLIST_ENTRY_NOT_FOUND", "OFFER_EXPIRED", "NOT_OFFERED", "BOOKING_POLICY_VIOLATION", ...selling],
    summary:
      "Put places that the waiting list offers into the cart. They stay held until the offer ends; ordering them accepts it.",
  }),
  change: endpoint({
    method: "PATCH",
    path: "/v1/cart/lines/{lineId}",
    access: "visitor",
    input: ofLine.extend(details).extend({ captchaTokens }),
    output: cart,
    errors: ["LINE_NOT_FOUND", "HOLD_NOT_CHANGEABLE", ...holding, ...selling],
    summary: "Change a line: who comes and how many, what a voucher says, how many pieces. Its kind and session stay.",
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/v1/cart/lines/{lineId}",
    access: "visitor",
    input: ofLine,
    output: cart,
    errors: [],
    summary: "Take a line out of the cart. Its places are free again.",
  }),
  takeOver: endpoint({
    method: "POST",
    path: "/v1/cart/take-over",
    access: "visitor",
    input: z.object({
      /** The `cart` of a redirect session's address; it names the visitor of the other app. */
      key: z.string().max(2000),
      /** Only if their cart is this one. */
      checkoutId: maybe(guid),
      /** A hold of theirs, whose places are put into the cart. */
      reservationId: maybe(guid),
    }),
    output: cart,
    errors: ["CART_NOT_FOUND", "HOLD_NOT_FOUND", ...selling],
    summary: "Add the cart and the holds of another app's visitor to one's own, once. A redirect session leads here.",
  }),
  renew: endpoint({
    method: "POST",
    path: "/v1/cart/renew",
    access: "visitor",
    input: z.object({ captchaTokens }),
    output: cart,
    errors: ["-19971", "-19970"],
    summary: "Begin the time of all holds anew, once. Places whose hold has ended are held again if they are free.",
  }),
  addCode: endpoint({
    method: "POST",
    path: "/v1/cart/codes",
    access: "visitor",
    input: z.object({ code: typedText().min(3).max(500), captchaTokens }),
    output: cart,
    errors: ["CODE_NOT_FOUND", "TOO_MANY_GUESSES", "-19971", "-19970", "CART_FULL"],
    summary:
      "Add the code of a coupon, a voucher or a pass. Why it does nothing stands beside it in the cart. Ten wrong codes in ten minutes are too many.",
  }),
  removeCode: endpoint({
    method: "DELETE",
    path: "/v1/cart/codes/{codeId}",
    access: "visitor",
    input: z.object({ codeId: guid }),
    output: cart,
    errors: [],
    summary: "Take a code out of the cart.",
  }),
};
