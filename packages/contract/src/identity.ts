import { z } from "zod";
import { Address, emailAddress, guid, instant, maybe, revision } from "./wire.ts";

const StateType = z.enum([
  "UNKNOWN_STATE",
  "SUCCESS",
  "REQUIRE_OWNER_APPROVAL",
  "REQUIRE_EMAIL_VERIFICATION",
  "STATUS_CHECK",
]);
const MemberStatus = z.enum(["UNKNOWN_STATUS", "PENDING", "ACTIVE", "DELETED", "BLOCKED", "OFFLINE"]);
const StatusReason = z.enum([
  "UNKNOWN_REASON",
  "PENDING_ADMIN_APPROVAL_REQUIRED",
  "PENDING_EMAIL_VERIFICATION_REQUIRED",
]);
const PrivacyStatus = z.enum(["UNDEFINED", "PUBLIC", "PRIVATE"]);
const EmailTag = z.enum(["UNTAGGED", "MAIN", "HOME", "WORK"]);
const PhoneTag = z.enum(["UNTAGGED", "MAIN", "HOME", "MOBILE", "WORK", "FAX"]);
const AddressTag = z.enum(["UNTAGGED", "HOME", "WORK", "BILLING", "SHIPPING"]);
const TenantType = z.enum(["UNKNOWN_TENANT_TYPE", "ACCOUNT", "SITE", "ROOT"]);

/**
 * A value of a custom field: exactly one of the five properties is set. Lists and maps contain such
 * values recursively.
 */
export type CustomValue = {
  strValue?: string | null | undefined;
  numValue?: number | null | undefined;
  dateValue?: Date | null | undefined;
  listValue?: { value: CustomValue[] } | null | undefined;
  mapValue?: { value: Record<string, CustomValue> } | null | undefined;
};
const customValue = (depth: number): z.ZodType<CustomValue> =>
  z
    .object({
      strValue: maybe(z.string().max(10_000)),
      numValue: maybe(z.number()),
      dateValue: maybe(instant),
      ...(depth > 0 && {
        listValue: maybe(z.object({ value: z.array(customValue(depth - 1)).max(100) })),
        mapValue: maybe(z.object({ value: z.record(z.string().max(200), customValue(depth - 1)) })),
      }),
    })
    .refine((value) => Object.values(value).filter((each) => each !== null && each !== undefined).length <= 1, {
      message: "must have exactly one kind of value",
    }) as unknown as z.ZodType<CustomValue>;
export const CustomValue = customValue(3);

const line = (max: number) => maybe(z.string().max(max));
const localDate = z.iso.date();
const country = z.string().regex(/^[A-Z]{2}$/, "must be a country by its two capital letters");

/** The profile data that people enter about themselves. */
export const IdentityProfile = z
  .object({
    firstName: line(100),
    lastName: line(100),
    nickname: line(100),
    picture: line(2048),
    emails: maybe(z.array(z.string().max(254)).max(50)),
    phones: maybe(z.array(z.string().max(50)).max(50)),
    labels: maybe(z.array(z.string().max(100)).max(2000)),
    language: line(10),
    privacyStatus: maybe(PrivacyStatus),
    customFields: maybe(z.array(z.object({ name: z.string().min(1).max(200), value: maybe(CustomValue) })).max(200)),
    secondaryEmails: maybe(z.array(z.object({ email: emailAddress().max(254), tag: maybe(EmailTag) })).max(50)),
    phonesV2: maybe(
      z
        .array(
          z.object({
            countryCode: maybe(country),
            phone: z.string().regex(/^\+?[\d ().-]{3,30}$/, "must be a phone number"),
            tag: maybe(PhoneTag),
          }),
        )
        .max(50),
    ),
    addresses: maybe(z.array(z.object({ address: Address, tag: maybe(AddressTag) })).max(50)),
    company: line(1000),
    position: line(1000),
    birthdate: maybe(localDate),
  })
  .meta({ id: "IdentityProfile" });
export type IdentityProfile = z.infer<typeof IdentityProfile>;

/** A sign-in method of a person. */
const IdentityConnection = z.object({
  idpConnection: maybe(z.object({ idpConnectionId: maybe(guid), idpUserId: maybe(z.string().max(255)) })),
  authenticatorConnection: maybe(
    z.object({ authenticatorConnectionId: maybe(guid), reEnrollmentRequired: maybe(z.boolean()) }),
  ),
});

export const Identifier = z.object({ email: maybe(z.string().max(1000)), userName: maybe(z.string().max(1000)) });

/** A person's identity as stored by the platform. */
export const Identity = z
  .object({
    id: guid,
    identifiers: maybe(z.array(Identifier).max(10)),
    revision: maybe(revision),
    createdDate: maybe(instant),
    updatedDate: maybe(instant),
    connections: maybe(z.array(IdentityConnection).max(100)),
    identityProfile: maybe(IdentityProfile),
    metadata: maybe(z.object({ tags: maybe(z.array(z.string().max(100))) })),
    email: maybe(z.object({ address: emailAddress().max(254), isVerified: z.boolean() })),
    status: z.object({ name: MemberStatus, reasons: maybe(z.array(StatusReason)) }),
    customAttributes: maybe(z.record(z.string(), z.json())),
    /** The tenant to which the person belongs: here always a site. */
    tenant: maybe(z.object({ id: guid, type: TenantType })),
  })
  .meta({ id: "Identity" });
export type Identity = z.infer<typeof Identity>;

export const StateMachineResponse = z
  .object({
    state: StateType,
    sessionToken: maybe(z.string()),
    stateToken: maybe(z.string()),
    identity: maybe(Identity),
    additionalData: maybe(z.record(z.string(), CustomValue)),
  })
  .meta({ id: "StateMachineResponse" });
export type StateMachineResponse = z.infer<typeof StateMachineResponse>;
