import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** Finds the addresses of a name. */
export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>;
export const resolveByDns: Resolve = (hostname) => lookup(hostname, { all: true });

const worldWide = ipaddr.IPv6.parseCIDR("2000::/3");
/** Outwardly public, but a cloud's own service to its machines. */
const metadata = "168.63.129.16";

/** Whether an address is one of the public internet: not of this machine, its network or its cloud, also not in disguise. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const read = ipaddr.process(address);
  if (read.range() !== "unicast" || read.toString() === metadata) return false;
  return read.kind() === "ipv4" || (read as ipaddr.IPv6).match(worldWide);
}

export class AddressNotAllowed extends Error {
  override name = "AddressNotAllowed";
  constructor(host: string) {
    super(`${host} is not on the public internet, and private addresses are not allowed here.`);
  }
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, "");

/**
 * For connecting: gives a name's public addresses and no other. What is connected to is what was looked at, so that a
 * name that answers differently a moment later leads nowhere.
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

/** Throws AddressNotAllowed for an address that is written out, which is connected to without any lookup. */
export function refusePrivateLiteral(url: URL): void {
  const host = hostOf(url);
  if (isIP(host) && !isPublic(host)) throw new AddressNotAllowed(host);
}

/** Throws AddressNotAllowed for what can be seen to be private already; a name nobody knows yet may come to be known. */
export async function refusePrivate(url: URL, resolve: Resolve): Promise<void> {
  refusePrivateLiteral(url);
  const host = hostOf(url);
  if (isIP(host)) return;
  const found = await resolve(host).catch(() => []);
  if (found.length > 0 && !found.some(({ address }) => isPublic(address))) throw new AddressNotAllowed(host);
}
