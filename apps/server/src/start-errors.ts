import { AccountRefusal } from "@uola/accounts";
import { DataDirInUse, EmbeddedError, MigrationError } from "@uola/database";
import { ClientAddressError, OrganizationError } from "@uola/identity";
import { SettingsError } from "./settings.ts";

/** Thrown if the start failed for a reason that the operator can fix. */
export class StartError extends Error {
  override name = "StartError";
}

const readableErrors = [
  StartError,
  DataDirInUse,
  EmbeddedError,
  MigrationError,
  AccountRefusal,
  ClientAddressError,
  OrganizationError,
];

/**
 * Returns a readable message for an error that the operator can fix; undefined for a bug, whose
 * stack trace is needed.
 */
export function startErrorMessage(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof SettingsError) return `These settings cannot be used:\n${error.message}`;
  if (readableErrors.some((kind) => error instanceof kind)) return error.message;
  const { code, syscall, port, address, path } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (syscall === "listen" && code === "EADDRINUSE") {
    return `Port ${port} is in use by another program. Stop it, or choose another by SITE_PORT, PLATFORM_PORT and IDENTITY_PORT.`;
  }
  if (syscall === "listen" && code === "EACCES") return `This user may not take port ${port}. Choose one above 1023.`;
  if (["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST"].includes(code ?? "")) {
    return `${path ?? "A file"} cannot be written by this user, or is no folder. Set DATA_DIR to a folder that can.`;
  }
  if (code === "ENOSPC") return "The disk is full.";
  if (code === "ECONNREFUSED" || code === "ENOTFOUND" || code === "EAI_AGAIN" || code === "ETIMEDOUT") {
    return `The database of DATABASE_URL cannot be reached${address ? ` at ${address}:${port}` : ""} (${code}).`;
  }
  if (code === "28P01" || code === "28000") return "The database refuses the user or the password of DATABASE_URL.";
  if (code === "3D000") return "The database of DATABASE_URL does not exist. Create it first.";
  if (code === "42501") return `The user of DATABASE_URL may not do what Uola needs: ${error.message}.`;
  return undefined;
}
