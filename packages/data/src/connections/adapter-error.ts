import type { CauseOfFailure } from "@uola/contract";
import { Refusal } from "@uola/kernel";
import type { Failed } from "./external-database.ts";

/** What can go wrong with an adapter, the code callers are given for it and its status. */
const kinds = {
  NO_ENDPOINT: ["WDE0131", 502],
  UNREACHABLE: ["WDE0131", 502],
  BROKEN: ["WDE0131", 502],
  UNAUTHORIZED: ["WDE0131", 502],
  LATE: ["WDE0028", 504],
  BAD_ANSWER: ["WDE0116", 502],
  INVALID: ["WDE0080", 400],
  UNSUPPORTED: ["WDE0120", 400],
  UNSUPPORTED_HERE: ["WDE0119", 400],
  OFFSET_PAGING: ["WDE0082", 400],
  NO_ID: ["WDE0128", 400],
  ITEM_NOT_FOUND: ["WDE0073", 404],
  ITEM_EXISTS: ["WDE0074", 409],
  COLLECTION_NOT_FOUND: ["WDE0025", 404],
  COLLECTION_EXISTS: ["WDE0104", 409],
  REFERENCE_NOT_FOUND: ["WDE0153", 404],
  REFERENCE_EXISTS: ["WDE0029", 409],
} as const satisfies Record<string, readonly [string, Refusal["status"]]>;
export type Kind = keyof typeof kinds;

const saidLengthMax = 500;

/** A question an adapter did not answer as asked. */
export class AdapterError extends Error {
  readonly kind: Kind;
  readonly data: Record<string, unknown>;
  constructor(kind: Kind, message: string, data: Record<string, unknown> = {}) {
    super(tidy(message));
    this.kind = kind;
    this.data = data;
  }
  get code(): string {
    return kinds[this.kind][0];
  }
  /** As one of several results. */
  get failed(): Failed {
    return { code: this.code, description: this.message, data: this.data };
  }
  get refusal(): Refusal {
    return new Refusal(this.code, this.message, kinds[this.kind][1], this.data as Refusal["data"]);
  }
  get causeOfFailure(): CauseOfFailure {
    if (this.kind === "NO_ENDPOINT") return "DESTINATION_ENDPOINT_NOT_DEFINED";
    if (this.kind === "UNREACHABLE") return "DESTINATION_HOST_UNREACHABLE";
    return this.kind === "UNAUTHORIZED" ? "UNAUTHORIZED" : "COMMUNICATION_FAILURE";
  }
}

const statuses = new Map(Object.values(kinds));
/** Several results were asked for and one failed: what it is for whoever asked for that one only. */
export const refusalOf = ({ code, description, data }: Failed): Refusal =>
  new Refusal(code, description, statuses.get(code as never) ?? 502, (data ?? {}) as Refusal["data"]);

/** What somebody else wrote, as much of it as a line holds. */
const tidy = (text: string) =>
  text
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, saidLengthMax)
    .toWellFormed();
