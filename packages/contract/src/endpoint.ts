import type { z } from "zod";
import type { Role } from "./roles.ts";

/** Who may call an operation at least. Each includes the ones after it: an owner may do what a visitor may. */
export const ranks = { anyone: 0, visitor: 1, member: 2, trainer: 3, owner: 4 } as const;
export type Access = keyof typeof ranks;

/** Desk, editor and accountant are members; what else they may do is what operations name them for. */
const rankOf = (role: Role): number => (role in ranks ? ranks[role as keyof typeof ranks] : ranks.member);

/** Whether a role may call an operation: the only place that decides it. */
export const mayCall = (role: Role, { access, also }: Pick<Endpoint, "access" | "also">): boolean =>
  rankOf(role) >= ranks[access] || also?.includes(role as "desk") === true;

/** One HTTP operation. Server, SDK and documentation are all derived from this value. */
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path with `{parameter}`s, which are also fields of `input`. `{parameter*}` may contain slashes. */
  path: string;
  /** The same path as other releases of existing clients spell it. */
  aliases?: readonly string[];
  access: Access;
  /** Roles of the team that may call it as well, though `access` asks for more than a member. */
  also?: readonly ("desk" | "editor" | "accountant")[];
  /** Marks a POST that changes nothing, as GET does for other operations. */
  reads?: true;
  /** Answers codes that are worth money: a key that only reads does not get them. */
  tellsCodes?: true;
  input: z.ZodType;
  output: z.ZodType;
  /** The application error codes a caller must expect, besides the general ones. */
  errors: readonly string[];
  summary: string;
  /** Prefixes with which existing clients of this API send the same path. */
  gateways?: readonly string[];
  /** The body is a raw file. The input stands in path and query. */
  body?: "file";
  /** The body may be a flat form as well as JSON. */
  form?: true;
  /** The response is a raw file instead of JSON. Refusals are JSON. */
  answer?: "file";
  /** The largest body in bytes, if it differs from the general limit. */
  bodyMax?: number;
  /** The same for the team. Others must stay short, whatever the call later turns out to allow. */
  bodyMaxOfStaff?: number;
  /** The most elements of a list, with the code that existing clients know. Checked before the elements are. */
  most?: { list: string; count: number; code: string };
};

/** What a handler receives and a client sends: decoded values, with `Date` where the wire has text. */
export type Input<E extends Endpoint> = z.output<E["input"]>;
export type Output<E extends Endpoint> = z.output<E["output"]>;

/** Whether an operation changes nothing from the caller's point of view. */
export const isReading = ({ method, reads }: Pick<Endpoint, "method" | "reads">): boolean =>
  method === "GET" || reads === true;

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;
