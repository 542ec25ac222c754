import type { contract } from "@uola/contract";
import type { Context } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/errors.ts";
import type { Handlers } from "../../kernel/serve.ts";

export function security(_context: Context): Handlers<typeof contract.security> {
  return {
    read: pending,
    setPassword: pending,
    changeEmail: pending,
    verifyEmail: pending,
    renamePasskey: pending,
    removePasskey: pending,
    beginAuthenticator: pending,
    confirmAuthenticator: pending,
    removeAuthenticator: pending,
    renewRecoveryCodes: pending,
    endDevice: pending,
    endAllDevices: pending,
    disconnectApp: pending,
  };
}

const pending = async (): Promise<never> => {
  throw new Refusal("UNAVAILABLE", "Not built yet.", 503);
};
