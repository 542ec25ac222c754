/**
 * Returns a cookie name with the prefix by which browsers enforce its attributes: `__Host-` for
 * this host only and every path, `__Secure-` for TLS only. Browsers reject both over plain http,
 * which is allowed on the local machine only.
 */
export const cookieName = (name: string, { issuer, everywhere }: { issuer: string; everywhere: boolean }): string => {
  if (!issuer.startsWith("https:")) return name;
  return `${everywhere ? "__Host-" : "__Secure-"}${name}`;
};
