import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { Database } from "@uola/database";
import { sql } from "kysely";

/** Deviations of the authenticator from the request, or the other origin that made the request. */
export type PasskeyQuirks = {
  origin?: string;
  rpId?: string;
  /** Whether the authenticator verified the user by finger, face or PIN. */
  userVerified?: boolean;
  counter?: number;
  userHandle?: string;
};

type Cbor = Parameters<typeof isoCBOR.encode>[0];

const flag = { userPresent: 0x01, userVerified: 0x04, hasCredential: 0x40 };

/** Creates a passkey in memory (ES256, attestation "none") that responds as a browser would. */
export function createSoftPasskey(place: { rpId: string; origin: string }) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(32);
  const id = credentialId.toString("base64url");
  let uses = 0;

  const clientData = (type: string, challenge: string, { origin = place.origin }: PasskeyQuirks) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function authenticatorData(
    { rpId = place.rpId, userVerified = true, counter = uses }: PasskeyQuirks,
    credential?: Buffer,
  ) {
    const head = Buffer.alloc(5);
    const verified = userVerified ? flag.userVerified : 0;
    head.writeUInt8(flag.userPresent | verified | (credential ? flag.hasCredential : 0));
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(Buffer.from(rpId)), head, ...(credential ? [credential] : [])]);
  }

  function attestedCredential(): Buffer {
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    const coordinate = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
    // COSE key: kty EC2, alg ES256, crv P-256, x, y.
    const key: Cbor = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credentialId.length);
    return Buffer.concat([Buffer.alloc(16), length, credentialId, isoCBOR.encode(key)]);
  }

  return {
    id,

    register({ challenge }: { challenge: string }, quirks: PasskeyQuirks = {}): RegistrationResponseJSON {
      const authData = new Uint8Array(authenticatorData(quirks, attestedCredential()));
      const attestation: Cbor = new Map<string, Cbor>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]);
      return {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData("webauthn.create", challenge, quirks).toString("base64url"),
          attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString("base64url"),
          transports: ["internal"],
        },
      };
    },

    signIn({ challenge }: { challenge: string }, quirks: PasskeyQuirks = {}): AuthenticationResponseJSON {
      uses += 1;
      const data = authenticatorData(quirks);
      const client = clientData("webauthn.get", challenge, quirks);
      return {
        id,
        rawId: id,
        type: "public-key",
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: sign("sha256", Buffer.concat([data, sha256(client)]), privateKey).toString("base64url"),
          ...(quirks.userHandle !== undefined && { userHandle: Buffer.from(quirks.userHandle).toString("base64url") }),
        },
      };
    },
  };
}

/**
 * Runs several actions on the same rows concurrently: each waits for a lock until all of them are
 * waiting.
 */
export async function concurrently<Result>(
  db: Database,
  accountId: string,
  acts: (() => Promise<Result>)[],
): Promise<PromiseSettledResult<Result>[]> {
  const held = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (tx) => {
    await tx.selectFrom("passkey").select("id").where("accountId", "=", accountId).forUpdate().execute();
    await tx.selectFrom("authenticator").select("accountId").where("accountId", "=", accountId).forUpdate().execute();
    held.resolve();
    const waiting = sql<{ count: string }>`select count(*) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    while (Number((await waiting.execute(tx)).rows[0]?.count) < acts.length) await wait(5);
  });
  await Promise.race([held.promise, holding]);
  const started = Promise.allSettled(acts.map((act) => act()));
  await holding;
  return started;
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest();
