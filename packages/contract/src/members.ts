import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { guid, instant, maybe, revision } from "./wire.ts";

export const StateType = z.enum([
  "UNKNOWN_STATE",
  "SUCCESS",
  "REQUIRE_OWNER_APPROVAL",
  "REQUIRE_EMAIL_VERIFICATION",
  "STATUS_CHECK",
]);
export const MemberStatus = z.enum(["UNKNOWN_STATUS", "PENDING", "ACTIVE", "DELETED", "BLOCKED", "OFFLINE"]);

/** A person as the platform knows them. */
export const Identity = z
  .object({
    id: guid,
    revision: maybe(revision),
    createdDate: maybe(instant),
    updatedDate: maybe(instant),
    email: maybe(z.object({ address: z.email(), isVerified: z.boolean() })),
    identityProfile: maybe(
      z.object({ firstName: maybe(z.string()), lastName: maybe(z.string()), language: maybe(z.string()) }),
    ),
    status: z.object({ name: MemberStatus, reasons: maybe(z.array(z.string())) }),
  })
  .meta({ id: "Identity" });
export type Identity = z.infer<typeof Identity>;

export const StateMachineResponse = z
  .object({
    state: StateType,
    sessionToken: maybe(z.string()),
    stateToken: maybe(z.string()),
    identity: maybe(Identity),
    additionalData: maybe(z.record(z.string(), z.json())),
  })
  .meta({ id: "StateMachineResponse" });

export const members = {
  loginWithIdpToken: endpoint({
    method: "POST",
    path: "/v1/sso/login-with-token-params",
    gateways: ["/_api/iam/authentication"],
    access: "visitor",
    input: z.object({
      idpConnectionId: guid,
      tokenParams: z.record(z.string().max(100), z.string().max(8000)),
    }),
    output: StateMachineResponse,
    errors: ["IDP_CONNECTION_NOT_FOUND", "INVALID_IDP_TOKEN", "MEMBER_BLOCKED"],
    summary: "Sign a person in who has just signed in at the identity provider.",
  }),
  me: endpoint({
    method: "GET",
    path: "/v1/members/me",
    access: "member",
    input: z.object({}),
    output: z.object({ identity: Identity, role: z.enum(["member", "trainer", "owner"]) }),
    errors: [],
    summary: "Read who is signed in.",
  }),
};
