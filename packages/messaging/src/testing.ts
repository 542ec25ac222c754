import { createBooking } from "@uola/booking";
import { createTestGym as createGym, type TestGym } from "@uola/booking/testing";
import { createCommerce } from "@uola/commerce";
import { createData, type DataOptions } from "@uola/data";
import { createContext, openPlatform, type Platform, type PlatformOptions } from "@uola/kernel";
import { testPlatformOf } from "@uola/kernel/testing";
import { createMembers, type MembersOptions } from "@uola/members";
import { createMessaging, type MessagingOptions } from "./index.ts";

export * from "@uola/booking/testing";

type Options = MembersOptions & DataOptions & MessagingOptions;

export function createPlatform(options: PlatformOptions & Options): Platform {
  const context = createContext(options);
  const members = createMembers(context, options);
  const data = createData(context, options);
  const booking = createBooking(context, members, data);
  const commerce = createCommerce(context, booking, data);
  const messaging = createMessaging(context, {
    ...options,
    bookings: booking.handlers.bookings,
    captchaGate: members.captchaGate,
    siteLists: data.siteLists,
  });
  const parts = [members, data, booking, commerce, messaging];
  return openPlatform(context, Object.assign({}, ...parts.map(({ handlers }) => handlers)), parts, options);
}

export const createTestPlatform = testPlatformOf<Options>(createPlatform);
export const createTestGym = (
  size: { connections?: number } = {},
  options: Partial<PlatformOptions> = {},
): Promise<TestGym> => createGym(size, (given, also) => createTestPlatform({ ...given, ...options }, also));
