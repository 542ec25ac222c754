import type { z } from "zod";
import type { Role } from "./roles.ts";

/**
 * The minimum role required to call an operation. Higher roles include the lower ones: an owner may
 * do everything a visitor may.
 */
export const ranks = { anyone: 0, visitor: 1, member: 2, trainer: 3, owner: 4 } as const;
export type Access = keyof typeof ranks;

/**
 * The front-desk, editor and accountant roles rank as members; operations that grant them more
 * access name them in `also`.
 */
const rankOf = (role: Role): number => (role in ranks ? ranks[role as keyof typeof ranks] : ranks.member);

/** Whether a role may call an operation. This is the only place where access is decided. */
export const mayCall = (role: Role, { access, also }: Pick<Endpoint, "access" | "also">): boolean =>
  rankOf(role) >= ranks[access] || also?.includes(role as "desk") === true;

/** One HTTP operation. Server, SDK and documentation are all derived from this value. */
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path with `{parameter}`s, which are also fields of `input`. `{parameter*}` may contain slashes. */
  path: string;
  /** The same path as spelled by other releases of existing clients. */
  aliases?: readonly string[];
  access: Access;
  /** Team roles that may also call the operation, even if `access` requires more than a member. */
  also?: readonly ("desk" | "editor" | "accountant")[];
  /** Marks a POST that changes nothing; GET operations are read-only anyway. */
  reads?: true;
  /** The response contains codes of monetary value, so a read-only API key may not call the operation. */
  exposesCodes?: true;
  input: z.ZodType;
  output: z.ZodType;
  /** The application error codes a caller must handle, in addition to the general ones. */
  errors: readonly string[];
  summary: string;
  /** Path prefixes under which existing clients of this API call the same operation. */
  gateways?: readonly string[];
  /** The body is a raw file. The input is in the path and the query. */
  body?: "file";
  /** The body may be a flat form instead of JSON. */
  form?: true;
  /** The response is a raw file instead of JSON. Errors are JSON. */
  answer?: "file";
  /** The largest body in bytes, if it differs from the general limit. */
  bodyMax?: number;
  /**
   * The largest body in bytes for team members. Requests of other callers are limited to `bodyMax`
   * before the permissions of the call are checked.
   */
  bodyMaxForTeam?: number;
  /**
   * The maximum length of a list, with the error code that existing clients handle. Checked before
   * the elements are validated.
   */
  listLimit?: { list: string; count: number; code: string };
};

/**
 * The decoded values that a handler receives and a client sends: `Date` where the wire format has a
 * string.
 */
export type Input<E extends Endpoint> = z.output<E["input"]>;
export type Output<E extends Endpoint> = z.output<E["output"]>;

/** Whether an operation is read-only from the caller's point of view. */
export const isReading = ({ method, reads }: Pick<Endpoint, "method" | "reads">): boolean =>
  method === "GET" || reads === true;

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;
