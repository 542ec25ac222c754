import { type CauseOfFailure, dataErrors } from "@uola/contract";
import { Refusal } from "@uola/kernel";
import type { Failed } from "./external-database.ts";

/** Kinds of adapter errors, with the code and status returned to callers. */
const kinds = {
  NO_ENDPOINT: [dataErrors.databaseUnavailable, 502],
  UNREACHABLE: [dataErrors.databaseUnavailable, 502],
  BROKEN: [dataErrors.databaseUnavailable, 502],
  UNAUTHORIZED: [dataErrors.databaseUnavailable, 502],
  LATE: [dataErrors.queryTimeout, 504],
  BAD_ANSWER: [dataErrors.invalidAnswer, 502],
  INVALID: [dataErrors.invalidData, 400],
  UNSUPPORTED: [dataErrors.unsupportedByDatabase, 400],
  UNSUPPORTED_HERE: [dataErrors.unsupportedByCollection, 400],
  OFFSET_PAGING: [dataErrors.offsetNotSupported, 400],
  NO_ID: [dataErrors.externalItemIdMissing, 400],
  ITEM_NOT_FOUND: [dataErrors.itemNotFound, 404],
  ITEM_EXISTS: [dataErrors.itemExists, 409],
  COLLECTION_NOT_FOUND: [dataErrors.collectionNotFound, 404],
  COLLECTION_EXISTS: [dataErrors.collectionExists, 409],
  REFERENCE_NOT_FOUND: [dataErrors.referenceNotFound, 404],
  REFERENCE_EXISTS: [dataErrors.referenceExists, 409],
} as const satisfies Record<string, readonly [string, Refusal["status"]]>;
export type Kind = keyof typeof kinds;

const messageLengthMax = 500;

/** The error of a call to which the adapter did not respond as expected. */
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
  /** Returns this error as the failed result of one item in a bulk call. */
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
/** Converts the failed result of a call for a single item to an error. */
export const refusalOf = ({ code, description, data }: Failed): Refusal =>
  new Refusal(code, description, statuses.get(code as never) ?? 502, (data ?? {}) as Refusal["data"]);

/** Shortens a text from another server to one line. */
const tidy = (text: string) =>
  text
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, messageLengthMax)
    .toWellFormed();
