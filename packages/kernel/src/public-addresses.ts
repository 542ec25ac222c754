import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** Resolves a host name. */
export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>;
export const resolveByDns: Resolve = (hostname) => lookup(hostname, { all: true });

const worldWide = ipaddr.IPv6.parseCIDR("2000::/3");
/** An address in the public range that belongs to a cloud provider's metadata service. */
const metadata = "168.63.129.16";

/**
 * Whether an address is on the public internet: not on this machine, its network or its cloud,
 * including IPv4 addresses embedded in IPv6.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const read = ipaddr.process(address);
  if (read.range() !== "unicast" || read.toString() === metadata) return false;
  return read.kind() === "ipv4" || read.match(worldWide);
}

export class AddressNotAllowed extends Error {
  override name = "AddressNotAllowed";
  constructor(host: string) {
    super(`${host} is not on the public internet, and private addresses are not allowed here.`);
  }
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "");

/**
 * Returns a lookup function for connections that returns only public addresses. The connection uses
 * the checked address, so a second DNS response cannot redirect it.
 */
export const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => {
        const open = found.filter(({ address }) => isPublic(address));
        const [first] = open;
        if (!first) callback(new AddressNotAllowed(hostname), "");
        else if (options.all) callback(null, open);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ""),
    );
  };

/**
 * Throws AddressNotAllowed for a private IP literal, because connecting to a literal performs no
 * lookup.
 */
export function refusePrivateLiteral(url: URL): void {
  const host = hostOf(url);
  if (isIP(host) && !isPublic(host)) throw new AddressNotAllowed(host);
}

/**
 * Throws AddressNotAllowed for an address that is currently private. Names that do not resolve yet
 * are accepted.
 */
export async function refusePrivate(url: URL, resolve: Resolve): Promise<void> {
  refusePrivateLiteral(url);
  const host = hostOf(url);
  if (isIP(host)) return;
  const found = await resolve(host).catch(() => []);
  if (found.length > 0 && !found.some(({ address }) => isPublic(address))) throw new AddressNotAllowed(host);
}
