import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Identity, IdentityProfile } from "./identity.ts";
import { accountRoles } from "./roles.ts";
import { guid, maybe, PagingMetadata, Query } from "./wire.ts";

const Role = z.enum(accountRoles);
/** A person and their role on this site. */
export const Member = z.object({ identity: Identity, role: Role }).meta({ id: "Member" });
export type Member = z.infer<typeof Member>;

/** The steps a person has to complete after registering before they can sign in. */
export const SignUpRules = z
  .object({
    /** The email address must be verified before the first sign-in. */
    emailVerification: z.boolean(),
    /** The owner must approve each new member. */
    ownerApproval: z.boolean(),
  })
  .meta({ id: "SignUpRules" });
export type SignUpRules = z.infer<typeof SignUpRules>;

const one = z.object({ memberId: guid });
const member = z.object({ member: Member });

export const members = {
  me: endpoint({
    method: "GET",
    path: "/v1/members/me",
    access: "member",
    input: z.object({}),
    output: z.object({ identity: Identity, role: Role }),
    errors: [],
    summary: "Read who is signed in.",
  }),
  updateMe: endpoint({
    method: "PATCH",
    path: "/v1/members/me",
    access: "member",
    input: z.object({ profile: IdentityProfile, revision: maybe(z.string().max(20)) }),
    output: z.object({ identity: Identity, role: Role }),
    errors: ["REVISION_CONFLICT"],
    summary: "Change one's own profile: fields given are set, null clears, others stay.",
  }),
  query: endpoint({
    method: "POST",
    reads: true,
    path: "/v1/members/query",
    access: "owner",
    input: z.object({ query: maybe(Query) }),
    output: z.object({ members: z.array(Member), pagingMetadata: PagingMetadata }),
    errors: ["INVALID_FILTER", "INVALID_CURSOR"],
    summary: "Find members by status, role, e-mail or name, or by `$search`: a text in name, e-mail or phone number.",
  }),
  get: endpoint({
    method: "GET",
    path: "/v1/members/{memberId}",
    access: "owner",
    input: one,
    output: member,
    errors: ["MEMBER_NOT_FOUND"],
    summary: "Read one member.",
  }),
  approve: endpoint({
    method: "POST",
    path: "/v1/members/{memberId}/approve",
    access: "owner",
    input: one,
    output: member,
    errors: ["MEMBER_NOT_FOUND"],
    summary: "Let a member in who waits for approval.",
  }),
  block: endpoint({
    method: "POST",
    path: "/v1/members/{memberId}/block",
    access: "owner",
    input: one,
    output: member,
    errors: ["MEMBER_NOT_FOUND", "LAST_OWNER"],
    summary: "Keep a member out; ends their sessions everywhere at once.",
  }),
  unblock: endpoint({
    method: "POST",
    path: "/v1/members/{memberId}/unblock",
    access: "owner",
    input: one,
    output: member,
    errors: ["MEMBER_NOT_FOUND"],
    summary: "Let a blocked member in again.",
  }),
  requireNewPassword: endpoint({
    method: "POST",
    path: "/v1/members/{memberId}/require-new-password",
    access: "owner",
    input: one,
    output: member,
    errors: ["MEMBER_NOT_FOUND"],
    summary: "Accept a member's present password no more; ends their sessions and mails them how to choose another.",
  }),
  setRole: endpoint({
    method: "POST",
    path: "/v1/members/{memberId}/role",
    access: "owner",
    input: one.extend({ role: Role }),
    output: member,
    errors: ["MEMBER_NOT_FOUND", "LAST_OWNER"],
    summary: "Give an account a role in the team, or make it a member again.",
  }),
  delete: endpoint({
    method: "DELETE",
    path: "/v1/members/{memberId}",
    access: "owner",
    input: one,
    output: z.object({}),
    errors: ["MEMBER_NOT_FOUND", "LAST_OWNER"],
    summary: "Delete a member: what is personal is erased, their sessions end everywhere at once.",
  }),
  readSignUpRules: endpoint({
    method: "GET",
    path: "/v1/members/sign-up-rules",
    access: "owner",
    input: z.object({}),
    output: z.object({ rules: SignUpRules }),
    errors: [],
    summary: "Read what new members have to wait for.",
  }),
  updateSignUpRules: endpoint({
    method: "PATCH",
    path: "/v1/members/sign-up-rules",
    access: "owner",
    input: z.object({ rules: SignUpRules.partial() }),
    output: z.object({ rules: SignUpRules }),
    errors: [],
    summary: "Change what new members have to wait for; who waits already goes on waiting.",
  }),
};
