import type { z } from "zod";

/** Who may call an operation. Each rank includes the ones after it: an owner may do what a visitor may. */
export const ranks = { anyone: 0, visitor: 1, member: 2, trainer: 3, owner: 4 } as const;
export type Access = keyof typeof ranks;

/** One HTTP operation: server, SDK and documentation are all made from this value. */
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path with `{parameter}`s, which are also fields of `input`; `{parameter*}` takes slashes too. */
  path: string;
  /** The same path as other releases of existing clients spell it. */
  aliases?: readonly string[];
  access: Access;
  /** It changes nothing, though its method is POST: what GET says of the others. */
  reads?: true;
  input: z.ZodType;
  output: z.ZodType;
  /** Application error codes a caller has to expect, beyond the general ones. */
  errors: readonly string[];
  summary: string;
  /** Prefixes under which existing clients of this API send the same path. */
  gateways?: readonly string[];
  /** The method a client may use instead, with the request as its body, when a query string would grow too long. */
  fallback?: "POST";
  /** The body is a file as it is; the input stands in path and query. */
  body?: "file";
  /** The body may be a flat form as well as JSON. */
  form?: true;
  /** The answer is a file as it comes, not JSON; refusals are JSON as ever. */
  answer?: "file";
  /** The most bytes its body may have, where that is not the general limit. */
  bodyMax?: number;
  /** The same for trainers and owners: what others send is theirs to keep short, whatever they turn out to be allowed. */
  bodyMaxOfStaff?: number;
  /** The most elements of a list, with the code existing clients know; looked at before the elements are. */
  most?: { list: string; count: number; code: string };
};

/** What a handler receives and a client gives: decoded values, with `Date` where the wire has text. */
export type Input<E extends Endpoint> = z.output<E["input"]>;
export type Output<E extends Endpoint> = z.output<E["output"]>;

/** Whether an operation changes nothing, as far as its caller is concerned. */
export const isReading = ({ method, reads }: Pick<Endpoint, "method" | "reads">): boolean =>
  method === "GET" || reads === true;

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;
