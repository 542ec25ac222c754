const characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

/**
 * Creates a random verifier and its challenge (RFC 7636, S256). Throws for a length outside 43 to
 * 128.
 */
export async function createPkce(length = 43): Promise<{ codeVerifier: string; codeChallenge: string; state: string }> {
  if (length < 43 || length > 128) throw new Error(`Expected a length between 43 and 128. Received ${length}.`);
  const codeVerifier = randomText(length);
  return { codeVerifier, codeChallenge: await challengeOf(codeVerifier), state: randomText(43) };
}

/**
 * Returns uniformly random characters: bytes above the largest multiple of the alphabet size are
 * discarded.
 */
function randomText(length: number): string {
  const round = 256 - (256 % characters.length);
  let text = "";
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < round && text.length < length) text += characters[byte % characters.length];
    }
  }
  return text;
}

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(digest)));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
