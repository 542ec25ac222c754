import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { emailAddress, guid, instant, maybe, typedLine } from "./wire.ts";

/** A browser in which a person is signed in. */
export const Device = z
  .object({
    id: z.string(),
    /** The browser's user agent; the page converts it to readable text. */
    userAgent: maybe(z.string()),
    /** The network of the device: its shortened IP address. */
    network: maybe(z.string()),
    createdDate: instant,
    usedDate: instant,
    /** Whether this is the device of the current request. */
    current: z.boolean(),
  })
  .meta({ id: "Device" });
export const Passkey = z
  .object({ id: guid, name: z.string(), backedUp: z.boolean(), createdDate: instant, usedDate: maybe(instant) })
  .meta({ id: "Passkey" });
/** A third-party site that may access the person's identity. */
export const ConnectedApp = z
  .object({ clientId: z.string(), name: z.string(), scopes: z.array(z.string()), connectedDate: instant })
  .meta({ id: "ConnectedApp" });

export const Security = z
  .object({
    email: z.object({ address: z.string(), isVerified: z.boolean(), pendingAddress: maybe(z.string()) }),
    password: z.object({ isSet: z.boolean(), changedDate: maybe(instant) }),
    passkeys: z.array(Passkey),
    authenticator: z.object({ isOn: z.boolean(), since: maybe(instant), recoveryCodesLeft: z.int() }),
    /** Whether a second factor is mandatory for this person. */
    secondFactorRequired: z.boolean(),
    devices: z.array(Device),
    apps: z.array(ConnectedApp),
  })
  .meta({ id: "Security" });
export type Security = z.infer<typeof Security>;

const security_ = z.object({ security: Security });
/**
 * The current password, if one is set. People without a password must have signed in within the
 * last ten minutes.
 */
const proof = { currentPassword: maybe(z.string().max(1000)) };
const needsProof = ["REAUTHENTICATION_NEEDED", "WRONG_PASSWORD", "RESOURCE_EXHAUSTED"] as const;

/** Operations on a member's own account: sign-in methods and signed-in devices. */
export const security = {
  read: endpoint({
    method: "GET",
    path: "/v1/members/me/security",
    access: "member",
    input: z.object({}),
    output: security_,
    errors: [],
    summary: "Read how one signs in and where one is signed in.",
  }),
  setPassword: endpoint({
    method: "POST",
    path: "/v1/members/me/security/password",
    access: "member",
    input: z.object({ ...proof, newPassword: z.string().max(1000) }),
    output: security_,
    errors: needsProof,
    summary: "Change or set one's password; every other stay ends.",
  }),
  changeEmail: endpoint({
    method: "POST",
    path: "/v1/members/me/security/email",
    access: "member",
    input: z.object({ ...proof, email: emailAddress().max(254) }),
    output: security_,
    errors: [...needsProof],
    summary: "Mail a link to a new address; it becomes one's address when the link is opened, and the old one is told.",
  }),
  verifyEmail: endpoint({
    method: "POST",
    path: "/v1/members/me/security/email/verify",
    access: "member",
    input: z.object({}),
    output: security_,
    errors: ["RESOURCE_EXHAUSTED"],
    summary: "Mail a link that verifies one's address.",
  }),
  renamePasskey: endpoint({
    method: "PATCH",
    path: "/v1/members/me/security/passkeys/{passkeyId}",
    access: "member",
    input: z.object({ passkeyId: guid, name: typedLine().min(1).max(60) }),
    output: security_,
    errors: ["PASSKEY_NOT_FOUND"],
    summary: "Give a passkey another name.",
  }),
  removePasskey: endpoint({
    method: "POST",
    path: "/v1/members/me/security/passkeys/{passkeyId}/remove",
    access: "member",
    input: z.object({ passkeyId: guid, ...proof }),
    output: security_,
    errors: ["PASSKEY_NOT_FOUND", "LAST_WAY_IN", "SECOND_FACTOR_REQUIRED", ...needsProof],
    summary: "Sign in by a passkey no more.",
  }),
  beginAuthenticator: endpoint({
    method: "POST",
    path: "/v1/members/me/security/authenticator/begin",
    access: "member",
    input: z.object({ ...proof }),
    output: z.object({
      /** Base32, for manual entry if the QR code cannot be scanned. */
      secret: z.string(),
      /** The `otpauth://` URL; `qrCode` contains the same URL as a QR code (SVG). */
      address: z.string(),
      qrCode: z.string(),
    }),
    errors: needsProof,
    summary: "Get the secret for an app that shows codes.",
  }),
  confirmAuthenticator: endpoint({
    method: "POST",
    path: "/v1/members/me/security/authenticator/confirm",
    access: "member",
    input: z.object({ code: z.string().max(20) }),
    output: z.object({ security: Security, recoveryCodes: z.array(z.string()) }),
    errors: ["WRONG_CODE", "RESOURCE_EXHAUSTED"],
    summary: "Turn the app's codes on by giving a first one; the recovery codes are shown only now.",
  }),
  removeAuthenticator: endpoint({
    method: "POST",
    path: "/v1/members/me/security/authenticator/remove",
    access: "member",
    input: z.object({ ...proof }),
    output: security_,
    errors: ["SECOND_FACTOR_REQUIRED", ...needsProof],
    summary: "Ask for the app's codes no more.",
  }),
  renewRecoveryCodes: endpoint({
    method: "POST",
    path: "/v1/members/me/security/recovery-codes",
    access: "member",
    input: z.object({ ...proof }),
    output: z.object({ security: Security, recoveryCodes: z.array(z.string()) }),
    errors: needsProof,
    summary: "Get new recovery codes; the ones before are good no more.",
  }),
  endDevice: endpoint({
    method: "POST",
    path: "/v1/members/me/security/devices/{deviceId}/end",
    access: "member",
    input: z.object({ deviceId: z.string().max(200) }),
    output: security_,
    errors: ["DEVICE_NOT_FOUND"],
    summary: "Sign out on one device.",
  }),
  endAllDevices: endpoint({
    method: "POST",
    path: "/v1/members/me/security/devices/end-all",
    access: "member",
    input: z.object({}),
    output: z.object({}),
    errors: [],
    summary: "Sign out everywhere, here too.",
  }),
  disconnectApp: endpoint({
    method: "POST",
    path: "/v1/members/me/security/apps/{clientId}/disconnect",
    access: "member",
    input: z.object({ clientId: z.string().max(200) }),
    output: security_,
    errors: ["APP_NOT_FOUND"],
    summary: "Take a site's permission to know who one is back.",
  }),
};
