import { AccountRefusal } from "@uola/accounts";
import { authenticationCodes } from "@uola/contract";
import { Refusal, Violation } from "@uola/kernel";

/** The field names of the request, which are used in violations. */
export type Fields = { email?: string; password?: string };

export const blocked = () => new Refusal("MEMBER_BLOCKED", "This person may not sign in.", 403);
export const noSuchMember = () => new Refusal("MEMBER_NOT_FOUND", "There is no such member.", 404);

/** Returns the API's error for a rejection by `@uola/accounts`. Any other error is returned unchanged. */
export function asRefusal(error: unknown, fields: Fields = {}): unknown {
  if (!(error instanceof AccountRefusal)) return error;
  const { code, message, retryAfterSeconds } = error;
  switch (code) {
    case "EMAIL_INVALID":
      return new Violation([{ field: fields.email ?? "email", description: message, data: { type: "EMAIL" } }]);
    case "PASSWORD_TOO_SHORT":
    case "PASSWORD_TOO_LONG":
    case "PASSWORD_TOO_COMMON":
      return new Violation([
        {
          field: fields.password ?? "password",
          description: message,
          ruleName: code,
          data: { type: "PASSWORD", rule: code },
        },
      ]);
    case "EMAIL_TAKEN":
      return new Refusal(authenticationCodes.emailTaken, "This e-mail address has an account.", 409);
    case "WRONG_CREDENTIALS":
      return new Refusal(authenticationCodes.wrongCredentials, message, 401);
    case "PASSWORD_EXPIRED":
      return new Refusal(
        authenticationCodes.passwordExpired,
        "This password may be used no more: choose another.",
        403,
      );
    case "PAUSED":
    case "TOO_MANY_MAILS":
    case "TOO_MANY_REGISTRATIONS":
      return new Refusal("RESOURCE_EXHAUSTED", message, 429, { retryAfterSeconds: retryAfterSeconds ?? 1 });
    case "BLOCKED":
      return blocked();
    case "ACCOUNT_NOT_FOUND":
      return noSuchMember();
    case "LAST_OWNER":
      return new Refusal("LAST_OWNER", "Somebody has to stay the owner.", 409);
    case "REVISION_CONFLICT":
      return new Refusal("REVISION_CONFLICT", "This was changed in the meantime.", 409);
    default:
      return error;
  }
}

/** Converts rejections by `@uola/accounts` to errors of the API. */
export async function withRefusals<Result>(work: Promise<Result>, fields?: Fields): Promise<Result> {
  return work.catch((error: unknown) => {
    throw asRefusal(error, fields);
  });
}
