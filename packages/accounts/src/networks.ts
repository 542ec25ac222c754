import { isIP } from "node:net";

/**
 * Returns the network of an IP address. In IPv6 one household or server has a whole /64. An IPv4
 * address may be mapped into IPv6.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "").replace(/%.*$/, "");
  if (isIP(plain) !== 6) return plain;
  const [head = "", tail] = plain.toLowerCase().split("::");
  const groups = (text: string | undefined) => (text ? text.split(":") : []);
  const filled = 8 - groups(head).length - groups(tail).length;
  const all = tail === undefined ? groups(head) : [...groups(head), ...Array(filled).fill("0"), ...groups(tail)];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
