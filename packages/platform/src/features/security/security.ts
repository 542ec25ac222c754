import { AccountRefusal, type AccountRefusalCode } from "@uola/accounts";
import type { contract, Security } from "@uola/contract";
import { toString as drawn } from "qrcode";
import type { Caller } from "../../kernel/callers.ts";
import type { Context } from "../../kernel/context.ts";
import { Refusal, Violation } from "../../kernel/errors.ts";
import type { Call, Handlers } from "../../kernel/serve.ts";

type Given = { currentPassword?: string | null | undefined };

// Who has no password proves to be there by having signed in lately.
const freshMs = 10 * 60_000;

/** A member's own account: how they sign in, and where they are signed in. */
export function security(context: Context): Handlers<typeof contract.security> {
  const { accounts, db, siteId, now, callers } = context;
  const { factors, stays } = accounts;

  async function read({ memberId, sessionId }: Member): Promise<{ security: Security }> {
    const [account, own, devices, apps, changed, pending] = await Promise.all([
      accounts.find(memberId),
      factors.of(memberId),
      stays.list(memberId, { memberSession: sessionId }),
      stays.apps(memberId),
      passwordChange(memberId),
      pendingAddress(memberId),
    ]);
    if (!account) throw new Refusal("UNAUTHENTICATED", "The account is gone.", 401);
    const { passkeys, authenticator, recoveryCodesLeft, required, hasPassword } = own;
    return {
      security: {
        email: { address: account.email, isVerified: account.emailVerified, pendingAddress: pending },
        password: { isSet: hasPassword, changedDate: hasPassword ? changed : undefined },
        passkeys,
        authenticator: { ...authenticator, recoveryCodesLeft },
        secondFactorRequired: required,
        devices,
        apps,
      },
    };
  }

  /** When the password last changed, as the audit trail knows it. */
  async function passwordChange(memberId: string): Promise<Date | undefined> {
    const row = await db
      .selectFrom("audit")
      .select("createdDate")
      .where("siteId", "=", siteId)
      .where("entityId", "=", memberId)
      .where("action", "in", ["account.setPassword", "account.resetPassword", "account.create"])
      .orderBy("id", "desc")
      .executeTakeFirst();
    return row?.createdDate;
  }

  /** The new address whose link was not opened yet. */
  async function pendingAddress(memberId: string): Promise<string | undefined> {
    const row = await db
      .selectFrom("emailProof")
      .select("email")
      .where("siteId", "=", siteId)
      .where("accountId", "=", memberId)
      .where("purpose", "=", "CHANGE_EMAIL")
      .where("usedDate", "is", null)
      .where("expiresDate", ">", now())
      .orderBy("id", "desc")
      .executeTakeFirst();
    return row?.email;
  }

  /** It is the member who sits there: by the password, or, from whoever has none, by a stay that has just begun. */
  async function prove({ memberId, sessionId }: Member, { currentPassword }: Given, network: string | undefined) {
    const { hasPassword } = await factors.of(memberId);
    if (!hasPassword) {
      const since = new Date(now().getTime() - freshMs);
      const stay = db.selectFrom("memberSession").select("id").where("siteId", "=", siteId);
      const fresh = await stay.where("id", "=", sessionId).where("createdDate", ">=", since).executeTakeFirst();
      if (!fresh) throw new Refusal("REAUTHENTICATION_NEEDED", "Sign in again first.", 403);
      return;
    }
    const account = await accounts.find(memberId);
    await accounts
      .authenticate({ email: account?.email ?? "", password: currentPassword ?? "", network })
      .catch((error) => {
        if (error instanceof AccountRefusal && error.code === "WRONG_CREDENTIALS") {
          throw new Refusal("WRONG_PASSWORD", "This is not the present password.", 403);
        }
        throw error;
      });
  }

  /** Does it for the member who calls, and says its refusals as the wire does. */
  const own =
    <Input, Output>(act: (member: Member, input: Input, network: string | undefined) => Promise<Output>) =>
    (input: Input, { caller, from }: Call): Promise<Output> =>
      act(memberOf(caller), input, from.network).catch((error) => {
        throw said(error);
      });
  const proven = <Input extends Given, Output>(act: (member: Member, input: Input) => Promise<Output>) =>
    own(async (member, input: Input, network) => {
      await prove(member, input, network);
      return act(member, input);
    });

  return {
    read: own((member) => read(member)),
    setPassword: proven(async (member, { newPassword }: Given & { newPassword: string }) => {
      await accounts.setPassword(member.memberId, newPassword, actorOf(member), member.sessionId);
      callers.forget();
      return read(member);
    }),
    changeEmail: pending,
    verifyEmail: pending,
    renamePasskey: own(async (member, { passkeyId, name }: { passkeyId: string; name: string }) => {
      await factors.passkeys.rename(member.memberId, passkeyId, name);
      return read(member);
    }),
    removePasskey: proven(async (member, { passkeyId }: Given & { passkeyId: string }) => {
      await factors.passkeys.remove(member.memberId, passkeyId);
      return read(member);
    }),
    beginAuthenticator: proven(async ({ memberId }) => {
      const { secret, address } = await factors.beginAuthenticator(memberId);
      return { secret, address, qrCode: await drawn(address, { type: "svg", margin: 1 }) };
    }),
    confirmAuthenticator: own(async (member, { code }: { code: string }) => {
      const recoveryCodes = await factors.confirmAuthenticator(member.memberId, code, actorOf(member));
      return { ...(await read(member)), recoveryCodes };
    }),
    removeAuthenticator: proven(async (member) => {
      await factors.removeAuthenticator(member.memberId, actorOf(member));
      return read(member);
    }),
    renewRecoveryCodes: proven(async (member) => {
      const recoveryCodes = await factors.renewRecoveryCodes(member.memberId, actorOf(member));
      return { ...(await read(member)), recoveryCodes };
    }),
    endDevice: own(async (member, { deviceId }: { deviceId: string }) => {
      for (const stay of await stays.end(member.memberId, deviceId)) callers.forget(stay);
      return read(member);
    }),
    endAllDevices: own(async ({ memberId }) => {
      for (const stay of await stays.endAll(memberId)) callers.forget(stay);
      return {};
    }),
    disconnectApp: own(async (member, { clientId }: { clientId: string }) => {
      await stays.disconnect(member.memberId, clientId);
      return read(member);
    }),
  };
}

type Member = { memberId: string; sessionId: string };

const actorOf = ({ memberId }: Member) => ({ kind: "member", id: memberId });

/** A program's key is nobody's own account. */
function memberOf({ memberId, sessionId }: Caller): Member {
  if (!memberId || !sessionId) throw new Refusal("PERMISSION_DENIED", "Only for members.", 403);
  return { memberId, sessionId };
}

const statuses: Partial<Record<AccountRefusalCode, Refusal["status"]>> = {
  WRONG_CODE: 400,
  PASSKEY_NOT_FOUND: 404,
  DEVICE_NOT_FOUND: 404,
  APP_NOT_FOUND: 404,
  LAST_WAY_IN: 409,
  SECOND_FACTOR_REQUIRED: 409,
};

/** A refusal of `accounts` in the words of the wire; anything else as it is. */
function said(error: unknown): unknown {
  if (!(error instanceof AccountRefusal)) return error;
  const { code, message, retryAfterSeconds } = error;
  if (code === "PAUSED")
    return new Refusal("RESOURCE_EXHAUSTED", message, 429, { retryAfterSeconds: retryAfterSeconds ?? 1 });
  if (code.startsWith("PASSWORD_"))
    return new Violation([{ field: "newPassword", description: message, data: { code } }]);
  const status = statuses[code];
  return status ? new Refusal(code, message, status) : error;
}

const pending = async (): Promise<never> => {
  throw new Refusal("UNAVAILABLE", "Not built yet.", 503);
};
