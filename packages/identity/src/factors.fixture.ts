import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** Returns the code of an authenticator app for this secret (base32) and time. */
export function codeOf(secret: string, at = Date.now()): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const mac = createHmac("sha1", key).update(step).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

type RegistrationRequest = { challenge: string; user: { id: string }; rp: { id?: string } };
type AssertionRequest = { challenge: string; rpId?: string };
type RelyingParty = { origin: string; verified?: boolean };

/** Simulates a device that holds one passkey and responds as a browser would. */
export function device() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(16);
  let user = "";
  let count = 0;

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (rpId: string, verified: boolean, key = Buffer.alloc(0)) => {
    const flags = 1 | (verified ? 4 : 0) | (key.length > 0 ? 64 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(++count);
    return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.from([flags]), counter, key]);
  };
  const common = { id: id.toString("base64url"), rawId: id.toString("base64url"), type: "public-key" };

  return {
    make(
      { challenge, user: { id: userId }, rp }: RegistrationRequest,
      { origin, verified = true }: RelyingParty,
    ): string {
      user = userId;
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const [xs, ys] = [Buffer.from(x, "base64url"), Buffer.from(y, "base64url")];
      // CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}
      const cose = Buffer.concat([hex("a5010203262001215820"), xs, hex("225820"), ys]);
      const key = Buffer.concat([Buffer.alloc(16), hex("0010"), id, cose]);
      const data = authenticatorData(rp.id ?? "", verified, key);
      const length = Buffer.from([0x58, data.length]);
      // CBOR: {"fmt": "none", "attStmt": {}, "authData": data}
      const attestation = Buffer.concat([
        hex("a363666d74646e6f6e65"),
        hex("6761747453746d74a0"),
        hex("686175746844617461"),
        length,
        data,
      ]);
      const response = {
        clientDataJSON: clientData("webauthn.create", challenge, origin).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      };
      return JSON.stringify({ ...common, response, clientExtensionResults: {} });
    },

    use({ challenge, rpId = "" }: AssertionRequest, { origin, verified = true }: RelyingParty): string {
      const client = clientData("webauthn.get", challenge, origin);
      const data = authenticatorData(rpId, verified);
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      const response = {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", signed, privateKey).toString("base64url"),
        userHandle: user,
      };
      return JSON.stringify({ ...common, response, clientExtensionResults: {} });
    },
  };
}

const hex = (text: string) => Buffer.from(text, "hex");
