import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { StateMachineResponse } from "./identity.ts";
import { emailAddress, guid, maybe } from "./wire.ts";

const language = maybe(z.string().regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "must be a language such as lt"));
/** The page on which the person continues afterwards: a page of one of the client's own sites. */
const redirect = maybe(z.object({ url: maybe(z.string().max(1000)), clientId: maybe(z.string().max(100)) }));

export const recovery = {
  sendRecoveryEmail: endpoint({
    method: "POST",
    path: "/v1/send-email",
    gateways: ["/_api/iam/recovery"],
    access: "visitor",
    input: z.object({ email: emailAddress().max(254), language, redirect }),
    output: z.object({}),
    errors: ["INVALID_REDIRECT_URI", "RESOURCE_EXHAUSTED"],
    summary:
      "Mail a link by which a forgotten password is replaced. The answer is the same whether the address is known.",
  }),
  sendActivationEmail: endpoint({
    method: "POST",
    path: "/v1/activation-email",
    gateways: ["/_api/iam/recovery"],
    access: "owner",
    input: z.object({ identityId: guid, emailOptions: maybe(z.object({ language, redirect })) }),
    output: z.object({}),
    errors: ["MEMBER_NOT_FOUND", "INVALID_REDIRECT_URI"],
    summary: "Mail a member the link by which they choose their first password.",
  }),
  recover: endpoint({
    method: "POST",
    path: "/v1/recover",
    gateways: ["/_api/iam/recovery"],
    access: "visitor",
    input: z.object({ recoveryToken: z.string().max(2048), password: maybe(z.string().max(1000)) }),
    output: StateMachineResponse,
    errors: ["INVALID_RECOVERY_TOKEN", "MEMBER_BLOCKED"],
    summary: "Set a new password by a mailed link, and sign in.",
  }),
};

export const verification = {
  start: endpoint({
    method: "POST",
    path: "/v1/start",
    aliases: ["/v1/Start"],
    gateways: ["/_api/iam/verification"],
    access: "visitor",
    input: z.object({ identityId: maybe(guid), target: maybe(z.enum(["UNKNOWN_TARGET", "EMAIL"])) }),
    output: z.object({ verificationId: z.string() }),
    errors: ["MEMBER_NOT_FOUND", "RESOURCE_EXHAUSTED"],
    summary: "Mail a code of six digits to a member's address: one's own, or as the owner anybody's.",
  }),
  verifyDuringAuthentication: endpoint({
    method: "POST",
    path: "/v1/auth/verify",
    gateways: ["/_api/iam/verification"],
    access: "visitor",
    input: z.object({ code: z.string().length(6), stateToken: z.string().max(2048) }),
    output: StateMachineResponse,
    errors: ["VERIFICATION_FAILED", "INVALID_STATE_TOKEN", "MEMBER_BLOCKED", "SECOND_FACTOR_REQUIRED"],
    summary: "Go on with a sign-in that waits for a mailed code.",
  }),
  resendDuringAuthentication: endpoint({
    method: "POST",
    path: "/v1/auth/resend",
    gateways: ["/_api/iam/verification"],
    access: "visitor",
    input: z.object({ stateToken: z.string().max(2048) }),
    output: StateMachineResponse,
    errors: ["INVALID_STATE_TOKEN", "RESOURCE_EXHAUSTED"],
    summary: "Mail another code for a sign-in that waits for one.",
  }),
};
