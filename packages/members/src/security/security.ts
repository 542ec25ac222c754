import { AccountRefusal, type AccountRefusalCode } from "@uola/accounts";
import type { contract, Security } from "@uola/contract";
import { type Call, type Caller, type Context, type Handlers, Refusal, transact } from "@uola/kernel";
import { sql } from "kysely";
import { toString as qrCodeOf } from "qrcode";
import { reauthentication } from "../authentication/authentication.ts";
import { asRefusal } from "../members/members.ts";

type PasswordInput = { currentPassword?: string | null | undefined };

/** Handlers for a member's own account: credentials, devices and connected apps. */
export function security(context: Context): Handlers<typeof contract.security> {
  const { accounts, db, siteId, callerResolver } = context;
  const { factors, sessions } = accounts;
  const proof = reauthentication(context);

  async function read({ memberId, sessionId }: Member): Promise<{ security: Security }> {
    const [account, own, devices, apps, changed, pending] = await Promise.all([
      accounts.find(memberId),
      factors.of(memberId),
      sessions.list(memberId, { memberSession: sessionId }),
      sessions.apps(memberId),
      passwordChange(memberId),
      accounts.pendingEmail(memberId),
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

  /** Returns when the password last changed, according to the audit log. */
  async function passwordChange(memberId: string): Promise<Date | undefined> {
    const row = await db
      .selectFrom("audit")
      .select("createdDate")
      .where("siteId", "=", siteId)
      .where("entityId", "=", memberId)
      .where("action", "in", ["account.setPassword", "account.resetPassword", "account.activate", "account.create"])
      .orderBy("id", "desc")
      .executeTakeFirst();
    return row?.createdDate;
  }

  /**
   * Mails a link to the new address. If another account has the address, the response and the rate
   * limit are the same, but no mail is sent. The link's secret is only generated with its mail, so
   * no one else can obtain it.
   */
  async function changeEmail(memberId: string, requested: string): Promise<void> {
    const email = requested.trim().toLowerCase();
    if ((await accounts.find(memberId))?.email === email) return;
    await accounts.changeEmail(memberId, email).catch((error: unknown) => {
      if (!(error instanceof AccountRefusal && error.code === "EMAIL_TAKEN")) throw error;
      return transact(context, async (tx) => {
        const proofId = await accounts.openVerification(tx, { accountId: memberId, purpose: "CHANGE_EMAIL", email });
        const mails = tx.deleteFrom("outbox").where("siteId", "=", siteId).where("kind", "=", "mail");
        await mails.where(sql`payload->>'proofId'`, "=", proofId).execute();
      });
    });
  }

  /** Mails a link to an address that is not yet verified. */
  async function verifyEmail(accountId: string): Promise<void> {
    const account = await accounts.find(accountId);
    if (!account || account.emailVerified) return;
    const request = { accountId, purpose: "VERIFY_LINK", email: account.email } as const;
    await transact(context, (tx) => accounts.openVerification(tx, request));
  }

  /** Wraps a handler for the calling member. Rejections by `@uola/accounts` become errors of the API. */
  const own =
    <Input, Output>(act: (member: Member, input: Input, network: string | undefined) => Promise<Output>) =>
    (input: Input, { caller, from }: Call): Promise<Output> =>
      act(memberOf(caller), input, from.network).catch((error) => {
        throw toApiError(error);
      });
  /** Like `own`, but requires the member to authenticate again first. */
  const reauthenticated = <Input extends PasswordInput, Output>(
    act: (member: Member, input: Input) => Promise<Output>,
  ) =>
    own(async (member, input: Input, network) => {
      await proof.passwordFirst(member, { currentPassword: input.currentPassword, network });
      return act(member, input);
    });

  return {
    read: own((member) => read(member)),
    setPassword: reauthenticated(async (member, { newPassword }: PasswordInput & { newPassword: string }) => {
      await accounts.setPassword(member.memberId, newPassword, actorOf(member), member.sessionId);
      callerResolver.forget();
      return read(member);
    }),
    changeEmail: reauthenticated(async (member, { email }: PasswordInput & { email: string }) => {
      await changeEmail(member.memberId, email);
      return read(member);
    }),
    verifyEmail: own(async (member) => {
      await verifyEmail(member.memberId);
      return read(member);
    }),
    renamePasskey: own(async (member, { passkeyId, name }: { passkeyId: string; name: string }) => {
      await factors.passkeys.rename(member.memberId, passkeyId, name);
      return read(member);
    }),
    removePasskey: reauthenticated(async (member, { passkeyId }: PasswordInput & { passkeyId: string }) => {
      await factors.passkeys.remove(member.memberId, passkeyId);
      return read(member);
    }),
    beginAuthenticator: reauthenticated(async ({ memberId }) => {
      const { secret, address } = await factors.beginAuthenticator(memberId);
      return { secret, address, qrCode: await qrCodeOf(address, { type: "svg", margin: 1 }) };
    }),
    confirmAuthenticator: own(async (member, { code }: { code: string }) => {
      const recoveryCodes = await factors.confirmAuthenticator(member.memberId, code, actorOf(member));
      return { ...(await read(member)), recoveryCodes };
    }),
    removeAuthenticator: reauthenticated(async (member) => {
      await factors.removeAuthenticator(member.memberId, actorOf(member));
      return read(member);
    }),
    renewRecoveryCodes: reauthenticated(async (member) => {
      const recoveryCodes = await factors.renewRecoveryCodes(member.memberId, actorOf(member));
      return { ...(await read(member)), recoveryCodes };
    }),
    endDevice: own(async (member, { deviceId }: { deviceId: string }) => {
      for (const sessionId of await sessions.end(member.memberId, deviceId)) callerResolver.forget(sessionId);
      return read(member);
    }),
    endAllDevices: own(async ({ memberId }) => {
      for (const sessionId of await sessions.endAll(memberId)) callerResolver.forget(sessionId);
      return {};
    }),
    disconnectApp: own(async (member, { clientId }: { clientId: string }) => {
      await sessions.disconnect(member.memberId, clientId);
      return read(member);
    }),
  };
}

type Member = { memberId: string; sessionId: string };

const actorOf = ({ memberId }: Member) => ({ kind: "member", id: memberId });

/** Returns the calling member. An API key has no account. Errors: PERMISSION_DENIED. */
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

/** Returns the API's error for a rejection by `@uola/accounts`. Any other error is returned unchanged. */
function toApiError(error: unknown): unknown {
  if (!(error instanceof AccountRefusal)) return error;
  const { code, message } = error;
  // The account was blocked or deleted during the call.
  if (code === "BLOCKED" || code === "ACCOUNT_NOT_FOUND") {
    return new Refusal("UNAUTHENTICATED", "The account is gone.", 401);
  }
  const status = statuses[code];
  return status ? new Refusal(code, message, status) : asRefusal(error, { password: "newPassword" });
}
