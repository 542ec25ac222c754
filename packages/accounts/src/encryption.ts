import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const ivLength = 12;
const tagLength = 16;

export type Sealer = {
  close(text: string): Buffer;
  /**
   * Decrypts a value. Throws if it was encrypted with another secret, site or purpose, or has been
   * changed since.
   */
  open(sealed: Buffer): string;
};

/** AES-256-GCM with one key for each site and purpose, derived from the secret. */
export function createSealer(secret: string, siteId: string, purpose: string): Sealer {
  const key = Buffer.from(hkdfSync("sha256", secret, siteId, purpose, 32));
  return {
    close(text) {
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv("aes-256-gcm", key, iv);
      return Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed) {
      const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, ivLength));
      try {
        decipher.setAuthTag(sealed.subarray(-tagLength));
        const text = Buffer.concat([decipher.update(sealed.subarray(ivLength, -tagLength)), decipher.final()]);
        return text.toString("utf8");
      } catch (cause) {
        throw new Error(
          `The secret does not open what was sealed for "${purpose}": it is not the one it was sealed with.`,
          {
            cause,
          },
        );
      }
    },
  };
}
