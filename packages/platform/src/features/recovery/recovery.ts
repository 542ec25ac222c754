import type { contract } from "@uola/contract";
import type { Context } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/errors.ts";
import type { Handlers } from "../../kernel/serve.ts";

export function recovery(_context: Context): Handlers<typeof contract.recovery> {
  return {
    sendRecoveryEmail: pending,
    sendActivationEmail: pending,
    recover: pending,
  };
}

export function verification(_context: Context): Handlers<typeof contract.verification> {
  return {
    start: pending,
    verifyDuringAuthentication: pending,
    resendDuringAuthentication: pending,
  };
}

const pending = async (): Promise<never> => {
  throw new Refusal("UNAVAILABLE", "Not built yet.", 503);
};
