import { apiKeys } from "./api-keys.ts";
import { authentication } from "./authentication.ts";
import { availability } from "./availability.ts";
import { bookings } from "./bookings.ts";
import { bookkeeping } from "./bookkeeping.ts";
import { business, locations } from "./business.ts";
import { carts } from "./carts.ts";
import { categories } from "./categories.ts";
import { collections } from "./collections.ts";
import { connections } from "./connections.ts";
import { coupons } from "./coupons.ts";
import { desk } from "./desk.ts";
import { documents } from "./documents.ts";
import { content, editing } from "./editing.ts";
import type { Endpoint } from "./endpoint.ts";
import { errorReports } from "./error-reports.ts";
import { forms } from "./forms.ts";
import { history } from "./history.ts";
import { holds } from "./holds.ts";
import { exports, imports } from "./imports.ts";
import { indexes } from "./indexes.ts";
import { inquiries } from "./inquiries.ts";
import { items } from "./items.ts";
import { jobs } from "./jobs.ts";
import { measuring } from "./measuring.ts";
import { media } from "./media.ts";
import { members } from "./members.ts";
import { multiServiceBookings } from "./multi-service-bookings.ts";
import { notifications } from "./notifications.ts";
import { orders } from "./orders.ts";
import { passes } from "./passes.ts";
import { payments } from "./payments.ts";
import { people } from "./people.ts";
import { plans } from "./plans.ts";
import { policies } from "./policies.ts";
import { prices } from "./prices.ts";
import { recovery, verification } from "./recovery.ts";
import { reports } from "./reports.ts";
import { resources } from "./resources.ts";
import { schedules } from "./schedules.ts";
import { security } from "./security.ts";
import { services } from "./services.ts";
import { tokens } from "./tokens.ts";
import { vouchers } from "./vouchers.ts";
import { waitlist } from "./waitlist.ts";
import { webhooks } from "./webhooks.ts";

/** Every operation of the platform, by feature. */
export const contract = {
  tokens,
  members,
  authentication,
  recovery,
  verification,
  security,
  apiKeys,
  connections,
  collections,
  items,
  indexes,
  editing,
  content,
  media,
  imports,
  exports,
  business,
  locations,
  services,
  policies,
  categories,
  plans,
  forms,
  jobs,
  resources,
  schedules,
  availability,
  holds,
  bookings,
  multiServiceBookings,
  waitlist,
  people,
  vouchers,
  coupons,
  documents,
  prices,
  passes,
  carts,
  orders,
  payments,
  desk,
  bookkeeping,
  reports,
  notifications,
  inquiries,
  webhooks,
  history,
  errorReports,
  measuring,
} satisfies Record<string, Record<string, Endpoint>>;
export type Contract = typeof contract;

export * from "./actor.ts";
export * from "./api-keys.ts";
export * from "./authentication.ts";
export * from "./availability.ts";
export { bookingCode, idSuffixOfCode as idEndOfCode } from "./booking-code.ts";
export * from "./bookings.ts";
export * from "./bookkeeping.ts";
export * from "./business.ts";
export * from "./carts.ts";
export * from "./categories.ts";
export * from "./collections.ts";
export * from "./connections.ts";
export * from "./coupons.ts";
export { dataErrors } from "./data-errors.ts";
export * from "./desk.ts";
export { formatDocumentNumber as documentNumber } from "./document-number.ts";
export * from "./documents.ts";
export * from "./editing.ts";
export * from "./endpoint.ts";
export * from "./error-reports.ts";
export * from "./errors.ts";
export * from "./forms.ts";
export * from "./history.ts";
export * from "./holds.ts";
export * from "./identity.ts";
export * from "./imports.ts";
export * from "./indexes.ts";
export * from "./inquiries.ts";
export { toIsoString as isoText } from "./iso-text.ts";
export * from "./items.ts";
export * from "./jobs.ts";
export { DeskPayment } from "./ledger.ts";
export * from "./measuring.ts";
export * from "./media.ts";
export * from "./media-reference.ts";
export * from "./members.ts";
export * from "./multi-service-bookings.ts";
export * from "./notifications.ts";
export * from "./order.ts";
export * from "./orders.ts";
export * from "./passes.ts";
export type { PaymentProviderKeys } from "./payment-provider-settings.ts";
export * from "./payment-providers.ts";
export * from "./payments.ts";
export * from "./people.ts";
export * from "./plans.ts";
export * from "./policies.ts";
export * from "./post-form.ts";
export * from "./prices.ts";
export * from "./recovery.ts";
export * from "./reports.ts";
export * from "./resources.ts";
export * from "./roles.ts";
export * from "./schedules.ts";
export * from "./search.ts";
export * from "./security.ts";
export * from "./service.ts";
export * from "./services.ts";
export * from "./tokens.ts";
export {
  formatVoucherCode as voucherCodeText,
  parseVoucherCode as readVoucherCode,
  voucherCodeFrom,
  voucherCodeLength,
} from "./voucher-code.ts";
export * from "./vouchers.ts";
export * from "./waitlist.ts";
export * from "./webhooks.ts";
export * from "./wire.ts";
