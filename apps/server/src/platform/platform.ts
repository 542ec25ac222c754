import { createBooking } from "@uola/booking";
import { type CommerceOptions, createCommerce } from "@uola/commerce";
import { createData, type DataOptions } from "@uola/data";
import { createContext, openPlatform, type Platform, type PlatformHandlers, type PlatformOptions } from "@uola/kernel";
import { createMembers, type MembersOptions } from "@uola/members";
import { createMessaging, type MessagingOptions } from "@uola/messaging";
import { formerTexts, listItems, pageCollections } from "@uola/site/content";

export type WholePlatformOptions = PlatformOptions & MembersOptions & DataOptions & CommerceOptions & MessagingOptions;

/**
 * Creates the business platform of one site. Each package is created after the packages it depends
 * on.
 */
export function createPlatform(options: WholePlatformOptions): Platform {
  const context = createContext(options);
  const members = createMembers(context, options);
  const data = createData(context, { ...options, pages: pageCollections(), items: listItems(), formerTexts });
  const booking = createBooking(context, members, data);
  const commerce = createCommerce(context, booking, data, options);
  const messaging = createMessaging(context, {
    ...options,
    bookings: booking.handlers.bookings,
    captchaGate: members.captchaGate,
    siteLists: data.siteLists,
  });
  const handlers: PlatformHandlers = {
    ...members.handlers,
    ...data.handlers,
    ...booking.handlers,
    ...commerce.handlers,
    ...messaging.handlers,
  };
  return openPlatform(context, handlers, [members, data, booking, commerce, messaging], options);
}
