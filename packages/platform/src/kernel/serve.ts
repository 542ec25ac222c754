import type { Endpoint, Input, Output } from "@uola/contract";
import type { Caller } from "./callers.ts";

/** What a handler knows beside its input. */
export type Call = {
  caller: Caller;
  requestId: string;
  /** The same wish sent twice with one key is one wish; at most 200 characters. */
  idempotencyKey?: string;
};
/** A call of an operation that asks for no token. */
export type OpenCall = Omit<Call, "caller"> & { caller: Caller | undefined };

/** What implements a group of the contract: a missing or ill-shaped handler does not compile. */
export type Handlers<Group extends Record<string, Endpoint>> = {
  [Name in keyof Group]: (
    input: Input<Group[Name]>,
    call: Group[Name]["access"] extends "anyone" ? OpenCall : Call,
  ) => Promise<Output<Group[Name]>>;
};
