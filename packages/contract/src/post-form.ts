import type { Endpoint } from "./endpoint.ts";

/**
 * Returns the GET operations that may also be sent as a POST with the input as JSON, which clients
 * do when the query string would be too long. An operation has this form unless its path could also
 * match a POST of the contract: reading the item "truncate" must never call the operation that
 * truncates.
 */
export function operationsWithPostForm(contract: Record<string, Record<string, Endpoint>>): Set<Endpoint> {
  const endpoints = Object.values(contract).flatMap((group) => Object.values(group));
  const postPaths = endpoints.filter(({ method }) => method === "POST").flatMap(pathsOf);
  const isFree = (path: string) => !postPaths.some((other) => overlap(path.split("/"), other.split("/")));
  return new Set(endpoints.filter((each) => each.method === "GET" && pathsOf(each).every(isFree)));
}

/**
 * Returns all paths of an operation: the declared path, its aliases, and each of them with every
 * gateway prefix.
 */
export const pathsOf = ({ path, aliases = [], gateways = [] }: Endpoint): string[] =>
  [path, ...aliases].flatMap((each) => ["", ...gateways].map((prefix) => prefix + each));

/** Whether a path exists that matches both templates. */
function overlap([a, ...restOfA]: readonly string[], [b, ...restOfB]: readonly string[]): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (a.endsWith("*}") || b.endsWith("*}")) return true;
  return (a === b || a.includes("{") || b.includes("{")) && overlap(restOfA, restOfB);
}
