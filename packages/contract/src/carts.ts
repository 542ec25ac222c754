import { z } from "zod";
import { captchaTokens } from "./authentication.ts";
import { LessonsLeft, Slot } from "./availability.ts";
import { BookingInput, Participant, ParticipantsChoices } from "./bookings.ts";
import { endpoint } from "./endpoint.ts";
import { holds } from "./holds.ts";
import { PassHolder } from "./passes.ts";
import { PriceGroup } from "./service.ts";
import { VoucherDesign, voucherFaceLimits } from "./vouchers.ts";
import { cents, emailAddress, guid, instant, linkKey, maybe, revision, typedLine, typedText } from "./wire.ts";

/** The limits of a cart. Only staff may sell for a larger total. */
export const cartLimits = {
  lines: 30,
  participants: 40,
  goods: 99,
  codes: 6,
  cents: 1_000_000,
  bytes: 65_536,
} as const;
/** The limits of one donation to a project, in cents. */
export const donationAmount = { min: 100, max: 500_000 } as const;

export const CartLineKind = z.enum(["BOOKING", "VOUCHER", "GOODS", "DONATION", "PASS"]);
export type CartLineKind = z.infer<typeof CartLineKind>;

/** Places in a session, a time with a trainer, or a whole course: exactly one of `slot` and `schedule`. */
export const CartBooking = z
  .object({
    slot: maybe(Slot),
    schedule: maybe(z.object({ scheduleId: guid })),
    totalParticipants: z.int().min(1).max(cartLimits.participants),
    /**
     * Number of participants per choice, such as "child"; without choices everyone pays the price
     * of the service.
     */
    participantsChoices: maybe(ParticipantsChoices),
    /**
     * The names of the participants. If given, the number of names must equal the number of
     * participants.
     */
    participants: maybe(z.array(Participant).max(cartLimits.participants)),
    /** The answers to the service's form. */
    additionalFields: BookingInput.shape.additionalFields,
  })
  .meta({ id: "CartBooking" });
export type CartBooking = z.infer<typeof CartBooking>;

export const CartVoucher = z
  .object({
    face: z.int().min(voucherFaceLimits.min).max(voucherFaceLimits.max),
    design: VoucherDesign,
    language: z.enum(["lt", "en"]),
    greeting: maybe(typedText().max(300)),
    recipientName: maybe(typedLine().max(100)),
    giverName: maybe(typedLine().max(100)),
    /**
     * The recipient of the voucher email; without an email address the voucher is sent to the
     * buyer, who prints it.
     */
    recipientEmail: maybe(emailAddress().max(320)),
    /** When the email is sent; by default as soon as the voucher is paid. */
    sendDate: maybe(instant),
  })
  .meta({ id: "CartVoucher" });
export type CartVoucher = z.infer<typeof CartVoucher>;

/** A line of the price list with one fixed price. */
export const CartGoods = z
  .object({ priceId: z.string().min(1).max(100), quantity: z.int().min(1).max(cartLimits.goods) })
  .meta({ id: "CartGoods" });
export type CartGoods = z.infer<typeof CartGoods>;

export const CartDonation = z
  .object({
    amount: z.int().min(donationAmount.min).max(donationAmount.max),
    /** The display name of the project the donation is for. */
    project: maybe(typedLine().min(1).max(100)),
  })
  .meta({ id: "CartDonation" });
export type CartDonation = z.infer<typeof CartDonation>;

/** A pass of the given type. Without a holder it belongs to the buyer. */
export const CartPass = z.object({ kindId: guid, holder: maybe(PassHolder) }).meta({ id: "CartPass" });
export type CartPass = z.infer<typeof CartPass>;

/** The item of a cart line: exactly one of the five. */
const details = {
  booking: maybe(CartBooking),
  voucher: maybe(CartVoucher),
  goods: maybe(CartGoods),
  donation: maybe(CartDonation),
  pass: maybe(CartPass),
};

/**
 * The problem of a cart line. SOLD_OUT: no places are left; GONE: it was cancelled, is no longer
 * sold or has begun; REGISTRATION_NOT_OPEN: the opening of registration was moved to a later time;
 * NOT_FOR_SALE: it has no fixed price; HOLD_ENDED: its hold has expired, and the places are
 * requested again with the order; PRICE_CHANGED: the price has changed since the line was added.
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
  /** Whether the problem prevents the cart from being ordered. */
  blocks: z.boolean(),
  /** For SOLD_OUT: the number of places left. */
  left: maybe(z.int()),
  /** For PRICE_CHANGED: the unit price when the line was added. */
  before: maybe(cents),
  /** For REGISTRATION_NOT_OPEN: when registration opens. */
  opens: maybe(instant),
});
export type CartProblem = z.infer<typeof CartProblem>;

export const CartLine = z
  .object({
    id: guid,
    kind: CartLineKind,
    /** The current name of the item; empty if the item no longer exists. */
    name: z.string(),
    ...details,
    serviceId: maybe(guid),
    startDate: maybe(instant),
    endDate: maybe(instant),
    quantity: z.int(),
    /** The unit price; null if participants pay different prices. */
    unitPrice: maybe(cents),
    /** For places priced per person: the number of people at each price. */
    byPerson: maybe(z.array(z.object({ group: PriceGroup.nullable(), count: z.int(), unitPrice: cents }))),
    /** For a course that has begun and is priced pro rata: its remaining lessons. */
    lessons: maybe(LessonsLeft),
    gross: cents,
    discount: cents,
    /** The price including VAT: gross minus the discount. */
    total: cents,
    /** VAT rate in hundredths of a percent, such as 2100. Null if the sale is not subject to VAT. */
    vatRate: maybe(z.int()),
    /**
     * For places paid with a pass: the number of the pass and the entries it uses. The places then
     * cost nothing.
     */
    passPays: maybe(z.object({ number: z.int(), entries: z.int() })),
    /** When the hold on its places expires. */
    holdExpiresDate: maybe(instant),
    /** Whether its places are a waiting-list offer, valid until `holdExpiresDate`. */
    offered: maybe(z.boolean()),
    /**
     * The deadline for cancelling, even if a fee is withheld before it; null if it cannot be
     * cancelled.
     */
    cancelableUntil: maybe(instant),
    problem: maybe(CartProblem),
  })
  .meta({ id: "CartLine" });
export type CartLine = z.infer<typeof CartLine>;

/** The part of a total that falls under one VAT rate: net plus VAT equals gross. */
export const VatPart = z.object({ rate: maybe(z.int()), gross: cents, net: cents, vat: cents }).meta({ id: "VatPart" });
export type VatPart = z.infer<typeof VatPart>;

/** A code entered by the buyer: a coupon reduces the price, a voucher pays, a pass covers entries. */
export const CartCode = z
  .object({
    id: guid,
    kind: z.enum(["COUPON", "VOUCHER", "PASS"]),
    /** The coupon code; for a voucher or a pass only the last characters. */
    text: z.string(),
    /** The name of the coupon or the pass. */
    name: z.string(),
    /** The amount by which the code reduces the price of this cart, or which it pays. */
    thing: maybe(z.string()),
    /** The amount it takes off or pays in this cart. */
    amount: cents,
    /** The balance left on the voucher afterwards. */
    left: maybe(cents),
    /**
     * The entries the pass uses in this cart, and the entries left on it afterwards; null if the
     * pass does not count entries.
     */
    entries: maybe(z.int()),
    entriesLeft: maybe(z.int()),
    /**
     * The reason why the code has no effect: the error code that using it would return, such as
     * "COUPON_ENDED".
     */
    problem: maybe(z.string()),
  })
  .meta({ id: "CartCode" });
export type CartCode = z.infer<typeof CartCode>;

/** An instalment of an order, and the day by which it must be paid. */
export const Instalment = z.object({ dueDay: z.iso.date(), amount: cents });
export type Instalment = z.infer<typeof Instalment>;

export const Cart = z
  .object({
    /**
     * The id that a redirect session sends as `ecomCheckout.checkoutId`. Null for a cart that has
     * never had a line.
     */
    id: maybe(guid),
    lines: z.array(CartLine),
    codes: z.array(CartCode),
    gross: cents,
    discount: cents,
    /** With VAT. */
    total: cents,
    vat: z.array(VatPart),
    /** The amount paid by vouchers. */
    voucherPays: cents,
    toPay: cents,
    /**
     * The instalments in which the cart may be paid, the first one now: a deposit and the rest, or
     * monthly. Null if it is paid in full at once.
     */
    parts: maybe(z.array(Instalment)),
    /** The earliest expiry of a hold in the cart. */
    deadline: maybe(instant),
    /** Whether the holds may be renewed; each may be renewed once. */
    renewable: z.boolean(),
    /** The largest total that may be ordered, if the cart exceeds it. */
    maxTotal: maybe(cents),
    /**
     * Whether the cart can be ordered now: it has lines, none of them is blocked, and the total is
     * within the limit.
     */
    orderable: z.boolean(),
    revision,
  })
  .meta({ id: "Cart" });
export type Cart = z.infer<typeof Cart>;

const cart = z.object({ cart: Cart });
/** Errors that explain why places could not be held. */
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
      /** For a booking: the caller's existing hold on the places. Without it the places are held now. */
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
      /** The key of the link in the offer email, or the id of the caller's own waiting-list entry. */
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
      /** The `cart` parameter of a redirect session's URL; it identifies the visitor of the other app. */
      key: z.string().max(2000),
      /** If given, the visitor's cart is used only if it has this id. */
      checkoutId: maybe(guid),
      /** A hold of the visitor of the other app; its places are added to the cart. */
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
