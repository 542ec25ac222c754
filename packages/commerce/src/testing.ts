import { createBooking } from "@uola/booking";
import { createTestGym as createGym, type TestGym } from "@uola/booking/testing";
import { createData, type DataOptions } from "@uola/data";
import { type Context, createContext, openPlatform, type Platform, type PlatformOptions } from "@uola/kernel";
import { testPlatformOf } from "@uola/kernel/testing";
import { createMembers, type MembersOptions } from "@uola/members";
import { type CommerceOptions, createCommerce } from "./index.ts";

export * from "@uola/booking/testing";

type Options = MembersOptions & DataOptions & CommerceOptions;

/** Creates the modules of a process for a context and subscribes them to its events. */
export function partsOn(context: Context, options: Options = {}) {
  const members = createMembers(context, options);
  const data = createData(context, options);
  const booking = createBooking(context, members, data);
  return { members, data, booking, commerce: createCommerce(context, booking, data, options) };
}

/** Creates a platform of the people, data, booking and commerce modules. */
export function createPlatform(options: PlatformOptions & Options): Platform {
  const context = createContext(options);
  const parts = Object.values(partsOn(context, options));
  return openPlatform(context, Object.assign({}, ...parts.map(({ handlers }) => handlers)), parts, options);
}

export const createTestPlatform = testPlatformOf<Options>(createPlatform);
export const createTestGym = (
  size: { connections?: number } = {},
  options: Options & Partial<PlatformOptions> = {},
): Promise<TestGym> => createGym(size, (given, also) => createTestPlatform({ ...given, ...options }, also));

/** A seller who is a VAT payer. */
export const seller = {
  name: "UAB „Uola“",
  code: "000000014",
  vatCode: "LT000000014",
  address: "Skardžio g. 14, LT-00000 Vilnius",
  iban: "LT160000000000000000",
  email: "saskaitos@uola.example",
  phone: "+370 600 00014",
  series: { INVOICE: "KAL", CREDIT: "KRE", PROFORMA: "ISK" },
  companyDays: 30,
};
