/**
 * A cookie's name with the prefix by which browsers hold it to its promises: `__Host-` is this host's alone and of every
 * path, `__Secure-` only came over TLS. On plain http, which is this machine, browsers refuse both.
 */
export const cookieName = (name: string, { issuer, everywhere }: { issuer: string; everywhere: boolean }): string => {
  if (!issuer.startsWith("https:")) return name;
  return `${everywhere ? "__Host-" : "__Secure-"}${name}`;
};
