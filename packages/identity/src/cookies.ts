/**
 * A cookie name with the prefix by which browsers enforce its attributes: `__Host-` for this host alone and every path,
 * `__Secure-` for TLS only. Browsers refuse both on plain http, which is allowed on this machine only.
 */
export const cookieName = (name: string, { issuer, everywhere }: { issuer: string; everywhere: boolean }): string => {
  if (!issuer.startsWith("https:")) return name;
  return `${everywhere ? "__Host-" : "__Secure-"}${name}`;
};
