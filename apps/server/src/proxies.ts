import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/** The trusted proxies, given either as a number of proxies with any addresses or by their addresses. */
export type TrustedProxies = { count: number } | { addresses: readonly string[] };
/** Returns the address of the client that sent a request. */
export type AddressOf = (request: Pick<IncomingMessage, "headers" | "socket">) => string | undefined;

const loopback = ["127.0.0.0/8", "::1/128"];

/**
 * Reads a count, or a comma-separated list of addresses, networks (`10.0.0.0/8`) and `loopback`.
 * Throws for anything else.
 */
export function readProxies(text: string): TrustedProxies {
  if (/^\d+$/.test(text)) {
    if (Number(text) > 10) throw new RangeError("at most 10 proxies");
    return { count: Number(text) };
  }
  const addresses = text.split(",").flatMap((part) => (part.trim() === "loopback" ? loopback : [part.trim()]));
  listOf(addresses);
  return { addresses };
}

/**
 * Each proxy appends the address of its peer to `X-Forwarded-For`, so the header is read from the
 * end as long as the proxy that wrote the entry is trusted. Earlier entries may be forged.
 */
export function addressBehind(proxies: TrustedProxies): AddressOf {
  const isTrusted = trustOf(proxies);
  return ({ headers, socket }) => {
    const forwarded = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
    let address = socket.remoteAddress;
    for (let hop = 1; hop <= forwarded.length && address !== undefined && isTrusted(address, hop); hop++) {
      const before = plain(forwarded.at(-hop)?.trim() ?? "");
      if (!isIP(before)) break;
      address = before;
    }
    return address;
  };
}

function trustOf(proxies: TrustedProxies): (address: string, hop: number) => boolean {
  if ("count" in proxies) return (_, hop) => hop <= proxies.count;
  const list = listOf(proxies.addresses);
  return (address) => list.check(plain(address), isIP(plain(address)) === 6 ? "ipv6" : "ipv4");
}

function listOf(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const each of addresses) {
    const [address = "", bits, ...more] = each.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (!isIP(address) || more.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits)))
      throw new RangeError(`${each} is no address`);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Removes the IPv6 prefix of an IPv4 address, and the port that some proxies append to an address. */
function plain(address: string): string {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  return isIP(bare) ? bare : bare.replace(/^\[?([^\]]*?)\]?:\d+$/, "$1");
}
