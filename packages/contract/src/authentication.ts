import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Identifier, IdentityProfile, StateMachineResponse } from "./identity.ts";
import { emailAddress, guid, maybe } from "./wire.ts";

const gateways = ["/_api/iam/authentication"] as const;

/** A captcha solution; exactly one of the two fields is set. */
export const CaptchaToken = z.object({
  Recaptcha: maybe(z.string().max(5000)),
  InvisibleRecaptcha: maybe(z.string().max(5000)),
});
export const captchaTokens = maybe(z.array(CaptchaToken).max(10));

/** Existing clients compare these codes as strings. */
export const authenticationCodes = {
  captchaMissing: "-19971",
  captchaInvalid: "-19970",
  emailTaken: "-19995",
  wrongCredentials: "-19976",
  passwordExpired: "-19973",
} as const;
const { captchaMissing, captchaInvalid, emailTaken, wrongCredentials, passwordExpired } = authenticationCodes;

// Checked by the password rules, not by the schema: existing clients handle only those errors.
const password = maybe(z.string().max(1000));
// Checked by the handler: on a rejected sign-in, existing clients read only application errors,
// never schema violations.
const loginId = z.object({ email: maybe(z.string().max(1000)) });
const newLoginId = z.object({ email: emailAddress().max(254) });
const tag = maybe(z.string().max(100));

const registering = [captchaMissing, captchaInvalid, emailTaken, "RESOURCE_EXHAUSTED"] as const;
const signingIn = [
  captchaMissing,
  captchaInvalid,
  wrongCredentials,
  passwordExpired,
  "EMAIL_INVALID",
  "MEMBER_BLOCKED",
  "SECOND_FACTOR_REQUIRED",
] as const;

export const authentication = {
  register: endpoint({
    method: "POST",
    path: "/v1/register",
    gateways,
    access: "visitor",
    input: z.object({
      // Only the platform sets id, status and dates, so they are ignored on input.
      identity: z.object({
        identifiers: maybe(z.array(Identifier).max(10)),
        identityProfile: maybe(IdentityProfile),
        email: maybe(z.object({ address: maybe(z.string().max(1000)) })),
      }),
      authenticatorId: tag,
      inputs: maybe(z.record(z.string().max(100), z.string().max(1000))),
      captchaTokens,
    }),
    output: StateMachineResponse,
    errors: registering,
    summary: "Register by e-mail and password, the older way.",
  }),
  login: endpoint({
    method: "POST",
    path: "/v1/login",
    gateways,
    access: "visitor",
    input: z.object({
      identifier: maybe(Identifier),
      authenticatorId: tag,
      inputs: maybe(z.record(z.string().max(100), z.string().max(1000))),
      captchaTokens,
      loginId: maybe(loginId),
    }),
    output: StateMachineResponse,
    errors: signingIn,
    summary: "Sign in by e-mail and password, the older way.",
  }),
  registerV2: endpoint({
    method: "POST",
    path: "/v2/register",
    gateways,
    access: "visitor",
    input: z.object({
      loginId: newLoginId,
      password,
      profile: maybe(IdentityProfile),
      captchaTokens,
      clientMetaData: maybe(z.record(z.string().max(100), z.json())),
    }),
    output: StateMachineResponse,
    errors: registering,
    summary: "Register by e-mail and password.",
  }),
  loginV2: endpoint({
    method: "POST",
    path: "/v2/login",
    gateways,
    access: "visitor",
    input: z.object({ loginId, password, captchaTokens }),
    output: StateMachineResponse,
    errors: signingIn,
    summary: "Sign in by e-mail and password.",
  }),
  changePassword: endpoint({
    method: "POST",
    path: "/v2/change-password",
    gateways,
    access: "member",
    input: z.object({ newPassword: z.string().max(1000), currentPassword: maybe(z.string().max(1000)) }),
    output: z.object({}),
    errors: ["REAUTHENTICATION_NEEDED", "WRONG_PASSWORD", "RESOURCE_EXHAUSTED"],
    summary:
      "Set another password for who is signed in, by the present one or within ten minutes of signing in; ends every other stay.",
  }),
  loginWithIdpToken: endpoint({
    method: "POST",
    path: "/v1/sso/login-with-token-params",
    gateways,
    access: "visitor",
    input: z.object({
      idpConnectionId: guid,
      tokenParams: z.record(z.string().max(100), z.string().max(8000)),
    }),
    output: StateMachineResponse,
    errors: ["IDP_CONNECTION_NOT_FOUND", "INVALID_IDP_TOKEN", "MEMBER_BLOCKED", "SECOND_FACTOR_REQUIRED"],
    summary: "Sign a person in who has just signed in at the identity provider.",
  }),
  proceed: endpoint({
    method: "POST",
    path: "/v1/state/proceed",
    gateways,
    access: "visitor",
    input: z.object({ stateToken: z.string().max(2048) }),
    output: StateMachineResponse,
    errors: ["INVALID_STATE_TOKEN", "MEMBER_BLOCKED", "SECOND_FACTOR_REQUIRED"],
    summary: "Look again at a sign-in that was waiting, for an approval or a verified address.",
  }),
  signOn: endpoint({
    method: "POST",
    path: "/v2/sign-on",
    gateways,
    access: "owner",
    input: z.object({
      loginId: newLoginId,
      profile: maybe(IdentityProfile),
      verifyEmail: maybe(z.boolean()),
      mergeExistingContact: maybe(z.boolean()),
    }),
    output: StateMachineResponse,
    errors: ["MEMBER_BLOCKED"],
    summary: "Sign a person in on the owner's word, without a password; registers who is new.",
  }),
  logout: endpoint({
    method: "GET",
    path: "/v1/logout",
    gateways,
    access: "anyone",
    input: z.object({ postLogoutRedirectUri: maybe(z.string().max(2048)), clientId: maybe(z.string().max(100)) }),
    output: z.object({
      statusCode: z.int(),
      headers: z.array(z.object({ key: z.string(), value: z.string() })),
      body: z.string(),
    }),
    errors: ["INVALID_CLIENT", "INVALID_REDIRECT_URI"],
    summary: "End the caller's stay. A browser that navigates here is led on to `postLogoutRedirectUri`.",
  }),
  captcha: endpoint({
    method: "GET",
    path: "/v1/captcha",
    access: "visitor",
    input: z.object({
      kind: maybe(z.enum(["INVISIBLE", "VISIBLE"])),
      /** The purpose of the captcha. For a booking it is always a proof of work. */
      purpose: maybe(z.enum(["ACCOUNT", "BOOKING"])),
    }),
    output: z.object({
      provider: z.enum(["ALTCHA", "RECAPTCHA"]),
      /** The two keys with which a page requests a captcha: one invisible, one visible. */
      invisibleSiteKey: z.string(),
      visibleSiteKey: z.string(),
      /** ALTCHA only: the challenge. Its solution is the captcha token. */
      challenge: maybe(z.record(z.string(), z.json())),
    }),
    errors: [],
    summary: "Get what a proof is made from when `-19971` asked for one.",
  }),
};
